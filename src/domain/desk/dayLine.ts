import { DAY, MINUTE } from '../../limits';
import { dayClock, msAtOrAfter, offsetAt } from '../clinicTime';
import { clockWords } from './clockWords';

/**
 * The minutes of a day's line count the time that has passed since the day began. On most days that is the wall clock's
 * minute; where the clock goes back an hour is passed twice, and where it goes forward one is left out.
 */
export type DayTimes = {
  /** All minutes of the day: 1440, or fewer or more where the zone changes its offset. */
  length: number;
  /** The minute of an instant (milliseconds since 1970), within the day. */
  minuteOf: (at: number) => number;
  /** A minute as its clock time: '1:15am', '1:15am CST' of a time that comes twice. */
  timeOf: (minute: number) => string;
  /** The full hours with the minute at which the clock shows each. */
  hours: () => { minute: number; hour: number }[];
};

/** The hours of every zone begin at a quarter of UTC's, minutes. */
const STEP = 15;

/** Returns how the minutes of a calendar date of the zone are told. */
export function dayTimes(date: string, zone: string): DayTimes {
  const clock = dayClock(date, zone);
  const start = msAtOrAfter(clock, 0);
  const length = Math.round((clock.end - start) / MINUTE);
  const [only, change] = clock.stretches;
  const isPlain = only !== undefined && change === undefined && clock.end - start === DAY;
  const offset = (at: number): number => (isPlain ? only.offset : offsetAt(new Date(at), zone));
  return {
    length,
    minuteOf: (at) => Math.min(length, Math.max(0, Math.round((at - start) / MINUTE))),
    timeOf: (minute) => clockWords(new Date(start + minute * MINUTE), zone),
    hours: () => {
      const hours: { minute: number; hour: number }[] = [];
      for (let minute = 0; minute < length; minute += STEP) {
        const at = start + minute * MINUTE;
        const wall = Math.round((at - clock.midnightUtc) / MINUTE + offset(at));
        if (wall % 60 === 0) hours.push({ minute, hour: wall / 60 });
      }
      return hours;
    },
  };
}

/** A mark of the day's line: where it stands, 0 to 100 from its left end, and its word; '' where it has none. */
export type HourMark = { at: number; word: string; isOdd: boolean };

/** Where a minute of the day stands on the line, 0 to 100; minutes outside are at its ends. */
export function placeOf(minute: number, { from, to }: { from: number; to: number }): number {
  if (to <= from) return 0;
  return Math.min(100, Math.max(0, ((minute - from) / (to - from)) * 100));
}

/** From a line of more hours on only the even ones have room for their word. */
const HOURS_MOST = 12;

/**
 * The full hours of the line, of a long one the even ones, with 'am' or 'pm' at the first one and at noon. The last one
 * is left out where its word would stand beyond the end. `isOdd` is every second one, which narrow lines leave out.
 */
export function hourMarks(line: { from: number; to: number }, hours: ReturnType<DayTimes['hours']>): HourMark[] {
  const step = line.to - line.from > HOURS_MOST * 60 ? 2 : 1;
  return hours
    .filter(({ minute, hour }) => minute >= line.from && minute < line.to && hour % step === 0)
    .map(({ minute, hour }, index) => {
      const half = index === 0 || hour === 12 ? (hour < 12 ? 'am' : 'pm') : '';
      return { at: placeOf(minute, line), word: `${hour % 12 || 12}${half}`, isOdd: index % 2 === 1 };
    })
    .filter(({ at }) => at <= 97);
}
