import { EMAIL_INVALID, emailForm } from '../../../src/domain/validation/email';
import { e164Of, PHONE_INVALID, readPhone } from '../../../src/domain/validation/phone';
import { isPhoneCode, splitPhone } from '../../../src/domain/validation/phoneCodes';
import { ApiError } from '../../calls/errors';

/** A contact that a code can be sent to: an e-mail in lower case or a phone in E.164. */
export type Identifier = { channel: 'email' | 'sms'; value: string };

/** Returns an e-mail in the form in which it is stored and compared, or null if it is not valid (D-410). */
export const emailIdentifier = (given: string | null | undefined): string | null => emailForm(given ?? '');

/**
 * Returns a phone in the form in which it is stored and compared (E.164), or null if it is not valid. A number without
 * `+` gets the given country code.
 */
export const phoneIdentifier = (given: string | null | undefined, phoneCode: string): string | null =>
  e164Of(given ?? '', phoneCode);

type Contacts = {
  email?: string | null | undefined;
  phoneNumber?: string | null | undefined;
  phoneCode?: string | undefined;
};

/**
 * The error for a phone code to which no code is sent: one of a country that sign-up does not offer, such as a
 * satellite's, or one that costs extra.
 */
export const NO_COUNTRY = 'must be of a country that sign-up offers';

/**
 * Returns a phone in E.164 to which a code can be sent. Throws `validation` at the wrong one of the `fields` for an
 * invalid number and for a country to which no code is sent.
 */
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

/** Returns an e-mail to which a code can be sent, in its stored form. Throws `validation` if it is not valid. */
export function emailToReach(given: string): string {
  const email = emailIdentifier(given);
  if (email === null) throw new ApiError('validation', { fields: { email: EMAIL_INVALID } });
  return email;
}

/**
 * Returns where the code goes: to the phone if there is one, else to the e-mail (D-29). Throws `validation` without a
 * usable one.
 */
export function identifierOf(contacts: Contacts, clinicPhoneCode: string): Identifier {
  if (contacts.phoneNumber)
    return { channel: 'sms', value: phoneToReach(contacts.phoneNumber, contacts.phoneCode || clinicPhoneCode) };
  if (!contacts.email) throw new ApiError('validation', { fields: { email: 'is required without a phone' } });
  return { channel: 'email', value: emailToReach(contacts.email) };
}

/**
 * Returns the contact that a username stands for, or null if it is none: an e-mail, or a phone as
 * `{phoneCode};{digits}` (D-25, D-403). A number with `+` names its own country; digits alone get the clinic's code.
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

/**
 * Returns the stored form of a phone from its country code and the number typed beside it, which must be of that
 * country; null if it is not valid (D-403).
 */
export const phoneBeside = (phoneCode: string, number: string): string | null =>
  isPhoneCode(phoneCode) && readPhone(number, phoneCode).kind === 'local' ? phoneIdentifier(number, phoneCode) : null;

/** Returns a stored contact with the channel that reaches it. */
export const identifierFrom = (value: string): Identifier => ({
  channel: value.includes('@') ? 'email' : 'sms',
  value,
});

/** Splits a stored phone into country code and number, the form in which requests and replies carry it (D-220). */
export const phoneParts = (phone: string | null): { phoneCode: string | null; phoneNumber: string | null } =>
  phone === null ? { phoneCode: null, phoneNumber: null } : splitPhone(phone);
