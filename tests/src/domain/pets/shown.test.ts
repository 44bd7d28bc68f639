import { describe, expect, it } from 'vitest';
import { dueTitle, dueVaccines, hasVisitAhead } from '../../../../src/domain/pets/due';
import { ageWords, fromToday } from '../../../../src/domain/pets/fromToday';
import { shareLeft, shownStatus } from '../../../../src/domain/pets/vaccinations';

const today = '2026-11-21';
const row = (description: string, expiration_date: string | null, flags = {}) => ({
  id: `${description}-${expiration_date}`,
  description,
  issue_date: null,
  expiration_date,
  expired: false,
  expires_soon: false,
  ...flags,
});

describe('how a vaccination is shown (D-10)', () => {
  it.each([
    ['trusts fresh flags', { expired: false, expires_soon: false }, '2026-10-03', false, 'active'],
    ['shows expired before soon', { expired: true, expires_soon: true }, '2027-10-03', false, 'expired'],
    ['sees that a copy has expired since', {}, '2026-11-20', true, 'expired'],
    ['keeps a copy on its last day soon', {}, '2026-11-21', true, 'soon'],
    ['sees that a copy expires within thirty days', {}, '2026-12-21', true, 'soon'],
    ['leaves a copy with a day more active', {}, '2026-12-22', true, 'active'],
    ['never makes a copy better', { expired: true }, '2028-01-01', true, 'expired'],
    ['never makes a soon one active', { expires_soon: true }, '2028-01-01', true, 'soon'],
    ['counts one without an end as active', {}, null, true, 'active'],
  ] as const)('%s', (_, flags, expires, isCopy, shown) => {
    expect(shownStatus(row('Rabies', expires, flags), { isCopy, today })).toBe(shown);
  });

  it('draws how much of its time is left', () => {
    expect(shareLeft({ issue_date: '2026-01-01', expiration_date: '2027-01-01' }, '2026-07-02')).toBe(50);
    expect(shareLeft({ issue_date: '2023-10-03', expiration_date: '2026-10-03' }, today)).toBe(0);
    expect(shareLeft({ issue_date: null, expiration_date: null }, today)).toBe(100);
    expect(shareLeft({ issue_date: '2027-01-01', expiration_date: '2027-01-01' }, today)).toBe(0);
  });
});

describe('what is due (D-307)', () => {
  const shown = { isCopy: true, today };
  it('names what has expired or will soon, each vaccine by its latest row', () => {
    const rows = [
      row('Rabies', '2026-10-03'),
      row('Bordetella', '2026-12-03'),
      row('DHPP', '2027-08-16'),
      row('rabies ', '2025-10-03'),
    ];
    expect(dueVaccines(rows, shown)).toEqual(['Rabies', 'Bordetella']);
    expect(dueVaccines([...rows, row('RABIES', '2029-10-03')], shown)).toEqual(['Bordetella']);
    expect(dueVaccines([row('Rabies', '2026-10-03'), row('Rabies', null)], shown)).toEqual([]);
    expect(dueTitle(1)).toBe('1 vaccine is due');
    expect(dueTitle(2)).toBe('2 vaccines are due');
  });

  it('is silent where a visit of the pet lies ahead', () => {
    const visit = (
      patient: { patientId?: string | null; patientName?: string },
      fromDate: string,
      status = 'CONFIRMED',
    ) => ({
      id: '1',
      fromDate,
      toDate: fromDate,
      status,
      providers: [],
      items: [
        {
          clientId: 'c',
          providerId: null,
          metadata: {
            providerName: null,
            providerAvatar: null,
            productId: 'p',
            productName: 'Exam',
            patientName: 'Biscuit',
            productTime: 30,
            ...patient,
          },
        },
      ],
    });
    const now = new Date('2026-11-21T15:00:00Z');
    const biscuit = { id: 'b1', name: 'Biscuit' };
    const isAhead = (...given: Parameters<typeof visit>) => hasVisitAhead(biscuit, [visit(...given)], now);
    expect(isAhead({ patientId: 'b1', patientName: 'Renamed' }, '2026-11-22T15:00:00Z')).toBe(true);
    expect(isAhead({ patientId: 'b2' }, '2026-11-22T15:00:00Z'), 'another pet of the same name').toBe(false);
    expect(isAhead({ patientId: null }, '2026-11-22T15:00:00Z'), 'of no pet on file').toBe(false);
    expect(isAhead({ patientName: 'biscuit' }, '2026-11-22T15:00:00Z'), 'a copy without ids').toBe(true);
    expect(isAhead({ patientName: 'Juniper' }, '2026-11-22T15:00:00Z')).toBe(false);
    expect(isAhead({ patientId: 'b1' }, '2026-11-20T15:00:00Z')).toBe(false);
    expect(isAhead({ patientId: 'b1' }, '2026-11-22T15:00:00Z', 'DELETED')).toBe(false);
  });
});

it.each([
  ['2026-11-21', 'today'],
  ['2026-11-22', 'in 1 day'],
  ['2026-11-20', '1 day ago'],
  ['2026-12-03', 'in 12 days'],
  ['2026-10-03', '7 weeks ago'],
  ['2027-08-16', 'in 9 months'],
  ['2027-05-10', 'in 6 months'],
  ['2029-11-21', 'in 3 years'],
])('%s is %s', (date, words) => {
  expect(fromToday(date, today)).toBe(words);
});

it.each([
  ['2020-05-14', '6 years'],
  ['2024-11-22', '23 months'],
  ['2024-11-21', '2 years'],
  ['2026-10-21', '1 month'],
  ['2026-11-20', 'under a month'],
  ['2027-01-01', null],
])('born on %s: %s', (birthdate, words) => {
  expect(ageWords(birthdate, today)).toBe(words);
});
