import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  openAfter,
  openWeek,
  placeDue,
  requestDue,
  textUsDue,
  visitDue,
  type Opening,
} from '../../../../src/domain/desk/due';

const zone = 'America/Chicago';
const HOUR = 3_600_000;
const nineToFive = [1, 2, 3, 4, 5].map((day) => ({ day, from: 9 * 60, to: 17 * 60 }));
const week = openWeek(zone, undefined, nineToFive);
const at = (text: string): Date => new Date(text);
const instants = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z'), noInvalidDate: true });
const weeks = fc
  .array(
    fc.record({
      day: fc.integer({ min: 1, max: 7 }),
      from: fc.integer({ min: 0, max: 1400 }),
      long: fc.integer({ min: 30, max: 700 }),
    }),
    { maxLength: 10 },
  )
  .map((rows) => rows.map(({ day, from, long }): Opening => ({ day, from, to: Math.min(1440, from + long) })))
  .map((openings) => openWeek(zone, undefined, openings));

describe('when an answer is due (D-427)', () => {
  it('counts open hours only', () => {
    // Friday 4pm, two open hours: an hour on Friday, one on Monday.
    expect(openAfter(at('2026-11-20T22:00:00Z'), 2 * HOUR, week)).toEqual(at('2026-11-23T16:00:00Z'));
    expect(textUsDue(at('2026-11-21T22:00:00Z'), 4, week)).toEqual(at('2026-11-23T17:00:00Z'));
  });

  it('is an hour before the asked time at the latest, and never before it was asked', () => {
    const askedAt = at('2026-11-23T16:00:00Z');
    const due = (startsAt: string) => requestDue({ askedAt, startsAt: at(startsAt) }, 4, week);
    expect(due('2026-11-24T16:00:00Z')).toEqual(at('2026-11-23T20:00:00Z'));
    expect(due('2026-11-23T18:00:00Z')).toEqual(at('2026-11-23T17:00:00Z'));
    expect(due('2026-11-23T16:30:00Z')).toEqual(askedAt);
  });

  it('is nothing where the clinic states no hours', () => {
    expect(requestDue({ askedAt: at('2026-11-23T16:00:00Z'), startsAt: null }, null, week)).toBeNull();
    expect(textUsDue(at('2026-11-23T16:00:00Z'), null, week)).toBeNull();
    expect(visitDue({ askedAt: at('2026-11-23T16:00:00Z'), startsAt: at('2026-11-24T16:00:00Z') }, null)).toBeNull();
  });

  it('of what concerns a visit is the visit, unless it has begun', () => {
    const startsAt = at('2026-11-24T16:00:00Z');
    expect(visitDue({ askedAt: at('2026-11-23T16:00:00Z'), startsAt }, 2)).toEqual(startsAt);
    expect(visitDue({ askedAt: at('2026-11-25T16:00:00Z'), startsAt }, 2)).toBeNull();
  });

  it('of a place on the waitlist is an hour before the visit that could be earlier', () => {
    expect(placeDue(at('2026-11-24T16:00:00Z'), 2)).toEqual(at('2026-11-24T15:00:00Z'));
    expect(placeDue(at('2026-11-24T16:00:00Z'), null)).toBeNull();
  });

  it('never comes sooner than the hours, grows with them, and later questions are due later', () => {
    fc.assert(
      fc.property(
        weeks,
        instants,
        fc.integer({ min: 1, max: 72 }),
        fc.integer({ min: 0, max: 72 * 3600 }),
        (open, asked, hours, later) => {
          const due = openAfter(asked, hours * HOUR, open).getTime();
          expect(due).toBeGreaterThanOrEqual(asked.getTime() + hours * HOUR);
          expect(openAfter(asked, (hours + 1) * HOUR, open).getTime()).toBeGreaterThan(due);
          expect(
            openAfter(new Date(asked.getTime() + later * 1000), hours * HOUR, open).getTime(),
          ).toBeGreaterThanOrEqual(due);
        },
      ),
      {
        numRuns: 60,
        // Open for some minutes a week: more than a year of days.
        examples: [[openWeek(zone, undefined, [{ day: 1, from: 0, to: 70 }]), at('2026-01-01T00:00:00Z'), 60, 0]],
      },
    );
  });

  it('takes the hours of the clinic before those of its clinicians, and without any it is always open', () => {
    const row = { day: 1, offline: false, startHour: 8, startMinute: 0, endHour: 12, endMinute: 30 };
    expect(openWeek(zone, [row, { ...row, day: 2, offline: true }], nineToFive).openings).toEqual([
      { day: 1, from: 480, to: 750 },
    ]);
    expect(openWeek(zone, [], nineToFive).openings).toEqual(nineToFive);
    expect(openWeek(zone, undefined, []).openings).toHaveLength(7);
  });
});
