let last = 0;

/** Numbers what happens on this page, in its order: by no clock, which may be set meanwhile. */
export const nextTurn = (): number => (last += 1);
