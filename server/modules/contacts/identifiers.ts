import { EMAIL_INVALID, emailForm } from '../../../src/domain/validation/email';
import { e164Of, PHONE_INVALID, readPhone } from '../../../src/domain/validation/phone';
import { isPhoneCode, splitPhone } from '../../../src/domain/validation/phoneCodes';
import { ApiError } from '../../calls/errors';

/** An address that a code can be sent to: an e-mail in lower case or a phone in E.164. */
export type Identifier = { channel: 'email' | 'sms'; value: string };

/** An e-mail as it is stored and compared, or null when it is none (D-410). */
export const emailIdentifier = (given: string | null | undefined): string | null => emailForm(given ?? '');

/** A phone as it is stored and compared (E.164), or null when it is none. One without `+` takes the given country code. */
export const phoneIdentifier = (given: string | null | undefined, phoneCode: string): string | null =>
  e164Of(given ?? '', phoneCode);

type Contacts = {
  email?: string | null | undefined;
  phoneNumber?: string | null | undefined;
  phoneCode?: string | undefined;
};

/** Of a phone code that no code is sent to: of no country that sign-up offers, such as a satellite's or one that costs extra. */
export const NO_COUNTRY = 'must be of a country that sign-up offers';

/** A phone that a code can be sent to, in E.164. Throws `validation` for none and for one of a country where none goes, at the field that is wrong. */
export function phoneToReach(
  given: string,
  phoneCode: string,
  fields: { phone: string; code: string } = { phone: 'phoneNumber', code: 'phoneCode' },
): string {
  if (!isPhoneCode(phoneCode)) throw new ApiError('validation', { fields: { [fields.code]: NO_COUNTRY } });
  const phone = phoneIdentifier(given, phoneCode);
  if (phone === null) throw new ApiError('validation', { fields: { [fields.phone]: PHONE_INVALID } });
  if (!isPhoneCode(splitPhone(phone).phoneCode))
    throw new ApiError('validation', { fields: { [fields.phone]: NO_COUNTRY } });
  return phone;
}

/** An e-mail that a code can be sent to, as it is stored. Throws `validation` for none. */
export function emailToReach(given: string): string {
  const email = emailIdentifier(given);
  if (email === null) throw new ApiError('validation', { fields: { email: EMAIL_INVALID } });
  return email;
}

/** Where the code goes: the phone where there is one, else the e-mail (D-29). Throws `validation` without a usable one. */
export function identifierOf(contacts: Contacts, clinicPhoneCode: string): Identifier {
  if (contacts.phoneNumber)
    return { channel: 'sms', value: phoneToReach(contacts.phoneNumber, contacts.phoneCode || clinicPhoneCode) };
  if (!contacts.email) throw new ApiError('validation', { fields: { email: 'is required without a phone' } });
  return { channel: 'email', value: emailToReach(contacts.email) };
}

/**
 * What a username names, or null when it is nobody's name: an e-mail, or a phone as `{phoneCode};{digits}`, where a number
 * with `+` names its own country (D-25, D-403). Digits alone take the clinic's code.
 */
export function usernameIdentifier(username: string, clinicPhoneCode: string): Identifier | null {
  const [code, number] = username.includes(';')
    ? [username.split(';')[0]!.trim(), username.slice(username.indexOf(';') + 1)]
    : [clinicPhoneCode, username];
  const email = number === username ? emailIdentifier(username) : null;
  if (email !== null) return { channel: 'email', value: email };
  const phone = isPhoneCode(code) ? phoneIdentifier(number, code) : null;
  return phone !== null && isPhoneCode(splitPhone(phone).phoneCode) ? { channel: 'sms', value: phone } : null;
}

/** A phone as stored, from the country code and the number of that country that was typed beside it; null when it is none (D-403). */
export const phoneBeside = (phoneCode: string, number: string): string | null =>
  isPhoneCode(phoneCode) && readPhone(number, phoneCode).kind === 'local' ? phoneIdentifier(number, phoneCode) : null;

/** Which way a stored identifier is reached. */
export const identifierFrom = (value: string): Identifier => ({
  channel: value.includes('@') ? 'email' : 'sms',
  value,
});

/** Country code and number of a stored phone, as bodies carry them (D-220). */
export const phoneParts = (phone: string | null): { phoneCode: string | null; phoneNumber: string | null } =>
  phone === null ? { phoneCode: null, phoneNumber: null } : splitPhone(phone);
