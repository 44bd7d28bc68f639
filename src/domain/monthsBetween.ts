/**
 * Whole months from calendar date `a` to a later `b`: the 31st is reached on the 1st after a shorter month. It stands
 * apart from the clinic's clock, since the first screen knows a pet's age and no zones.
 */
export function monthsBetween(a: string, b: string): number {
  const [year = 0, month = 0, day = 0] = a.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = b.split('-').map(Number);
  return (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0);
}
