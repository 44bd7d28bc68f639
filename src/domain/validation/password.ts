import { limits } from '../../limits';

/** LOGIN-07, SIGNUP-11; for an empty new password too (D-136) */
export const PASSWORD_REQUIRED = 'Password is required';
/** SIGNUP-12 */
export const PASSWORD_TOO_SHORT = 'Please enter at least 8 characters';
/** D-136 */
export const PASSWORD_TOO_LONG = 'Please enter within 255 characters';

/** To whoever signs up with a contact of an account that has a password (D-406). */
export const PASSWORD_KEPT = 'You have an account already. Its password stays as it was.';

/** A new password's message, for sign-up and reset alike. */
export function newPasswordProblem(password: string): string | null {
  if (password === '') return PASSWORD_REQUIRED;
  if (password.length < limits.passwordMin) return PASSWORD_TOO_SHORT;
  return password.length > limits.passwordMax ? PASSWORD_TOO_LONG : null;
}
