/** The server's only source of the time: no rule and no SQL reads another clock (D-219). */
export type Clock = { now(): Date };

/** The machine's time, or with `start` a clock that shows `start` now and goes on from there. */
export function systemClock(start?: Date): Clock {
  const offset = start === undefined ? 0 : start.getTime() - Date.now();
  return { now: () => new Date(Date.now() + offset) };
}
