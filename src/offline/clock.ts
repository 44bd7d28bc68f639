/**
 * Reads the device's clock, in milliseconds since 1970. No other code reads it: decisions go by the server's clock
 * (D-125).
 */
export const deviceNow = (): number => Date.now();

/** Reads a monotonic clock, in milliseconds from an arbitrary start: measures durations, never dates. */
export const ticks = (): number => performance.now();
