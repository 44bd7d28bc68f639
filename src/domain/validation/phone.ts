import * as limits from '../../limits';
import { formatPhone } from './phoneFormat';

/** Shown under a number that is not one of the country (VAL-06, RLOOK-07). */
export const PHONE_INVALID = 'Please enter a valid 10-digit phone number';

/**
 * How a typed number reads next to a country code: as one of that country (its digits without the code), as a whole
 * number of another country, or as no number. The digits are always a run of those that were typed (D-403).
 */
export type ReadPhone = { kind: 'local'; digits: string } | { kind: 'foreign'; e164: string } | { kind: 'none' };

const none: ReadPhone = { kind: 'none' };
const local = limits.defaultPhoneCode;
const length = limits.phoneDigits;

/** Signs that do not change a number: spaces, brackets, dashes, dots, and invisible marks. */
const signs = /[\s\p{Z}\p{Cf}()[\]\p{Pd}−.]/gu;
const compact = (text: string): string => text.normalize('NFKC').replace(signs, '');

/**
 * The parts of a typed number: `+` or `00` where there is one, the digits, and an extension, which is dialled after
 * them (D-403).
 */
const shape = /^(\+|00)?(\d+)((?:,|#|x|ext(?:ension)?|;ext=)\d{0,8}#?)?$/i;
/**
 * A zero in brackets, which is dialled inside the country only. Nobody but the country's own phones knows whether it
 * counts, so such a text is no number.
 */
const homeZero = /\(\s*0\s*\)/;

/**
 * Whether these may be the digits of a number after its country code: ten in the North American plan, else as many as
 * E.164 has room for.
 */
const isNational = (phoneCode: string, digits: string): boolean =>
  phoneCode === local
    ? digits.length === length
    : digits.length >= 4 &&
      phoneCode.length + digits.length >= 8 &&
      phoneCode.length + digits.length <= limits.phoneAccountMax;

/** Reads a number as it was typed or pasted beside a country code (VAL-06, D-77, D-403). */
export function readPhone(text: string, phoneCode: string = local): ReadPhone {
  const code = phoneCode || local;
  const [, sign, digits = ''] = (homeZero.test(text) ? null : shape.exec(compact(text))) ?? [];
  const withoutCode =
    digits.startsWith(code) && isNational(code, digits.slice(code.length)) ? digits.slice(code.length) : null;
  if (sign !== undefined) {
    if (digits.startsWith(code)) return withoutCode === null ? none : { kind: 'local', digits: withoutCode };
    return isWhole(digits) ? { kind: 'foreign', e164: `+${digits}` } : none;
  }
  // Without `+` or `00`, the digits are read as beginning with the country code only where there would be too many of
  // them otherwise.
  if (digits.length > length && withoutCode !== null) return { kind: 'local', digits: withoutCode };
  return isNational(code, digits) ? { kind: 'local', digits } : none;
}

const isWhole = (digits: string): boolean =>
  digits.startsWith(local) ? isNational(local, digits.slice(local.length)) : /^[2-9]\d{7,14}$/.test(digits);

/** The ten digits of a number of the country; null for anything else (VAL-06, D-77). */
export function phoneDigitsOf(text: string, phoneCode?: string): string | null {
  const read = readPhone(text, phoneCode);
  return read.kind === 'local' && read.digits.length === length ? read.digits : null;
}

/** A typed number in E.164, as it is stored and used for sending messages (D-220); null for no number. */
export function e164Of(text: string, phoneCode: string): string | null {
  const read = readPhone(text, phoneCode);
  if (read.kind === 'none') return null;
  return read.kind === 'foreign' ? read.e164 : `+${phoneCode || local}${read.digits}`;
}

/**
 * A number as the bodies of calls carry it: ten digits for one of the country, E.164 for any other (D-220, D-403);
 * empty for no number.
 */
export const phoneSent = (text: string, phoneCode: string = local): string =>
  phoneDigitsOf(text, phoneCode) ?? e164Of(text, phoneCode) ?? '';

/** A number from a call's body as it is shown: 3-3-4, or whole where it is another country's. */
export function phoneShown(sent: string, phoneCode?: string): string {
  const digits = phoneDigitsOf(sent, phoneCode);
  return digits === null ? sent : formatPhone(digits);
}

type Owner = { phoneCode: string | null; phoneNumber: string | null };

/** The phone of an owner's account as the bodies of calls carry it; empty without one. */
export const ownPhone = ({ phoneCode, phoneNumber }: Owner, ofClinic?: string): string =>
  phoneNumber ? phoneSent(`+${phoneCode ?? local}${phoneNumber}`, ofClinic) : '';

/**
 * The signed-in owner's whole number where it is of another country than the clinic's, else null. It is kept as it is,
 * because the form cannot take another number like it (D-403).
 */
export function lockedPhone(
  owner: Owner | null,
  client: { phone: string | null } | null,
  ofClinic: string,
): string | null {
  if (owner === null) return null;
  const phone = ownPhone(owner, ofClinic) || phoneSent(client?.phone ?? '', ofClinic);
  return readPhone(phone, ofClinic).kind === 'foreign' ? phone : null;
}

/**
 * The text of a phone field after a keystroke or a paste: a number of the country as 3-3-4, followed by its extension.
 * Nothing is cut off: a number of another country, or one that is too long, stays whole so that its message can be
 * shown (D-403).
 */
export function formatPhoneTyped(text: string, phoneCode: string = local): string {
  const code = phoneCode || local;
  const typed = compact(text);
  const [, , , extension = ''] = shape.exec(typed) ?? [];
  const whole = phoneDigitsOf(text, code);
  if (whole !== null)
    return extension === '' ? formatPhone(whole) : `${formatPhone(whole)} x${extension.replace(/\D/g, '')}`;
  // The owner may be typing 'ext 12' and have come to its 'e': if that were dropped, the extension's digits would join
  // the number.
  const before = phoneDigitsOf(/^(\+?\d+)x?[a-z;=]+$/i.exec(typed)?.[1] ?? '', code);
  if (before !== null) return `${formatPhone(before)} x`;
  const digits = typed.replace(/\D/g, '');
  const sign = /^\D*?(\+|00)/.exec(typed)?.[1];
  // A `+` in the middle: these are two numbers, or one was pasted into another.
  if (sign === undefined && typed.includes('+')) return typed;
  if (sign === undefined) return digits.length > length ? digits : formatPhone(digits);
  const international = sign === '00' ? digits.slice(2) : digits;
  const isOwn =
    international.startsWith(code) &&
    international.length > code.length &&
    international.length <= code.length + length;
  return isOwn ? formatPhone(international.slice(code.length)) : `${sign}${international}`;
}

/** Where the caret belongs once `text` with its caret at `caret` is shown as `formatted`: behind the same digit. */
export function caretAfterFormat(text: string, caret: number, formatted: string): number {
  // What the format took away from the front, such as +1, is not counted.
  const dropped = Math.max(0, text.replace(/\D/g, '').length - formatted.replace(/\D/g, '').length);
  const before = text.slice(0, caret).replace(/\D/g, '').length - dropped;
  if (caret >= text.length) return formatted.length;
  if (before <= 0) return 0;
  let seen = 0;
  for (const [index, character] of Array.from(formatted).entries()) {
    if (/\d/.test(character)) seen += 1;
    if (seen === before) return index + 1;
  }
  return formatted.length;
}

/**
 * The message for a typed number that is not valid; null for a valid or an empty one. `own` is the owner's verified
 * number, which is accepted even if it is another country's (D-403).
 */
export const phoneProblem = (text: string, phoneCode?: string, own: string | null = null): string | null =>
  text.trim() === '' || phoneDigitsOf(text, phoneCode) !== null || (own !== null && text === own)
    ? null
    : PHONE_INVALID;

/** The message for a number by which an account is looked up; another country's is accepted with its `+` (D-403). */
export const accountPhoneProblem = (text: string, phoneCode?: string): string | null =>
  readPhone(text, phoneCode).kind === 'foreign' ? null : phoneProblem(text, phoneCode);
