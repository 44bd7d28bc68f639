import { isPhoneCode } from '../../../src/domain/validation/phoneCodes';
import { limits } from '../../../src/limits';
import { ApiError } from '../../plugins/errors';

/** An address that a code can be sent to: an e-mail in lower case or a phone in E.164. */
export type Identifier = { channel: 'email' | 'sms'; value: string };

/** An e-mail as it is stored and compared, or null when it is none. */
export function emailIdentifier(given: string | null | undefined): string | null {
  const email = (given ?? '').trim().toLowerCase();
  // In lower case it can be longer, and a clinic file must be able to say it.
  return email.length <= limits.emailMax && /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+\.[^\s\p{Cc}@]{2,}$/u.test(email) ? email : null;
}

/** A phone as it is stored and compared (E.164), or null when it is none. Ten digits take the given country code. */
export function phoneIdentifier(given: string | null | undefined, phoneCode: string): string | null {
  const text = (given ?? '').trim();
  const digits = text.replace(/\D/g, '');
  if (digits.length === 10 && !text.startsWith('+')) return `+${phoneCode}${digits}`;
  const whole = text.startsWith('+') || digits.length > 10;
  return whole && /^[1-9]\d{10,14}$/.test(digits) ? `+${digits}` : null;
}

type Contacts = {
  email?: string | null | undefined;
  phoneNumber?: string | null | undefined;
  phoneCode?: string | undefined;
};

/** Of a phone code that no code is sent to: of no country that sign-up offers, such as a satellite's or one that costs extra. */
export const NO_COUNTRY = 'must be of a country that sign-up offers';

/** Where the code goes: the phone where there is one, else the e-mail (D-29). Throws `validation` without a usable one. */
export function identifierOf(contacts: Contacts, clinicPhoneCode: string): Identifier {
  const phoneCode = contacts.phoneCode || clinicPhoneCode;
  if (contacts.phoneNumber) {
    if (!isPhoneCode(phoneCode)) throw new ApiError('validation', { fields: { phoneCode: NO_COUNTRY } });
    const phone = phoneIdentifier(contacts.phoneNumber, phoneCode);
    if (phone === null) throw new ApiError('validation', { fields: { phoneNumber: 'must be ten digits' } });
    return { channel: 'sms', value: phone };
  }
  const email = emailIdentifier(contacts.email);
  if (email === null) throw new ApiError('validation', { fields: { email: contacts.email ? 'must be an e-mail address' : 'is required without a phone' } });
  return { channel: 'email', value: email };
}

/**
 * What a username names, or null when it is nobody's name: an e-mail, or a phone as `{phoneCode};{digits}` (D-25).
 * Digits alone take the clinic's code.
 */
export function usernameIdentifier(username: string, clinicPhoneCode: string): Identifier | null {
  const [code, number] = username.includes(';') ? [username.split(';')[0]!.trim(), username.slice(username.indexOf(';') + 1)] : [clinicPhoneCode, username];
  const email = number === username ? emailIdentifier(username) : null;
  if (email !== null) return { channel: 'email', value: email };
  const phone = username.includes('@') ? null : phoneBeside(code, number);
  return phone === null ? null : { channel: 'sms', value: phone };
}

/** A phone as stored, from the country code and what was typed beside it: ten digits, or with the code before them once more; null when it is none. */
export function phoneBeside(phoneCode: string, number: string): string | null {
  if (!isPhoneCode(phoneCode) || !/^[\d\s()+.-]*$/.test(number)) return null;
  const digits = number.replace(/\D/g, '');
  const local = digits.length === 10 + phoneCode.length && digits.startsWith(phoneCode) ? digits.slice(phoneCode.length) : digits;
  return local.length === 10 ? `+${phoneCode}${local}` : null;
}

/** Which way a stored identifier is reached. */
export const identifierFrom = (value: string): Identifier => ({ channel: value.includes('@') ? 'email' : 'sms', value });

/** Country code and ten digits of a stored phone, as bodies carry them (D-220). */
export function phoneParts(phone: string | null): { phoneCode: string | null; phoneNumber: string | null } {
  const parts = /^\+(\d{1,3})(\d{10})$/.exec(phone ?? '');
  return { phoneCode: parts?.[1] ?? null, phoneNumber: parts?.[2] ?? null };
}
