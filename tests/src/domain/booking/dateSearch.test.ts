import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DateSlot } from '../../../../src/contract/availability';
import {
  isExhausted,
  lastSearchDay,
  newSearch,
  nextWindow,
  shownDates,
  reaching,
  wantMore,
  withAnswer,
  type DateSearch,
} from '../../../../src/domain/booking/dateSearch';
import { addDays, daysBetween } from '../../../../src/domain/clinicTime';

const today = '2026-11-21';
const lead = 28;
const day = (date: string, available = 1): DateSlot => ({ date, available, times: [], use_time_slots: true });
const days = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => day(addDays(today, from + index)));

describe('the search for open dates', () => {
  it('begins today with four days a window, and goes on with eight from the day after (APPT-26)', () => {
    expect(nextWindow(newSearch, today, lead)).toEqual({ date: today, days_to_check: 4, max_attempts: 10 });
    const once = withAnswer(newSearch, { data: days(0, 2), searched_to: '2026-11-24' });
    expect(nextWindow(once, today, lead)).toEqual({
      date: '2026-11-25',
      days_to_check: 8,
      max_attempts: 10,
      exact_start_date: true,
    });
  });

  it('rests once five dates are there, and asks for five more (APPT-13)', () => {
    const full = withAnswer(newSearch, { data: days(0, 7), searched_to: '2026-11-28' });
    expect(nextWindow(full, today, lead)).toBeNull();
    expect(shownDates(full)).toHaveLength(5);
    const more = wantMore(full);
    expect(nextWindow(more, today, lead)).not.toBeNull();
    expect(shownDates(withAnswer(more, { data: days(8, 9), searched_to: '2026-12-10' }))).toHaveLength(10);
  });

  it('goes on in fives until it shows a chosen day', () => {
    const seven = withAnswer(newSearch, { data: days(0, 7), searched_to: '2026-11-28' });
    const shown = (through: string | null) => shownDates(reaching(seven, through)).length;
    expect([shown(null), shown('2026-11-25'), shown('2026-11-26')]).toEqual([5, 5, 7]);
    expect(nextWindow(reaching(seven, '2026-11-26'), today, lead)).not.toBeNull();
    // Beyond what was looked at, and twelve are known of which five are shown.
    const twelve = withAnswer(newSearch, { data: days(0, 12), searched_to: '2026-12-02' });
    expect(nextWindow(reaching(twelve, '2026-12-09'), today, lead)).toMatchObject({ date: '2026-12-03' });
    expect(reaching(newSearch, '2026-12-09')).toBe(newSearch);
  });

  it('shows no day twice, and none without an opening', () => {
    const once = withAnswer(newSearch, { data: [day('2026-11-23'), day('2026-11-24', 0)], searched_to: '2026-11-24' });
    const twice = withAnswer(once, { data: [day('2026-11-23'), day('2026-11-26')], searched_to: '2026-11-26' });
    expect(twice.dates.map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-26']);
  });

  it('stops 30 days past the last bookable day, and after 230 days whatever the clinic says (APPT-14, APPT-27)', () => {
    expect(lastSearchDay(today, 28)).toBe(addDays(today, 58));
    expect(lastSearchDay(today, 365)).toBe(addDays(today, 230));
    expect(isExhausted({ ...newSearch, searchedTo: addDays(today, 57) }, today, lead)).toBe(false);
    expect(isExhausted({ ...newSearch, searchedTo: addDays(today, 58) }, today, lead)).toBe(true);
  });

  it('always ends, and never asks for the same day twice', () => {
    const answers = fc.infiniteStream(
      fc.record({ step: fc.integer({ min: 0, max: 40 }), open: fc.integer({ min: 0, max: 3 }), more: fc.boolean() }),
    );
    fc.assert(
      fc.property(answers, fc.integer({ min: 0, max: 400 }), (stream, leadDays) => {
        let search: DateSearch = newSearch;
        let asked = '';
        for (let count = 0; count < 300; count++) {
          const window = nextWindow(search, today, leadDays);
          if (!window) {
            if (isExhausted(search, today, leadDays)) return true;
            search = wantMore(search);
            continue;
          }
          if (window.date <= asked) return false;
          asked = window.date;
          const { step, open } = stream.next().value as { step: number; open: number };
          const to = addDays(window.date, step);
          search = withAnswer(search, {
            data: days(daysBetween(today, window.date), Math.min(open, step + 1)),
            searched_to: to,
          });
        }
        return false;
      }),
    );
  });
});
