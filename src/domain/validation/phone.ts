import { limits } from '../../limits';

/** VAL-06, RLOOK-07 */
export const PHONE_INVALID = 'Please enter a valid 10-digit phone number';

const length = limits.phoneDigits;

/** A leading country code of an 11-digit number goes (D-77). */
const withoutCountry = (digits: string): string =>
  digits.length === length + 1 && digits.startsWith(limits.defaultPhoneCode) ? digits.slice(1) : digits;

/** The ten digits of a number typed with dashes, parentheses, spaces, +1 or 1; null when it is none (VAL-06, D-77). */
export function phoneDigitsOf(text: string): string | null {
  const stripped = withoutCountry(text.replace(/[-()\s]/g, '').replace(/^\+(?=1)/, ''));
  return stripped.length === length && /^\d+$/.test(stripped) ? stripped : null;
}

/** 3-3-rest, also of an unfinished number: '5125' is '512-5' (RLOOK-02, CONST-06). */
export const formatPhone = (digits: string): string =>
  [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter((part) => part !== '').join('-');

/** A phone field's text after a keystroke or a paste: digits only, at most ten, shown 3-3-4. */
export function formatPhoneTyped(text: string): string {
  const digits = text.replace(/\D/g, '');
  const isPastedWithCountry = /^\s*\+1/.test(text) || digits.length > length;
  const local = isPastedWithCountry && digits.startsWith(limits.defaultPhoneCode) ? digits.slice(1) : digits;
  return formatPhone(local.slice(0, length));
}

/** Where the caret belongs once `text` with its caret at `caret` is shown as `formatted`: behind the same digit. */
export function caretAfterFormat(text: string, caret: number, formatted: string): number {
  const before = text.slice(0, caret).replace(/\D/g, '').length;
  if (before === 0) return 0;
  let seen = 0;
  for (const [index, character] of Array.from(formatted).entries()) {
    if (/\d/.test(character)) seen += 1;
    if (seen === before) return index + 1;
  }
  return formatted.length;
}

/** E.164 from a country code and a local number's digits, as stored and sent in messages (D-220). */
export const toE164 = (phoneCode: string, digits: string): string => `+${phoneCode}${digits}`;

/** A typed number's message; an empty one has none. */
export const phoneProblem = (text: string): string | null =>
  text.trim() === '' || phoneDigitsOf(text) !== null ? null : PHONE_INVALID;
