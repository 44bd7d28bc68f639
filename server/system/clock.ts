/** Where the server takes the time from; no rule and no SQL asks anybody else (D-219). */
export type Clock = { now(): Date };

/** The machine's time, or with `start` a clock that shows `start` now and goes on from there. */
export function systemClock(start?: Date): Clock {
  const offset = start === undefined ? 0 : start.getTime() - Date.now();
  return { now: () => new Date(Date.now() + offset) };
}
