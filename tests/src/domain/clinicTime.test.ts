import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dateInZone,
  dayClock,
  daysBetween,
  formatDate,
  formatDateTime,
  formatMonth,
  formatTime,
  formatWhen,
  instantOf,
  msAtOrAfter,
  weekday,
  zoneName,
} from '../../../src/domain/clinicTime';
import { formatMinute } from '../../../src/domain/minuteOfDay';

const iso = (instant: Date | null) => instant?.toISOString() ?? null;
const at = (hour: number, minute = 0) => hour * 60 + minute;

const zones = [
  'America/Chicago',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Pacific/Apia',
  'America/St_Johns',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Atlantic/Azores',
  'UTC',
];
const anyZone = fc.constantFrom(...zones);
const anyDate = fc.integer({ min: 0, max: 40 * 365 }).map((days) => addDays('2005-01-01', days));
const anyMinute = fc.integer({ min: 0, max: 1439 });

/** The slow and obvious way: every instant around the day whose wall clock reads as asked. */
function everyInstant(date: string, minute: number, zone: string): number[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const wanted = `${date}, ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const local = Date.parse(`${date}T00:00:00Z`) + minute * 60_000;
  const found: number[] = [];
  for (let shift = -15 * 60; shift <= 15 * 60; shift += 15) {
    const candidate = local + shift * 60_000;
    if (format.format(candidate) === wanted) found.push(candidate);
  }
  return found;
}

describe('a night that loses time', () => {
  it.each([
    ['America/Chicago', '2026-03-08', at(2), at(3), '2026-03-08T07:59:00.000Z', '2026-03-08T08:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', at(2), at(3), '2026-03-29T00:59:00.000Z', '2026-03-29T01:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04', at(2), at(2, 30), '2026-10-03T15:29:00.000Z', '2026-10-03T15:30:00.000Z'],
  ])('%s', (zone, date, gapStart, gapEnd, lastBefore, firstAfter) => {
    expect(iso(instantOf(date, gapStart - 1, zone))).toBe(lastBefore);
    expect(instantOf(date, gapStart, zone)).toBeNull();
    expect(instantOf(date, gapEnd - 1, zone)).toBeNull();
    expect(iso(instantOf(date, gapEnd, zone))).toBe(firstAfter);
    expect(new Date(msAtOrAfter(dayClock(date, zone), gapStart + 5)).toISOString()).toBe(firstAfter);
  });
});

describe('a night that repeats time: the first of the two', () => {
  it.each([
    [
      'America/Chicago',
      '2026-11-01',
      at(1),
      at(1, 59),
      '2026-11-01T06:00:00.000Z',
      '2026-11-01T06:59:00.000Z',
      '2026-11-01T08:00:00.000Z',
    ],
    [
      'Europe/Berlin',
      '2026-10-25',
      at(2),
      at(2, 59),
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T00:59:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-05',
      at(1, 30),
      at(1, 59),
      '2026-04-04T14:30:00.000Z',
      '2026-04-04T14:59:00.000Z',
      '2026-04-04T15:30:00.000Z',
    ],
  ])('%s', (zone, date, first, last, firstAt, lastAt, nextAt) => {
    expect(iso(instantOf(date, first, zone))).toBe(firstAt);
    expect(iso(instantOf(date, last, zone))).toBe(lastAt);
    expect(iso(instantOf(date, last + 1, zone))).toBe(nextAt);
  });
});

describe('instantOf', () => {
  it('gives the first of all instants that read so, and null where there is none', () => {
    fc.assert(
      fc.property(
        anyDate,
        anyMinute.map((minute) => minute - (minute % 15)),
        anyZone,
        (date, minute, zone) => {
          const [first] = everyInstant(date, minute, zone);
          expect(instantOf(date, minute, zone)?.getTime()).toBe(first);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('goes back to its date and time of day', () => {
    fc.assert(
      fc.property(anyDate, anyMinute, anyZone, (date, minute, zone) => {
        const instant = instantOf(date, minute, zone);
        if (!instant) return;
        expect(dateInZone(instant, zone)).toBe(date);
        expect(formatTime(instant, zone)).toBe(formatMinute(minute));
      }),
    );
  });

  it('knows a calendar day that was skipped whole', () => {
    expect(instantOf('2011-12-30', at(12), 'Pacific/Apia')).toBeNull();
    expect(iso(instantOf('2011-12-31', 0, 'Pacific/Apia'))).toBe('2011-12-30T10:00:00.000Z');
  });

  it('knows a midnight that does not exist', () => {
    expect(instantOf('2026-03-29', 0, 'Asia/Beirut')).toBeNull();
    expect(iso(instantOf('2026-03-29', at(1), 'Asia/Beirut'))).toBe('2026-03-28T22:00:00.000Z');
  });
});

describe('msAtOrAfter', () => {
  it('takes 24:00 as the next midnight', () => {
    expect(msAtOrAfter(dayClock('2026-11-25', 'America/Chicago'), 1440)).toBe(Date.parse('2026-11-26T06:00:00Z'));
    expect(msAtOrAfter(dayClock('2026-03-28', 'Asia/Beirut'), 1440)).toBe(Date.parse('2026-03-28T22:00:00Z'));
  });

  it('goes on where a zone left out a whole day', () => {
    // Samoa went from the 29th to the 31st of December 2011.
    const zone = 'Pacific/Apia';
    const next = Date.parse('2011-12-30T10:00:00Z');
    expect(dayClock('2011-12-29', zone).end).toBe(next);
    expect(msAtOrAfter(dayClock('2011-12-30', zone), 600)).toBe(next);
    expect(msAtOrAfter(dayClock('2011-12-31', zone), 0)).toBe(next);
  });
});

describe('the calendar', () => {
  it('adds and counts days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -800, max: 800 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days);
      }),
    );
  });

  it('numbers weekdays from Monday', () => {
    expect(['2026-11-23', '2026-11-25', '2026-11-29'].map(weekday)).toEqual([1, 3, 7]);
  });

  it('takes the date of the clinic, not of the device', () => {
    expect(dateInZone(new Date('2026-11-26T05:59:59Z'), 'America/Chicago')).toBe('2026-11-25');
    expect(dateInZone(new Date('2026-11-26T05:59:59Z'), 'Pacific/Kiritimati')).toBe('2026-11-26');
  });
});

describe('texts', () => {
  const instant = new Date('2026-11-25T16:30:00Z');

  it('writes dates and times in the form of the portal', () => {
    expect(formatDateTime(instant, 'America/Chicago')).toBe('Wed Nov 25, 2026, 10:30am');
    expect(formatDate('2026-11-05')).toBe('Thu Nov 5, 2026');
    expect(formatMonth('2026-11-05')).toBe('November');
    expect(formatTime(instant, 'Europe/Berlin')).toBe('5:30pm');
    expect([
      formatWhen(instant, 'America/Chicago', '2026-11-25'),
      formatWhen(instant, 'Asia/Tokyo', '2026-11-25'),
    ]).toEqual(['today, 10:30am', 'Thu Nov 26, 2026, 1:30am']);
    expect([0, 720, 779, 1439].map(formatMinute)).toEqual(['12:00am', '12:00pm', '12:59pm', '11:59pm']);
  });

  it('reads the clock as the platform does, at any moment in any zone', () => {
    const clock = (zone: string, instant: Date) => {
      const form = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' } as const;
      const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...form, hour: 'numeric', minute: '2-digit' })
        .formatToParts(instant)
        .map(({ type, value }) => [type, value]);
      const { weekday: day, month, day: number, year, hour, minute, dayPeriod } = Object.fromEntries(parts);
      return `${day} ${month} ${number}, ${year}, ${hour}:${minute}${dayPeriod.toLowerCase()}`;
    };
    // Hours around each other: both sides of a change fall on one day of UTC.
    const anyHour = fc.integer({ min: 0, max: 60 * 365 * 24 }).map((hours) => Date.UTC(1990, 0, 1, hours, 59, 59, 999));
    fc.assert(
      fc.property(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), anyHour, (zone, start) => {
        for (let hours = 0; hours < 5; hours += 1) {
          const instant = new Date(start + hours * 3_600_000);
          expect(formatDateTime(instant, zone)).toBe(clock(zone, instant));
        }
      }),
      { numRuns: 400 },
    );
    // New York's clocks went back within this day of UTC.
    for (let minutes = 0; minutes < 1440; minutes += 15) {
      const instant = new Date(Date.UTC(2026, 10, 1, 0, minutes));
      expect(formatDateTime(instant, 'America/New_York')).toBe(clock('America/New_York', instant));
    }
  });

  it('names the zone without its season', () => {
    expect(zoneName('America/Chicago', instant)).toBe('Central Time');
    expect(zoneName('America/New_York', new Date('2026-07-01T00:00:00Z'))).toBe('Eastern Time');
  });
});
