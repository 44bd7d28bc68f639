import { EMAIL_INVALID, emailProblem, tidyEmail } from './email';
import { phoneProblem, phoneSent } from './phone';

/** Shown under both fields where one of them is needed and neither is filled (VAL-08). */
export const CONTACT_REQUIRED = 'A mobile phone number or email is required';
/** Shown under a required e-mail (VAL-09). */
export const EMAIL_REQUIRED = 'A valid email address is required';
/** Shown under a required phone (VAL-10). */
export const PHONE_REQUIRED = 'A phone number is required';

/** Shown under a contact that belongs to somebody else's account (D-21). */
export const ALIAS_USED = 'This phone number or email is already in use. Please sign in as a returning client.';

/**
 * Which contacts the clinic and the type require (D-76); a phone that telemedicine makes required (VAL-12) is already
 * in it.
 */
export type ContactRequirement = { phone: boolean; email: boolean };

const isBlank = (text: string): boolean => text.trim() === '';

/**
 * What the rule of the phone needs to know: the field's country code, and the owner's verified number where it is
 * another country's (D-403).
 */
export type PhoneFacts = { code?: string; own?: string | null };

/**
 * The message for the phone; null for a right one. It is needed where it is required, or where the e-mail is empty too
 * and not required; a filled one has to be valid (VAL-06, 08, 10 to 12, D-76).
 */
export function requiredPhoneProblem(
  phone: string,
  email: string,
  required: ContactRequirement,
  { code, own = null }: PhoneFacts = {},
): string | null {
  if (!isBlank(phone)) return phoneProblem(phone, code, own);
  if (required.phone) return PHONE_REQUIRED;
  return !required.email && isBlank(email) ? CONTACT_REQUIRED : null;
}

/**
 * The message for the e-mail; null for a right one (VAL-04, 05, 08, 09, D-76). Where both contacts are required, an
 * invalid e-mail has the same message as a missing one (VAL-09).
 */
export function requiredEmailProblem(email: string, phone: string, required: ContactRequirement): string | null {
  if (isBlank(email)) {
    if (required.email) return EMAIL_REQUIRED;
    return !required.phone && isBlank(phone) ? CONTACT_REQUIRED : null;
  }
  const problem = emailProblem(email);
  return problem === EMAIL_INVALID && required.email && required.phone ? EMAIL_REQUIRED : problem;
}

/** Where a code is sent: to the phone if there is one, else to the e-mail (D-29); null without either. */
export function codeChannel(phone: string, email: string): { channel: 'phone' | 'email'; identifier: string } | null {
  const sent = phoneSent(phone);
  if (sent !== '') return { channel: 'phone', identifier: sent };
  return isBlank(email) ? null : { channel: 'email', identifier: tidyEmail(email) };
}
