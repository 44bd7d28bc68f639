/** Times of day as minutes after local midnight: 0 to 1439, and 1440 for the end of the day. */

/** Minutes of a calendar day on the wall; a day that changes its offset has other elapsed minutes. */
export const DAY_MINUTES = 24 * 60;

/** Half past nine is 570. Hour 24 is the end of the day. */
export const minuteOfDay = (hour: number, minute = 0): number => hour * 60 + minute;

/** The minute of a time as clinic files write it, '09:30'; '24:00' is the end of the day. */
export const minuteOfClock = (clock: string): number =>
  minuteOfDay(Number(clock.slice(0, 2)), Number(clock.slice(3, 5)));

/** A wall minute as owners read it, '9:30am'. */
export function formatMinute(minute: number): string {
  const hour = Math.floor(minute / 60);
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')}${hour < 12 ? 'am' : 'pm'}`;
}

/** The minute of such a label, the other way round; 0 for a text that is none. */
export function minuteOfLabel(label: string): number {
  const [, hour = '0', minute = '0', half] = /^(\d+):(\d+)(am|pm)$/.exec(label) ?? [];
  return minuteOfDay((Number(hour) % 12) + (half === 'pm' ? 12 : 0), Number(minute));
}
