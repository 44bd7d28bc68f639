const longestWaitMs = 24 * 3_600_000;

/** The wait that a Retry-After header asks for, in milliseconds, from seconds or a date; a day at most, 0 without one. */
export function waitOf(retryAfter: string | null | undefined, now: Date): number {
  if (retryAfter === undefined || retryAfter === null) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestWaitMs);
}

/** How far the clock of a Date header, which counts seconds, is ahead of this machine's, milliseconds; null without one. */
export function aheadMs(date: string | null | undefined): number | null {
  const at = Date.parse(date ?? '');
  return Number.isNaN(at) ? null : at + 500 - Date.now();
}
