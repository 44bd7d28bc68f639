import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../db/transaction';
import * as limits from '../../../../src/limits';
import { MINUTE } from '../../../../src/limits';
import type { CapName } from '../../../calls/caps';
import type { Clinic } from '../../../calls/clinic';
import { countWithin } from '../../../calls/counters';
import type { Device } from '../../../calls/device';
import type { Services } from '../../../calls/services';
import { countWithShare, isKnownDevice } from '../sessions/devices';
import type { Identifier } from '../../contacts/identifiers';
import { ApiError } from '../../../calls/errors';
import { lockSession } from '../sessions/repository';
import { dropSignUp, prolongSignUp } from './signUpRepository';
import { hashCode, hashIdentifier, newCode, sameHash, type CodePurpose } from '../../../system/secrets';

/**
 * The purpose of a code: signing in, creating a sign-up's account, or setting a new password. A code is valid for its
 * own purpose only.
 */
export type Purpose = 'sign-in' | 'sign-up' | 'reset';

type Send = {
  clinic: Clinic;
  sessionId: string;
  identifier: Identifier;
  purpose: Purpose;
  address: string;
  device: Device;
  now: Date;
  /** True to send no code while everything else looks the same: the hidden refusal (D-16). */
  isWithheld?: boolean;
};

/**
 * Makes a code and writes it to the outbox, under the caps of D-204. The session's earlier code for the identifier
 * becomes void, and so does its sign-up, unless the new code is for that sign-up (D-406). Accounts are not looked up,
 * so the answer cannot tell who is known.
 */
