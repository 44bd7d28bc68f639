import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dateInZone, dayClock, msAtOrAfter } from '../../../../src/domain/clinicTime';
import { clockWords } from '../../../../src/domain/desk/clockWords';
import { dayFit } from '../../../../src/domain/desk/dayFit';
import { dayTimes, hourMarks, placeOf } from '../../../../src/domain/desk/dayLine';

const MINUTE = 60_000;

/** Days on which the clocks go back and forward, and the days beside them. */
const days = fc
  .constantFrom(
    ['America/Chicago', '2026-11-01'],
    ['America/Chicago', '2026-03-08'],
    ['Europe/Berlin', '2026-10-25'],
    ['Europe/Berlin', '2026-03-29'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Africa/Cairo', '2026-04-24'],
    ['Africa/Cairo', '2026-10-29'],
    ['Asia/Kolkata', '2026-11-01'],
  )
  .chain(([zone, date]) =>
    fc.integer({ min: -1, max: 1 }).map((by) => ({ zone: zone!, date: addDays(date!, by), key: `${zone} ${date}` })),
  );

const bounds = (date: string, zone: string) => {
  const clock = dayClock(date, zone);
  return { from: msAtOrAfter(clock, 0), to: clock.end };
};

describe("the day's line where the clocks change", () => {
  it('has each minute of the day at one place, in order, as long as it is', () =>
    fc.assert(
      fc.property(days, fc.nat(10_000), fc.nat(10_000), ({ zone, date }, a, b) => {
        const day = bounds(date, zone);
        const { length, minuteOf, timeOf } = dayTimes(date, zone);
        expect(length * MINUTE).toBe(day.to - day.from);
        const [one, other] = [day.from + (a % length) * MINUTE, day.from + (b % length) * MINUTE];
        expect(minuteOf(other) - minuteOf(one)).toBe((other - one) / MINUTE);
        expect(timeOf(minuteOf(one))).toBe(clockWords(new Date(one), zone));
      }),
    ));

  it('marks every full hour that the clock shows, where it shows it', () =>
    fc.assert(
      fc.property(days, ({ zone, date }) => {
        const { length, hours } = dayTimes(date, zone);
        const day = bounds(date, zone);
        const shown: string[] = [];
        for (let minute = 0; minute < length; minute += 1)
          if (/:00[ap]m/.test(clockWords(new Date(day.from + minute * MINUTE), zone)))
            shown.push(`${minute} ${clockWords(new Date(day.from + minute * MINUTE), zone)}`);
        expect(hours().map(({ minute, hour }) => `${minute} ${hour % 12 || 12}:00${hour < 12 ? 'am' : 'pm'}`)).toEqual(
          shown.map((one) => one.replace(/ [A-Z]\S*$/, '')),
        );
      }),
      { numRuns: 30 },
    ));

  it('draws the doubled hour twice, and the one left out not at all', () => {
    const words = (date: string) => {
      const { hours } = dayTimes(date, 'America/Chicago');
      return hourMarks({ from: 0, to: 360 }, hours()).map(({ at, word }) => `${word} ${Math.round(at)}`);
    };
    expect(words('2026-11-01')).toEqual(['12am 0', '1 17', '1 33', '2 50', '3 67', '4 83']);
    expect(words('2026-03-08')).toEqual(['12am 0', '1 17', '3 33', '4 50', '5 67', '6 83']);
    expect(placeOf(75, { from: 0, to: 360 })).not.toBe(placeOf(135, { from: 0, to: 360 }));
  });

  it('says until when a clinician is free in times that are true', () =>
    fc.assert(
      fc.property(days, fc.nat(10_000), fc.nat(10_000), ({ zone, date }, a, b) => {
        const day = bounds(date, zone);
        const times = dayTimes(date, zone);
        const [asked, next] = [a % (times.length - 60), b % (times.length - 60)].sort((one, two) => one - two);
        fc.pre(next! - asked! > 30);
        const { words } = dayFit({
          working: [{ from: 0, to: times.length }],
          taken: [{ from: next!, to: next! + 30, kind: 'visit' }],
          asked: { from: asked!, to: asked! + 30 },
          isHeld: false,
          times,
          clinician: 'Ada',
          owner: 'Noor',
          lanes: 1,
        });
        const at = new Date(day.from + next! * MINUTE);
        expect(words).toBe(`It fits. Ada is free until ${clockWords(at, zone)}.`);
        expect(dateInZone(at, zone)).toBe(date);
      }),
    ));
});
