import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../../src/domain/clinicTime';
import { dueFirst, dueVaccines, endWords } from '../../../../src/domain/pets/due';
import { refillProblem, REFILL_EMPTY } from '../../../../src/domain/pets/refill';
import { shownStatus, statuses, vaccinationFlags } from '../../../../src/domain/pets/vaccinations';

const today = '2026-11-21';

const noFlags = { expired: false, expires_soon: false };
/** A copy whose flags say nothing: its date alone tells. */
const byDate = (expiration_date: string | null, on: string) =>
  shownStatus({ ...noFlags, expiration_date }, { isCopy: true, today: on });

describe('the list (D-307)', () => {
  const row = (id: string, expiration_date: string | null, flags = {}, description = id) => ({
    id,
    description,
    issue_date: null,
    expiration_date,
    ...noFlags,
    ...flags,
  });
  const ids = (rows: ReturnType<typeof row>[], isCopy: boolean, on = today) =>
    dueFirst(rows, { isCopy, today: on })
      .map(({ id }) => id)
      .join('');

  it('begins with what needs doing, as of the day it is looked at', () => {
    const rows = [
      row('a', '2028-01-01'),
      row('b', null),
      row('c', '2026-12-01', { expires_soon: true }),
      row('d', '2026-11-22'),
      row('e', '2026-01-01', { expired: true }),
    ];
    expect(ids(rows, false)).toBe('ecdab');
    expect(ids(rows, true)).toBe('edcab');
    expect(ids(rows, true, '2026-11-23')).toBe('edcab');
  });

  it('puts what expires today above what does in four weeks, and the longest overdue first, in whatever order they come', () => {
    const rows = [
      row('later', '2026-12-19', { expires_soon: true }),
      row('today', today, { expires_soon: true }),
      row('week', '2026-11-28', { expires_soon: true }),
      row('overdue', '2026-10-03', { expired: true }),
      row('long', '2026-01-03', { expired: true }),
      row('open', null),
      row('year', '2027-11-21'),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), fc.boolean(), (shuffled, isCopy) => {
        const look = { isCopy, today };
        expect(dueFirst(shuffled, look).map(({ id }) => id)).toEqual([
          'long',
          'overdue',
          'today',
          'week',
          'later',
          'year',
          'open',
        ]);
        expect(dueVaccines(shuffled, look)).toEqual(['long', 'overdue', 'today', 'week', 'later']);
      }),
    );
  });

  it('has last what a newer row of its vaccine has settled', () => {
    const rows = [
      row('new', '2027-10-03', {}, 'Rabies'),
      row('old', '2023-10-03', { expired: true }, 'rabies'),
      row('older', '2020-10-03', { expired: true }, 'Rabies '),
      row('lyme', '2026-11-20', { expired: true }),
    ];
    expect(dueFirst(rows, { isCopy: true, today }).map(({ id }) => id)).toEqual(['lyme', 'new', 'old', 'older']);
  });

  it('never says of a row’s end what gainsays how the row stands', () => {
    const look = (isCopy: boolean) => ({ isCopy, today });
    expect(endWords(row('a', today), look(true))).toBe('today');
    expect(endWords(row('a', '2026-12-19', { expires_soon: true }), look(false))).toBe('in 4 weeks');
    expect(endWords(row('a', '2026-12-19', { expired: true }), look(false))).toBeNull();
    expect(endWords(row('a', '2026-11-20', { expires_soon: true }), look(false))).toBeNull();
    expect(endWords(row('a', '2026-11-20', { expires_soon: true }), look(true))).toBe('1 day ago');
    expect(endWords(row('a', null), look(true))).toBeNull();
  });
});

describe('a vaccination (VAX-01 to 03, D-10)', () => {
  it.each([
    ['2026-11-20', 'expired'],
    ['2026-11-21', 'soon'],
    ['2026-12-21', 'soon'],
    ['2026-12-22', 'active'],
    ['2029-01-01', 'active'],
    ['2000-01-01', 'expired'],
    [null, 'active'],
  ] as const)('that expires %s is %s', (date, status) => {
    expect(byDate(date, today)).toBe(status);
    expect(vaccinationFlags(date, today)).toEqual({ expired: status === 'expired', expires_soon: status === 'soon' });
  });

  it('gets worse with time, never better', () => {
    fc.assert(
      fc.property(fc.integer({ min: -4000, max: 4000 }), fc.integer({ min: 0, max: 400 }), (days, later) => {
        const date = addDays(today, days);
        expect(statuses.indexOf(byDate(date, addDays(today, later)))).toBeGreaterThanOrEqual(
          statuses.indexOf(byDate(date, today)),
        );
      }),
    );
  });
});

describe('a refill (MED-02, D-118)', () => {
  it('names a medication, or says something, or both', () => {
    expect(refillProblem({ medicationId: null, note: ' \n' })).toBe(REFILL_EMPTY);
    expect([
      refillProblem({ medicationId: 'm', note: '' }),
      refillProblem({ medicationId: null, note: '.5 mg' }),
      refillProblem({ medicationId: 'm', note: 'x' }),
    ]).toEqual([null, null, null]);
  });
});
