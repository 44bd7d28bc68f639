import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BIRTHDAY_INCOMPLETE,
  BIRTHDAY_NOT_IN_MONTH,
  birthdayProblem,
  daysInMonth,
} from '../../../../src/domain/validation/birthday';

const at = (dateOfBirth: number | null, monthOfBirth: number | null) => birthdayProblem({ dateOfBirth, monthOfBirth });

describe('day and month of birth (D-117)', () => {
  test('both or neither', () => {
    expect(at(null, null)).toBeNull();
    expect(at(3, 7)).toBeNull();
    expect(at(3, null)).toBe(BIRTHDAY_INCOMPLETE);
    expect(at(null, 7)).toBe(BIRTHDAY_INCOMPLETE);
  });

  test('29 February is a birthday, 30 February and 31 April are not', () => {
    expect(at(29, 2)).toBeNull();
    expect(at(30, 2)).toBe(BIRTHDAY_NOT_IN_MONTH);
    expect(at(31, 4)).toBe(BIRTHDAY_NOT_IN_MONTH);
  });

  test('a day is right exactly when a leap year has it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 12 }), (day, month) => {
        const date = new Date(Date.UTC(2024, month - 1, day));
        expect(at(day, month) === null).toBe(date.getUTCMonth() === month - 1);
        expect(daysInMonth(month)).toBe(new Date(Date.UTC(2024, month, 0)).getUTCDate());
      }),
    );
  });
});
