import type { Transaction } from 'kysely';
import type { SignedIn } from '../../../src/contract/auth';
import { isEmailName } from '../../../src/domain/validation/email';
import { newPasswordProblem } from '../../../src/domain/validation/password';
import { limits } from '../../../src/limits';
import { inTransaction } from '../../db/connection';
import type { Database } from '../../db/schema';
import { countWithin } from '../../plugins/counters';
import { ApiError } from '../../plugins/errors';
import type { Db, Session } from '../../plugins/handlers';
import type { Services } from '../../services';
import { identifierFrom, usernameIdentifier, type Identifier } from './identifiers';
import { hashPassword } from './passwords';
import { lockSession } from './sessionRepository';
import { signInProved, tryCodeOfSession } from './sessions';
import { asStored, standsHere } from './spelling';
import { hashToken, newToken } from './tokens';

type Trx = Transaction<Database>;
type Asking = { clinicId: string; session: Session; now: Date };

/**
 * Whose password shall be set. An address of an older spelling gets its code only where it stands here, and the same
 * answer everywhere (D-204, D-410). Throws `validation` for what can be nobody's name.
 */
export async function resetIdentifier(db: Db, clinicId: string, username: string, phoneCode: string): Promise<{ identifier: Identifier; isWithheld: boolean }> {
  const identifier = usernameIdentifier(username, phoneCode);
  if (identifier !== null) return { identifier: await asStored(db, clinicId, identifier, username), isWithheld: false };
  if (!isEmailName(username)) throw new ApiError('validation', { fields: { username: 'Please enter your phone number or email' } });
  const value = username.trim().toLowerCase();
  return { identifier: { channel: 'email', value }, isWithheld: !(await standsHere(db, clinicId, value)) };
}

/** Kept among the codes: proved in this session for this identifier, good once and as long as a code. */
const provedPurpose = 'reset-proved';

/** Changes the code for a token that lets the session set the password once. Asked again since the reply was lost, another token takes the first one's place. */
export async function proveReset(services: Services, asking: Asking & { identifier: Identifier; code: string }): Promise<{ success: true; token: string }> {
  const { clinicId, session, identifier, now } = asking;
  const token = newToken();
  const tried = await inTransaction(services.db, async (trx) => {
    const answer = await tryCodeOfSession(trx, services, 'reset', asking);
    if (answer === 'right') await keepToken(trx, services, { clinicId, session, now, identifier, token });
    return answer;
  });
  if (tried === 'wrong') throw new ApiError('InvalidCode');
  if (tried === 'exceeded') throw new ApiError('VerificationMaximumExceeded');
  return { success: true, token };
}

async function keepToken(trx: Trx, services: Services, { clinicId, session, now, identifier, token }: Asking & { identifier: Identifier; token: string }): Promise<void> {
  await trx.deleteFrom('codes').where('clinic_id', '=', clinicId).where('session_id', '=', session.id).where('purpose', '=', provedPurpose).where('used_at', 'is', null).execute();
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
 * Sets the password of whoever the proved identifier belongs to, ends that owner's other sessions and signs in.
 * Throws `InvalidCode` for a token that is used, too old, or another session's.
 */
export async function finishReset(services: Services, asking: Asking & { token: string; password: string; address: string }): Promise<SignedIn> {
  const { clinicId, session, now } = asking;
  const problem = newPasswordProblem(asking.password);
  if (problem !== null) throw new ApiError('validation', { fields: { password: problem } });
  // Looked at before the costly hash, and used up only after it.
  if ((await findProof(services.db, asking)) === undefined) throw new ApiError('InvalidCode');
  await countWithin(services.db, services, 'passwordsPerAddress', { clinicId, whose: asking.address, now });
  const passwordHash = await hashPassword(asking.password);
  return inTransaction(services.db, async (trx) => {
    if ((await lockSession(trx, clinicId, session.id)) === undefined) throw new ApiError('unauthorized');
    const proof = await findProof(trx, asking);
    if (proof === undefined) throw new ApiError('InvalidCode');
    await trx.updateTable('codes').set({ used_at: now }).where('clinic_id', '=', clinicId).where('id', '=', proof.id).execute();
    const given = { firstName: null, email: null, phone: null };
    return signInProved(trx, services, { clinicId, session, identifier: identifierFrom(proof.identifier), given, now, passwordHash });
  });
}

const findProof = (db: Db, { clinicId, session, token, now }: Asking & { token: string }) =>
  db
    .selectFrom('codes')
    .select(['id', 'identifier'])
    .where('clinic_id', '=', clinicId)
    .where('session_id', '=', session.id)
    .where('purpose', '=', provedPurpose)
    .where('code_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
