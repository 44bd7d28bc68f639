import { expect, test } from 'vitest';
import { newPasswordProblem } from '../../../../src/domain/validation/password';

test.each([
  ['', 'Password is required'],
  ['1234567', 'Please enter at least 8 characters'],
  ['12345678', null],
  ['        ', null],
  ['x'.repeat(255), null],
  ['x'.repeat(256), 'Please enter within 255 characters'],
])('SIGNUP-11 to SIGNUP-13: a new password %j', (password, problem) => {
  expect(newPasswordProblem(password)).toBe(problem);
});
