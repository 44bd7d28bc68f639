/** Ends the current task, so that input is handled before the next: long tasks make a page feel stuck. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
