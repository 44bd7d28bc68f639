/**
 * Whole months from calendar date `a` to a later `b`. A month that began on the 31st is complete on the 1st that
 * follows a shorter month. The function is in a file of its own because the first screen needs a pet's age but not the
 * clinic's clock with its time zones.
 */
export function monthsBetween(a: string, b: string): number {
  const [year = 0, month = 0, day = 0] = a.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = b.split('-').map(Number);
  return (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0);
}
