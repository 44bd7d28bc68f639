import { limits } from '../../limits';

/** Under an empty password, a new one too (LOGIN-07, SIGNUP-11, D-136). */
export const PASSWORD_REQUIRED = 'Password is required';
/** Under a new password of less than 8 characters (SIGNUP-12). */
export const PASSWORD_TOO_SHORT = 'Please enter at least 8 characters';
/** Under a password of more than 255 characters (LOGIN-08, SIGNUP-13, D-136). */
export const PASSWORD_TOO_LONG = 'Please enter within 255 characters';

/** To whoever signs up with a contact of an account that has a password (D-406). */
export const PASSWORD_KEPT = 'You have an account already. Its password stays as it was.';

/** A new password's message, for sign-up and reset alike. */
export function newPasswordProblem(password: string): string | null {
  if (password === '') return PASSWORD_REQUIRED;
  if (password.length < limits.passwordMin) return PASSWORD_TOO_SHORT;
  return password.length > limits.passwordMax ? PASSWORD_TOO_LONG : null;
}
