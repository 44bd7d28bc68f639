/** Times of day as minutes after local midnight: 0 to 1439, and 1440 for the end of the day. */

/**
 * Minutes of a calendar day on the wall clock. On a day when the zone changes its offset, more or fewer minutes pass.
 */
export const DAY_MINUTES = 24 * 60;

/** The minute of the day of a wall time: half past nine is 570. Hour 24 is the end of the day, 1440. */
export const minuteOfDay = (hour: number, minute = 0): number => hour * 60 + minute;

/** The minute of a time as clinic files write it, '09:30'; '24:00' is the end of the day. */
export const minuteOfClock = (clock: string): number =>
  minuteOfDay(Number(clock.slice(0, 2)), Number(clock.slice(3, 5)));

/** A wall minute as owners read it, '9:30am'; the end of the day is '12:00am'. */
export function formatMinute(minute: number): string {
  const hour = Math.floor(minute / 60);
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')}${hour % 24 < 12 ? 'am' : 'pm'}`;
}

/** The wall minute of a label that formatMinute made, such as '9:30am'; 0 for any other text. */
export function minuteOfLabel(label: string): number {
  const [, hour = '0', minute = '0', half] = /^(\d+):(\d+)(am|pm)$/.exec(label) ?? [];
  return minuteOfDay((Number(hour) % 12) + (half === 'pm' ? 12 : 0), Number(minute));
}
