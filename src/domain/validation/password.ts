import * as limits from '../../limits';

/** Shown under an empty password, a new one too (LOGIN-07, SIGNUP-11, D-136). */
export const PASSWORD_REQUIRED = 'Password is required';
/** Shown under a new password of less than 8 characters (SIGNUP-12). */
export const PASSWORD_TOO_SHORT = 'Please enter at least 8 characters';
/** Shown under a password of more than 255 characters (LOGIN-08, SIGNUP-13, D-136). */
export const PASSWORD_TOO_LONG = 'Please enter within 255 characters';

/** Shown to somebody who signs up with a contact of an account that has a password (D-406). */
export const PASSWORD_KEPT = 'You have an account already. Its password stays as it was.';

/** The message for a new password, at sign-up and at reset alike; null for a right one. */
export function newPasswordProblem(password: string): string | null {
  if (password === '') return PASSWORD_REQUIRED;
  if (password.length < limits.passwordMin) return PASSWORD_TOO_SHORT;
  return password.length > limits.passwordMax ? PASSWORD_TOO_LONG : null;
}
