import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../../src/domain/clinicTime';
import { refillProblem, REFILL_EMPTY } from '../../../../src/domain/pets/refill';
import { dueFirst, vaccinationFlags, vaccinationStatus } from '../../../../src/domain/pets/vaccinations';

const today = '2026-11-21';

it('stands in the list by what needs doing, as of the day it is looked at', () => {
  const row = (id: string, expiration_date: string | null, flags = {}) => ({ id, expiration_date, expired: false, expires_soon: false, ...flags });
  const rows = [row('a', '2028-01-01'), row('b', null), row('c', '2026-12-01', { expires_soon: true }), row('d', '2026-11-22'), row('e', '2026-01-01', { expired: true })];
  const ids = (isCopy: boolean, today: string) => dueFirst(rows, { isCopy, today }).map(({ id }) => id).join('');
  expect(ids(false, '2026-11-21')).toBe('ecabd');
  expect(ids(true, '2026-11-21')).toBe('ecdab');
  expect(ids(true, '2026-11-23')).toBe('decab');
});

describe('a vaccination (VAX-01 to 03, D-10)', () => {
  it.each([
    ['2026-11-20', 'expired'], ['2026-11-21', 'soon'], ['2026-12-21', 'soon'], ['2026-12-22', 'active'], ['2029-01-01', 'active'], ['2000-01-01', 'expired'], [null, 'active'],
  ] as const)('that expires %s is %s', (date, status) => {
    expect(vaccinationStatus(date, today)).toBe(status);
  });

  it('is never expired and soon at once, and gets worse with time, never better', () => {
    const rank = { active: 0, soon: 1, expired: 2 };
    fc.assert(fc.property(fc.integer({ min: -4000, max: 4000 }), fc.integer({ min: 0, max: 400 }), (days, later) => {
      const date = addDays(today, days);
      const { expired, expires_soon: soon } = vaccinationFlags(date, today);
      expect(expired && soon).toBe(false);
      expect(rank[vaccinationStatus(date, addDays(today, later))]).toBeGreaterThanOrEqual(rank[vaccinationStatus(date, today)]);
    }));
  });
});

describe('a refill (MED-02, D-118)', () => {
  it('names a medication, or says something, or both', () => {
    expect(refillProblem({ medicationId: null, note: ' \n' })).toBe(REFILL_EMPTY);
    expect([refillProblem({ medicationId: 'm', note: '' }), refillProblem({ medicationId: null, note: '.5 mg' }), refillProblem({ medicationId: 'm', note: 'x' })]).toEqual([null, null, null]);
  });
});
