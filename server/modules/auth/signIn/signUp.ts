import type { signUp as signUpCall } from '../../../../src/contract/auth';
import type { Input, Output } from '../../../../src/contract/endpoint';
import { PHONE_INVALID, readPhone } from '../../../../src/domain/validation/phone';
import { isPhoneCode } from '../../../../src/domain/validation/phoneCodes';
import * as limits from '../../../../src/limits';
import { inTransaction } from '../../../db/transaction';
import { countWithin } from '../../../calls/counters';
import type { Clinic } from '../../../calls/clinic';
import { ApiError } from '../../../calls/errors';
import type { Session } from '../../../calls/session';
import type { Services } from '../../../calls/services';
import { emailIdentifier, NO_COUNTRY, phoneBeside, usernameIdentifier } from '../../contacts/identifiers';
import { passwordProblem } from '../passwords/commonPasswords';
import { hashPassword } from '../passwords/passwords';
import { lockSession } from '../sessions/repository';
import { openGuestSession } from './sessions';
import { keepSignUp, type Contacts } from '../codes/signUpRepository';

type Body = Input<typeof signUpCall>['body'];

const digitsOf = (text: string): string => text.replace(/\D/g, '');

type Asking = { clinic: Clinic; session: Session | null; body: Body; address: string; now: Date };

/**
 * Stores a sign-up's password in the caller's session until a code proves its contacts; a caller without a session gets
 * a guest's. No account is looked up, so known and unknown contacts get the same answer (D-204).
 */
export async function signUp(
  services: Services,
  { clinic, session, body, address, now }: Asking,
): Promise<Output<typeof signUpCall>> {
  const clinicId = clinic.id;
  const contacts = signUpContacts(body, clinic.shop);
  await countWithin(services.db, services, 'passwordsPerAddress', { clinicId, whose: address, now });
  const passwordHash = await hashPassword(body.password);
  return inTransaction(services.db, async (trx) => {
    const id = session?.id ?? services.ids.next();
    const opened = session === null ? await openGuestSession(trx, services, { clinicId, address, now, id }) : {};
    // Wait for a code of the session that is being tried: it does not belong to this sign-up.
    if ((await lockSession(trx, clinicId, id)) === undefined) throw new ApiError('unauthorized');
    await keepSignUp(trx, clinicId, id, contacts, passwordHash, now);
    return { pending: true as const, ...opened };
  });
}

/**
 * Returns the sign-up's contacts, normalised. The username must be one of them, so that every stored password can be
 * proved by a code. A phone that no code can be sent to is dropped if there is an e-mail (D-24); one of another country
 * than the field's is refused (D-403).
 */
function signUpContacts(body: Body, { name, phoneCode: clinicPhoneCode }: Clinic['shop']): Contacts {
  const fields: Record<string, string> = {};
  const email = emailIdentifier(body.email);
  if (body.email && email === null) fields['email'] = 'Please enter correct email format';

  const phoneCode = body.phoneCode || clinicPhoneCode;
  const typed = digitsOf(body.phoneNumber ?? '');
  const phone = body.phoneNumber ? phoneBeside(phoneCode, body.phoneNumber) : null;
  if (!isPhoneCode(phoneCode)) fields['phoneCode'] = NO_COUNTRY;
  else if (body.phoneNumber && typed.length < limits.phoneDigits)
    fields['phoneNumber'] = 'Please enter at least 10 digits';
  else if (
    body.phoneNumber &&
    phone === null &&
    (email === null || readPhone(body.phoneNumber, phoneCode).kind === 'foreign')
  )
    fields['phoneNumber'] = PHONE_INVALID;
  if (!body.phoneNumber && !body.email) fields['phoneNumber'] = 'Phone is required';

  const named = usernameIdentifier(body.username, phoneCode);
  const isNamed =
    named === null
      ? typed !== '' && phone === null && digitsOf(body.username) === `${phoneCode}${typed}`
      : [email, phone].includes(named.value);
  if (!isNamed) fields['username'] = 'must be the e-mail, or the phone as {phoneCode};{digits}';

  const problem = passwordProblem(body.password, {
    identifiers: [email, phone ?? `+${phoneCode}${typed}`, named?.value].filter((one) => typeof one === 'string'),
    clinicName: name,
  });
  if (problem !== null) fields['password'] = problem;
  if (Object.keys(fields).length > 0) throw new ApiError('validation', { fields });
  return { email, phone };
}
