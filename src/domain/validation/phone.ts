import { limits } from '../../limits';
import { formatPhone } from './phoneFormat';

/** Under a number that is none of the country (VAL-06, RLOOK-07). */
export const PHONE_INVALID = 'Please enter a valid 10-digit phone number';

/**
 * What a typed number is beside a country code: one of that country without the code, one of another country whole, or
 * none. Its digits are always a run of those that were typed (D-403).
 */
export type ReadPhone = { kind: 'local'; digits: string } | { kind: 'foreign'; e164: string } | { kind: 'none' };

const none: ReadPhone = { kind: 'none' };
const local = limits.defaultPhoneCode;
const length = limits.phoneDigits;

/** Signs that say nothing about a number: spaces, brackets, dashes, dots, and marks that are not seen. */
const signs = /[\s\p{Z}\p{Cf}()[\]\p{Pd}−.]/gu;
const compact = (text: string): string => text.normalize('NFKC').replace(signs, '');

/** `+` or `00`, the digits, and what is dialled after them (D-403). */
const shape = /^(\+|00)?(\d+)((?:,|#|x|ext(?:ension)?|;ext=)\d{0,8}#?)?$/i;
/** A zero that is dialled at home alone: nobody but the country's own phones knows whether it counts. */
const homeZero = /\(\s*0\s*\)/;

/**
 * Whether these may be a number's digits behind its country code: ten in the North American plan, else what E.164 has
 * room for.
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
  // Without a sign the code is there once more only where the number would be too long without it.
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

/** E.164, as stored and sent in messages (D-220); null for no number. */
export function e164Of(text: string, phoneCode: string): string | null {
  const read = readPhone(text, phoneCode);
  if (read.kind === 'none') return null;
  return read.kind === 'foreign' ? read.e164 : `+${phoneCode || local}${read.digits}`;
}

/** As a number travels in bodies: ten digits of the country, any other one in E.164 (D-220, D-403); empty for none. */
export const phoneSent = (text: string, phoneCode: string = local): string =>
  phoneDigitsOf(text, phoneCode) ?? e164Of(text, phoneCode) ?? '';

/** A number as it travels, for the eye: 3-3-4, or whole where it is another country's. */
export function phoneShown(sent: string, phoneCode?: string): string {
  const digits = phoneDigitsOf(sent, phoneCode);
  return digits === null ? sent : formatPhone(digits);
}

type Owner = { phoneCode: string | null; phoneNumber: string | null };

/** The phone of an owner's account as it travels; empty without one. */
export const ownPhone = ({ phoneCode, phoneNumber }: Owner, ofClinic?: string): string =>
  phoneNumber ? phoneSent(`+${phoneCode ?? local}${phoneNumber}`, ofClinic) : '';

/**
 * The signed-in owner's number of another country than the clinic's, whole: the form cannot take another like it
 * (D-403).
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
 * A phone field's text after a keystroke or a paste: the country's number as 3-3-4, with what is dialled after it.
 * Nothing is cut: what is another country's, or too long, stays whole for its message (D-403).
 */
export function formatPhoneTyped(text: string, phoneCode: string = local): string {
  const code = phoneCode || local;
  const typed = compact(text);
  const [, , , extension = ''] = shape.exec(typed) ?? [];
  const whole = phoneDigitsOf(text, code);
  if (whole !== null)
    return extension === '' ? formatPhone(whole) : `${formatPhone(whole)} x${extension.replace(/\D/g, '')}`;
  // 'e' of 'ext 12' on its way: dropped, it would leave the extension's digits to the number.
  const before = phoneDigitsOf(/^(\+?\d+)x?[a-z;=]+$/i.exec(typed)?.[1] ?? '', code);
  if (before !== null) return `${formatPhone(before)} x`;
  const digits = typed.replace(/\D/g, '');
  const sign = /^\D*?(\+|00)/.exec(typed)?.[1];
  // A sign in the midst: two numbers, or one pasted into another.
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
 * A typed number's message; an empty one has none. `own` is the owner's proved number, which may be another country's
 * (D-403).
 */
export const phoneProblem = (text: string, phoneCode?: string, own: string | null = null): string | null =>
  text.trim() === '' || phoneDigitsOf(text, phoneCode) !== null || (own !== null && text === own)
    ? null
    : PHONE_INVALID;

/** The message of a number by which an account is looked for: another country's is taken with its `+` (D-403). */
export const accountPhoneProblem = (text: string, phoneCode?: string): string | null =>
  readPhone(text, phoneCode).kind === 'foreign' ? null : phoneProblem(text, phoneCode);
