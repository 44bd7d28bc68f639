import type { SignedIn } from '../../../../src/contract/auth';
import { isEmailName } from '../../../../src/domain/validation/email';
import * as limits from '../../../../src/limits';
import { countWithin } from '../../../calls/counters';
import type { Clinic } from '../../../calls/clinic';
import { ApiError } from '../../../calls/errors';
import type { Session } from '../../../calls/session';
import { type Db, inTransaction, type Trx } from '../../../db/transaction';
import type { Services } from '../../../calls/services';
import { passwordProblem } from '../passwords/commonPasswords';
import { identifierFrom, usernameIdentifier, type Identifier } from '../../contacts/identifiers';
import { hashPassword } from '../passwords/passwords';
import { findVerifiedUser } from '../../users/repository';
import { lockSession, type SigningDevice } from '../sessions/repository';
import { signInProved, tryCodeOfSession } from './sessions';
import { asStored, standsHere } from './spelling';
import { hashToken, newToken } from '../../../system/secrets';

type Asking = { clinic: Clinic; session: Session; now: Date };

/**
 * Returns the identifier whose password is to be set. An older spelling gets a code only if it is stored here, with the
 * same answer either way (D-204, D-410). Throws `validation` for what is neither e-mail nor phone.
 */
export async function resetIdentifier(
  db: Db,
  clinicId: string,
  username: string,
  phoneCode: string,
): Promise<{ identifier: Identifier; isWithheld: boolean }> {
  const identifier = usernameIdentifier(username, phoneCode);
  if (identifier !== null) return { identifier: await asStored(db, clinicId, identifier, username), isWithheld: false };
  if (!isEmailName(username))
    throw new ApiError('validation', { fields: { username: 'Please enter your phone number or email' } });
  const value = username.trim().toLowerCase();
  return { identifier: { channel: 'email', value }, isWithheld: !(await standsHere(db, clinicId, value)) };
}

/** Stores the reset token among the codes: for this session and identifier, usable once, valid as long as a code. */
const provedPurpose = 'reset-proved';

/**
 * Exchanges the code for a token with which the session can set the password once. A repetition after a lost reply
 * replaces the first token.
 */
export async function proveReset(
  services: Services,
  asking: Asking & { identifier: Identifier; code: string },
): Promise<{ success: true; token: string }> {
  const { clinic, session, identifier, now } = asking;
  const token = newToken();
  const tried = await inTransaction(services.db, async (trx) => {
    const answer = await tryCodeOfSession(trx, services, 'reset', asking);
    if (answer === 'right') await keepToken(trx, services, { clinic, session, now, identifier, token });
    return answer;
  });
  if (tried === 'wrong') throw new ApiError('InvalidCode');
  if (tried === 'exceeded') throw new ApiError('VerificationMaximumExceeded');
  return { success: true, token };
}

async function keepToken(
  trx: Trx,
  services: Services,
  { clinic, session, now, identifier, token }: Asking & { identifier: Identifier; token: string },
): Promise<void> {
  const clinicId = clinic.id;
  await trx
    .deleteFrom('codes')
    .where('clinic_id', '=', clinicId)
    .where('session_id', '=', session.id)
    .where('purpose', '=', provedPurpose)
    .where('used_at', 'is', null)
    .execute();
  await trx
    .insertInto('codes')
    .values({
      clinic_id: clinicId,
      id: services.ids.next(),
      session_id: session.id,
      purpose: provedPurpose,
      identifier: identifier.value,
      code_hash: hashToken(token),
      attempts: 0,
      created_at: now,
      expires_at: new Date(now.getTime() + limits.codeMs),
      used_at: null,
    })
    .execute();
}

/**
 * Sets the password of the proved identifier's owner, ends their other sessions and signs in. Throws `InvalidCode` for
 * a token that is used, expired or another session's.
 */
export async function finishReset(
  services: Services,
  asking: Asking & { device: SigningDevice; token: string; password: string; address: string },
): Promise<SignedIn> {
  const { clinic, session, device, now } = asking;
  const clinicId = clinic.id;
  // Checked before the slow hash, used up after it.
  const found = await findProof(services.db, asking);
  const problem = passwordProblem(asking.password, {
    identifiers: found === undefined ? [] : await namesOf(services.db, clinicId, identifierFrom(found.identifier)),
    clinicName: clinic.shop.name,
  });
  if (problem !== null) throw new ApiError('validation', { fields: { password: problem } });
  if (found === undefined) throw new ApiError('InvalidCode');
  await countWithin(services.db, services, 'passwordsPerAddress', { clinicId, whose: asking.address, now });
  const passwordHash = await hashPassword(asking.password);
  return inTransaction(services.db, async (trx) => {
    if ((await lockSession(trx, clinicId, session.id)) === undefined) throw new ApiError('unauthorized');
    const proof = await findProof(trx, asking);
    if (proof === undefined) throw new ApiError('InvalidCode');
    await trx
      .updateTable('codes')
      .set({ used_at: now })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', proof.id)
      .execute();
    const given = { firstName: null, email: null, phone: null };
    return signInProved(trx, services, {
      clinic,
      session,
      identifier: identifierFrom(proof.identifier),
      given,
      device,
      now,
      passwordHash,
    });
  });
}

/** Lists the proved identifier and the others that its owner signs in by. */
async function namesOf(db: Db, clinicId: string, identifier: Identifier): Promise<string[]> {
  const user = await findVerifiedUser(db, clinicId, identifier);
  return [identifier.value, user?.email, user?.phone].filter((one) => typeof one === 'string');
}

const findProof = (db: Db, { clinic, session, token, now }: Asking & { token: string }) =>
  db
    .selectFrom('codes')
    .select(['id', 'identifier'])
    .where('clinic_id', '=', clinic.id)
    .where('session_id', '=', session.id)
    .where('purpose', '=', provedPurpose)
    .where('code_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
