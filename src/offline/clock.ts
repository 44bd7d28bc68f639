/** The device's clock, milliseconds since 1970. Nothing else of page and worker reads it: what time decides goes by the server's (D-125). */
export const deviceNow = (): number => Date.now();

/** A clock that nobody sets, milliseconds from some start: for how long something takes, never for when. */
export const ticks = (): number => performance.now();