export async function sendCode(trx: Trx, services: Services, send: Send): Promise<void> {
  const { clinic, sessionId, identifier, now } = send;
  // Sign-ups and codes of one session run one after the other, so that a code belongs to the sign-up present when it
  // was asked for.
  if ((await lockSession(trx, clinic.id, sessionId)) === undefined) throw new ApiError('unauthorized');
  if (send.purpose !== 'sign-up') await dropSignUp(trx, clinic.id, sessionId);
  else if (!(await prolongSignUp(trx, clinic.id, sessionId, identifier, now)))
    throw new ApiError('conflict', { message: SIGN_UP_OVER });
  await countSend(trx, services, send);
  const code = newCode();
  const bound: CodePurpose = { clinicId: clinic.id, purpose: send.purpose, identifier: identifier.value, sessionId };
  const expiresAt = new Date(now.getTime() + limits.codeMs);
  await trx
    .deleteFrom('codes')
    .where('clinic_id', '=', clinic.id)
    .where('session_id', '=', sessionId)
    .where('purpose', 'in', bound.purpose === 'reset' ? ['reset'] : ['sign-in', 'sign-up'])
    .where('identifier', '=', bound.identifier)
    .execute();
  await trx
    .insertInto('codes')
    .values({
      clinic_id: clinic.id,
      id: randomUUID(),
      session_id: sessionId,
      purpose: bound.purpose,
      identifier: bound.identifier,
      code_hash: hashCode(services.config.secret, code, bound),
      attempts: 0,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
  if (send.isWithheld) return;
  await services.messages.enqueue(trx, {
    clinicId: clinic.id,
    channel: identifier.channel,
    recipient: identifier.value,
    subject:
      identifier.channel === 'email'
        ? `${code} is your code ${send.purpose === 'sign-up' ? 'to create an account at' : 'for'} ${clinic.shop.name}`
        : null,
    text: codeText(clinic.shop.name, code, send.purpose),
    kind: 'code',
    demoCode: code,
    expiresAt,
  });
}

const codeFor: Readonly<Record<Purpose, (clinicName: string) => string>> = {
  'sign-in': (clinicName) => `for ${clinicName}`,
  'sign-up': (clinicName) => `to create an account at ${clinicName}`,
  reset: (clinicName) => `for ${clinicName}, to set a new password`,
};

const codeText = (clinicName: string, code: string, purpose: Purpose) =>
  `${code} is your code ${codeFor[purpose](clinicName)}. It is good for ${limits.codeMs / MINUTE} minutes. If you did not ask for it, you can ignore this message.`;

/**
 * The message for a code whose sign-up has expired, or was ended by another code or a booking of its session (D-406).
 */
const SIGN_UP_OVER = 'That took too long. Please sign up again.';

async function countSend(
  trx: Trx,
  services: Services,
  { clinic, identifier, address, device, now }: Send,
): Promise<void> {
  const under = (name: CapName, whose: string) => countWithin(trx, services, name, { clinicId: clinic.id, whose, now });
  const asked = { clinicId: clinic.id, whose: hashIdentifier(services.config.secret, identifier.value), now };
  await countWithShare(trx, services, 'codeSendsPerIdentifier', asked, () =>
    isKnownDevice({ clinicId: clinic.id, device, services }, trx, identifier),
  );
  await under('codeSendsPerAddress', address);
  await under('codeSendsPerClinic', '');
  await under('codeSendsInTotal', '');
}

/** Chooses the session's code to try for signing in: the unused one, else the one used last. */
export async function purposeOfCode(trx: Trx, bound: Omit<CodePurpose, 'purpose'>): Promise<'sign-in' | 'sign-up'> {
  const row = await trx
    .selectFrom('codes')
    .select('purpose')
    .where('clinic_id', '=', bound.clinicId)
    .where('session_id', '=', bound.sessionId)
    .where('purpose', 'in', ['sign-in', 'sign-up'])
    .where('identifier', '=', bound.identifier)
    .orderBy((order) => order('used_at', 'is', null), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.purpose === 'sign-up' ? 'sign-up' : 'sign-in';
}

export type CodeTried = 'right' | 'wrong' | 'exceeded';

/**
 * Whether a just used code is accepted again, since the reply may have been lost: never, beside an unused code, or only
 * a used one.
 */
export type Again = 'refused' | 'taken' | 'alone';

/**
 * Tries a code. A wrong try is counted, the right code is used up. After five wrong tries the answer is `exceeded`,
 * also for the right code (D-204). The caller holds the session's lock and commits, whatever the answer.
 */
export async function tryCode(
  trx: Trx,
  secret: string,
  code: string,
  bound: CodePurpose,
  now: Date,
  again: Again = 'refused',
): Promise<CodeTried> {
  const row = await trx
    .selectFrom('codes')
    .selectAll()
    .where('clinic_id', '=', bound.clinicId)
    .where('session_id', '=', bound.sessionId)
    .where('purpose', '=', bound.purpose)
    .where('identifier', '=', bound.identifier)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return 'wrong';
  if (row.attempts >= limits.codeAttempts) return 'exceeded';
  const isUsable = row.used_at === null ? again !== 'alone' : again !== 'refused' && (await wasJustUsed(trx, row, now));
  if (!isUsable || row.expires_at <= now) return 'wrong';
  const right = sameHash(row.code_hash, hashCode(secret, code.replace(/[\s-]/g, ''), bound));
  await trx
    .updateTable('codes')
    .set(right ? { used_at: row.used_at ?? now } : { attempts: row.attempts + 1 })
    .where('clinic_id', '=', row.clinic_id)
    .where('id', '=', row.id)
    .execute();
  return right ? 'right' : 'wrong';
}

/** Whether this code made the session's last verification, a moment ago. */
async function wasJustUsed(
  trx: Trx,
  row: { clinic_id: string; id: string; session_id: string; used_at: Date | null },
  now: Date,
): Promise<boolean> {
  if (row.used_at === null || now.getTime() - row.used_at.getTime() >= limits.previousTokenMs) return false;
  const later = await trx
    .selectFrom('codes')
    .select('id')
    .where('clinic_id', '=', row.clinic_id)
    .where('session_id', '=', row.session_id)
    .where('id', '<>', row.id)
    .where('used_at', '>=', row.used_at)
    .limit(1)
    .executeTakeFirst();
  return later === undefined;
}
