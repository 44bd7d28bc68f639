import { describe, expect, test } from 'vitest';
import { ageOf, purchased } from '../../../../src/domain/insurance/offer';
import { isOffered } from '../../../../src/domain/insurance/offered';

const settings = { vertical_insure_enabled: { enabled: true } };
const details = { clientId: 'c', petName: 'Rex', speciesName: 'Dog', email: 'jo@example.com', state: 'TX', zip: null };

describe('the insurance offer', () => {
  test.each([
    ['INS-01', {}, true],
    ['INS-01', { speciesName: 'Cat' }, true],
    ['INS-01', { speciesName: ' dog ' }, true],
    ['INS-01', { speciesName: 'Ferret' }, false],
    ['INS-05', { clientId: null }, false],
    ['INS-05', { petName: ' ' }, false],
    ['INS-05', { email: null }, false],
    ['INS-05', { state: null, zip: '' }, false],
    ['INS-05', { state: null, zip: '78704' }, true],
  ])('%s %j -> %s', (_rule, given, offered) => {
    expect(isOffered(settings, { ...details, ...given })).toBe(offered);
  });

  test("D-102 needs the clinic's setting", () => {
    expect([isOffered({}, details), isOffered({ vertical_insure_enabled: { enabled: false } }, details)]).toEqual([
      false,
      false,
    ]);
  });

  test.each([
    ['2020-04-01', 6],
    ['2020-11-21', 6],
    ['2020-11-22', 5],
    ['2026-11-21', 0],
    ['2027-01-01', 3],
    [null, 3],
    ['', 3],
  ])('INS-09 a pet born on %s is %s', (birthdate, age) => {
    expect(ageOf(birthdate, '2026-11-21')).toBe(age);
  });

  test('INS-11 says what was charged', () => {
    expect(purchased(3205)).toBe('Your pet insurance has been purchased and you have been charged $32.05');
  });
});
