import { inTransaction, type Trx } from '../../../db/transaction';
import type { updateProfile } from '../../../../src/contract/auth';
import type { Input } from '../../../../src/contract/endpoint';
import { birthdayProblem } from '../../../../src/domain/validation/birthday';
import { tidySpaces } from '../../../../src/domain/validation/name';
import { PHONE_INVALID } from '../../../../src/domain/validation/phone';
import { isPhoneCode } from '../../../../src/domain/validation/phoneCodes';
import * as limits from '../../../../src/limits';
import { countWithin } from '../../../calls/counters';
import { ApiError } from '../../../calls/errors';
import type { Services } from '../../../calls/services';
import { emailIdentifier, NO_COUNTRY, phoneBeside, type Identifier } from '../../contacts/identifiers';
import { changeUser, findUser, lockUser, type UserChange, type UserRow } from '../../users/repository';
import { ownerOf } from './settleVerified';

type Body = Input<typeof updateProfile>['body'];
type Asked = { clinicId: string; phoneCode: string; userId: string; body: Body; now: Date };

/**
 * Changes an owner's profile and returns the user afterwards: absent fields stay, metadata is merged (D-117), and a
 * contact that replaces a verified one waits until a code has proved it (D-214). Throws `AliasAlreadyUsed` for somebody
 * else's contact.
 */
export async function changeProfile(services: Services, asked: Asked): Promise<UserRow> {
  const { clinicId, userId, now } = asked;
  const { change, contacts } = checked(asked);
  const before = await findUser(services.db, clinicId, userId);
  if (before === undefined) throw new ApiError('unauthorized');
  const others = contacts.filter((contact) => !isOwn(before, contact));
  // Counted even if refused, since every answer tells whether a contact is taken.
  if (others.length > 0)
    await countWithin(services.db, services, 'contactChangesPerOwner', { clinicId, whose: userId, now });
  return inTransaction(services.db, async (trx) => {
    const user = await lockUser(trx, clinicId, userId);
    if (user === undefined) throw new ApiError('unauthorized');
    for (const contact of others) await mustBeFree(trx, clinicId, userId, contact);
    const whole = {
      ...change,
      ...Object.assign({}, ...contacts.map((contact) => contactChange(user, contact))),
      ...metadataChange(user, asked.body),
    };
    if (Object.keys(whole).length > 0) await changeUser(trx, clinicId, userId, whole);
    return (await findUser(trx, clinicId, userId))!;
  });
}

/**
 * Reads name, picture and contacts from the body. Null or absent contacts stay: a verified one can be replaced, not
 * removed.
 */
function checked({ body, phoneCode: clinicPhoneCode }: Asked): { change: UserChange; contacts: Identifier[] } {
  const fields: Record<string, string> = {};
  const change: UserChange = {};
  const contacts: Identifier[] = [];
  if (body.firstName !== undefined && body.firstName !== null) {
    change.first_name = tidySpaces(body.firstName);
    if (change.first_name === '') fields['firstName'] = 'Name is required';
  }
  if (body.avatar !== undefined) {
    change.avatar = body.avatar || null;
    if (change.avatar !== null && !isHttps(change.avatar)) fields['avatar'] = 'must be an https address';
  }
  if (body.email !== undefined && body.email !== null) {
    const value = emailIdentifier(body.email);
    if (value === null)
      fields['email'] = body.email.trim() === '' ? 'Please enter your email' : 'Please enter correct email format';
    else contacts.push({ channel: 'email', value });
  }
  if (body.phoneNumber !== undefined && body.phoneNumber !== null) {
    const phoneCode = body.phoneCode || clinicPhoneCode;
    const value = phoneBeside(phoneCode, body.phoneNumber);
    if (!isPhoneCode(phoneCode)) fields['phoneCode'] = NO_COUNTRY;
    else if (body.phoneNumber.trim() === '') fields['phoneNumber'] = 'Phone is required';
    else if (value === null)
      fields['phoneNumber'] =
        body.phoneNumber.replace(/\D/g, '').length < limits.phoneDigits
          ? 'Please enter at least 10 digits'
          : PHONE_INVALID;
    else contacts.push({ channel: 'sms', value });
  }
  if (Object.keys(fields).length > 0) throw new ApiError('validation', { fields });
  return { change, contacts };
}

const isOwn = (user: UserRow, { channel, value }: Identifier): boolean =>
  value === (channel === 'email' ? user.email : user.phone);

async function mustBeFree(trx: Trx, clinicId: string, userId: string, contact: Identifier): Promise<void> {
  const owner = await ownerOf(trx, clinicId, contact);
  if (owner !== undefined && owner.id !== userId) throw new ApiError('AliasAlreadyUsed');
}

/**
 * Entering the user's present contact drops the waiting one. Another contact waits, or is stored at once where none is
 * verified.
 */
function contactChange(user: UserRow, contact: Identifier): UserChange {
  const isWaiting = !isOwn(user, contact);
  if (contact.channel === 'email') {
    return user.email_verified_at === null
      ? { email: contact.value }
      : { pending_email: isWaiting ? contact.value : null };
  }
  return user.phone_verified_at === null
    ? { phone: contact.value }
    : { pending_phone: isWaiting ? contact.value : null };
}

/** Merges birth day and month into the stored metadata; together they must be a valid date (D-117). */
function metadataChange(user: UserRow, { metadata }: Body): UserChange {
  if (metadata === undefined) return {};
  const given = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
  const merged = { ...user.metadata, ...given };
  const problem = birthdayProblem({
    dateOfBirth: merged.dateOfBirth ?? null,
    monthOfBirth: merged.monthOfBirth ?? null,
  });
  if (problem !== null) throw new ApiError('validation', { fields: { 'metadata.dateOfBirth': problem } });
  return { metadata: merged };
}

function isHttps(text: string): boolean {
  try {
    return new URL(text).protocol === 'https:';
  } catch {
    return false;
  }
}
