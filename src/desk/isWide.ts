/** Whether an item stands beside the list. Below this width one thing is on the screen at a time, and none opens by itself. */
export const isWide = (): boolean => matchMedia('(min-width: 64em)').matches;
