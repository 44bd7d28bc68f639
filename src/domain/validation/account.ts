/**
 * Rules of the password screens (LOGIN-05 to LOGIN-09, SIGNUP-03 to SIGNUP-15, FORGOT-07 to FORGOT-09, D-25, D-136).
 */

import { object, type Infer } from 'superstruct';
import * as limits from '../../limits';
import { isEmail, isEmailName, tidyEmail } from './email';
import { newPasswordProblem, PASSWORD_REQUIRED, PASSWORD_TOO_LONG } from './password';
import { e164Of, PHONE_INVALID, readPhone } from './phone';
import { asText, field, textField } from './rule';

/** Shown under a name or an e-mail of more than 255 characters (LOGIN-06, SIGNUP-10, FORGOT-08). */
const TOO_LONG = PASSWORD_TOO_LONG;

/**
 * The rule of a required account name, a phone or an e-mail. `missing` is the screen's own message for an empty one
 * (LOGIN-05, FORGOT-07).
 */
const usernameRule =
  (missing: string) =>
  (text: string): string | null => {
    const name = text.trim();
    if (name === '') return missing;
    return name.length > limits.usernameMax ? TOO_LONG : null;
  };

export const LoginValues = object({
  username: textField('username', usernameRule('Please enter your phone or email')),
  password: textField('password', (password) => {
    if (password === '') return PASSWORD_REQUIRED;
    return password.length > limits.passwordMax ? TOO_LONG : null;
  }),
});
export type LoginValues = Infer<typeof LoginValues>;

/** The account whose password was forgotten, named by a phone or an e-mail (FORGOT-07, FORGOT-08). */
export const ForgotValues = object({
  username: textField('username', usernameRule('Please enter your phone number or email')),
});
export type ForgotValues = Infer<typeof ForgotValues>;

/**
 * An account name as it is sent: an e-mail as it is, anything else as a phone after the default country code,
 * '1;5125550100'. A phone of another country keeps its `+`, by which it is told apart (LOGIN-09, D-25, D-403).
 */
export function usernameOf(text: string): string {
  if (isEmail(text)) return tidyEmail(text);
  return isEmailName(text) ? text.trim() : `${limits.defaultPhoneCode};${text.trim()}`;
}

const newPassword = {
  password: textField('password', newPasswordProblem),
  confirm: field('confirm', (confirm, { password }) => {
    if (asText(confirm) === '') return 'Confirm password is required';
    return confirm === password ? null : 'Passwords mismatch';
  }),
};

/** The fields for a new password, with the same rules as at sign-up (FORGOT-09). */
export const NewPasswordValues = object(newPassword);
export type NewPasswordValues = Infer<typeof NewPasswordValues>;

/** The digits of a number that is typed next to its country code, without that code where it was typed once more. */
export function localDigits(text: string, phoneCode: string): string {
  const read = readPhone(text, phoneCode);
  if (read.kind === 'local') return read.digits;
  const digits = text.replace(/\D/g, '');
  return text.trim().startsWith('+') && digits.startsWith(phoneCode) ? digits.slice(phoneCode.length) : digits;
}

/** The message for a phone at sign-up: SIGNUP-03 to 06, and VAL-06 for another country's number (D-403). */
function signUpPhoneProblem(text: string, phoneCode: string): string | null {
  if (text.trim() === '') return 'Phone is required';
  if (readPhone(text, phoneCode).kind === 'foreign') return PHONE_INVALID;
  const digits = localDigits(text, phoneCode);
  if (digits === '') return 'Please enter your phone number';
  if (digits.length > limits.phoneAccountMax) return 'Max 15 characters';
  if (digits.length < limits.phoneDigits) return 'Please enter at least 10 digits';
  return e164Of(text, phoneCode) === null && phoneCode === limits.defaultPhoneCode ? PHONE_INVALID : null;
}

/**
 * The rules of the account page's fields (ACCT-05 to 14). The disabled fields can only be changed by the clinic, so
 * they never keep an owner from saving (D-117).
 */
export const AccountValues = object({
  firstName: textField('name', (text) => {
    const name = text.trim();
    if (name === '') return 'Name is required';
    return name.length > limits.nameMax ? TOO_LONG : null;
  }),
  phoneCode: textField('phone code', () => null),
  phoneNumber: field('phone', (phone, { phoneCode }) => signUpPhoneProblem(asText(phone), asText(phoneCode))),
  email: textField('email', (text) => {
    const email = tidyEmail(text);
    if (email === '') return 'Please enter your email';
    if (email.length > limits.emailMax) return TOO_LONG;
    return isEmail(text) ? null : 'Please enter correct email format';
  }),
});
export type AccountValues = Infer<typeof AccountValues>;

/**
 * The message for an e-mail at sign-up (SIGNUP-08 to 10). It is required next to a number that no code can be sent to
 * (D-24).
 */
function signUpEmailProblem(text: string, needsEmail: boolean): string | null {
  const email = tidyEmail(text);
  if (email === '') return needsEmail ? "We can't send a code to this number. Please enter your email too." : null;
  if (email.length > limits.emailMax) return TOO_LONG;
  return isEmail(text) ? null : 'Please enter correct email format';
}

/** Whether a code can be sent to the number, which has to be one of its country (D-403). */
export const canGetCode = (text: string, phoneCode: string): boolean => readPhone(text, phoneCode).kind === 'local';

export const SignUpValues = object({
  phoneCode: textField('phone code', () => null),
  phoneNumber: field('phone', (phone, { phoneCode }) => signUpPhoneProblem(asText(phone), asText(phoneCode))),
  email: field('email', (email, { phoneNumber, phoneCode }) => {
    const [typed, code] = [asText(phoneNumber), asText(phoneCode)];
    const isUnreachable = signUpPhoneProblem(typed, code) === null && !canGetCode(typed, code);
    return signUpEmailProblem(asText(email), isUnreachable);
  }),
  ...newPassword,
});
export type SignUpValues = Infer<typeof SignUpValues>;
