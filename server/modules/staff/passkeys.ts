import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  passkeyOptions,
  passkeySignIn,
  removePasskey,
  type MadePasskey,
  type Passkey,
  type UsedPasskey,
} from '../../../src/contract/desk/passkeys';
import type { StaffSession } from '../../../src/contract/desk/staff';
import { passkeyCeremonyMs, passkeysMost } from '../../../src/limits';
import type { Device } from '../../calls/device';
import { ApiError } from '../../calls/errors';
import { handle, type Handled } from '../../calls/handlers';
import type { Services } from '../../calls/services';
import { passkeySettings, PASSKEYS_OFF, type PasskeySettings } from '../../config/passkeys';
import { inTransaction, type Db, type Trx } from '../../db/transaction';
import { tellOfPasskey } from './passkeyMail';

/** Signs in at the desk somebody who has proved who they are. */
export type SignIn = (
  call: { services: Services; address: string; device: Device; now: Date },
  person: { id: string; name: string; email: string },
) => Promise<StaffSession>;

/** The library is loaded with the first use of a passkey, since the start of a server does not need it. */
const webAuthn = () => import('@simplewebauthn/server');

/** Whom passkeys are made for. Throws `unavailable` where the portal's address allows none. */
function settingsOf({ config }: Services): PasskeySettings {
  const settings = passkeySettings(config.publicUrl);
  if (settings === null) throw new ApiError('unavailable', { message: PASSKEYS_OFF });
  return settings;
}

/** Keeps what a browser is asked for five minutes, and returns the ceremony's id. */
async function begin(
  db: Db,
  { ids }: Services,
  { personId, challenge, now }: { personId: string | null; challenge: string; now: Date },
): Promise<string> {
  const id = ids.next();
  await db
    .insertInto('passkey_ceremonies')
    .values({ id, person_id: personId, challenge, expires_at: new Date(now.getTime() + passkeyCeremonyMs) })
    .execute();
  return id;
}

/**
 * Ends a ceremony, whatever comes of it, and returns its challenge. Null for one that is over, was used, or is another
 * person's.
 */
async function end(db: Db, id: string, personId: string | null, now: Date): Promise<string | null> {
  const row = await db
    .deleteFrom('passkey_ceremonies')
    .where('id', '=', id)
    .where('person_id', 'is not distinct from', personId)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > now ? row.challenge : null;
}

const misfit = (): ApiError =>
  new ApiError('validation', {
    message: 'The passkey was not added. Please try again.',
    fields: { answer: 'does not fit' },
  });
const unproved = (): ApiError =>
  new ApiError('unauthorized', { message: 'This passkey does not sign in here. Please sign in with a code.' });

const replyOf = (row: { id: string; label: string; created_at: Date; last_used_at: Date | null }): Passkey => ({
  id: row.id,
  label: row.label,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

const passkeysOf = (db: Db, personId: string) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

const transportsOf = (transports: string): string[] => transports.split(',').filter(Boolean);

/** What a ceremony proves of a new passkey. Throws `validation` for an answer that does not fit it. */
async function provedNew(answer: MadePasskey, challenge: string, { rpId, origin }: PasskeySettings) {
  const { verifyRegistrationResponse } = await webAuthn();
  // The library throws for whatever does not fit.
  const result = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => null);
  if (!result?.verified) throw misfit();
  return result.registrationInfo.credential;
}

type Stored = Awaited<ReturnType<typeof passkeysOf>>[number];

/** The counter that a passkey's answer proves; null where it proves nothing. */
async function provedCounter(
  answer: UsedPasskey,
  challenge: string,
  passkey: Stored,
  { rpId, origin }: PasskeySettings,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const result = await verifyAuthenticationResponse({
    response: { ...answer, response: withoutHandle(answer), clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
      transports: transportsOf(passkey.transports),
    },
  }).catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

/** Whose the answer says that its passkey is; the browser need not tell. */
const handleOf = ({ response: { userHandle } }: UsedPasskey): string | null =>
  userHandle ? Buffer.from(userHandle, 'base64url').toString() : null;

const withoutHandle = ({ response: { clientDataJSON, authenticatorData, signature } }: UsedPasskey) => ({
  clientDataJSON,
  authenticatorData,
  signature,
});

/**
 * The person whose passkey answered a sign-in's ceremony; its counter is kept. Throws `unauthorized` where the answer
 * proves nothing, and for who works at no clinic.
 */
async function provedPerson(trx: Trx, answer: UsedPasskey, challenge: string, settings: PasskeySettings, now: Date) {
  const passkey = await trx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', answer.id)
    .forUpdate()
    .executeTakeFirst();
  if (!passkey || (handleOf(answer) ?? passkey.person_id) !== passkey.person_id) throw unproved();
  const counter = await provedCounter(answer, challenge, passkey, settings);
  if (counter === null) throw unproved();
  const person = await trx
    .selectFrom('people')
    .select(['id', 'name', 'email'])
    .where('id', '=', passkey.person_id)
    .where((where) =>
      where.exists(
        where
          .selectFrom('memberships')
          .select('memberships.clinic_id')
          .whereRef('memberships.person_id', '=', 'people.id')
          .where('memberships.removed_at', 'is', null),
      ),
    )
    .executeTakeFirst();
  if (!person) throw unproved();
  await trx.updateTable('passkeys').set({ counter, last_used_at: now }).where('id', '=', passkey.id).execute();
  return person;
}

/** The calls of passkeys (D-421): people make them at the desk and sign in with them at any of their clinics. */
export const passkeyRoutes = (signIn: SignIn): Handled[] => [
  handle(passkeyOptions, async ({ db, now, services }) => {
    const { rpId } = settingsOf(services);
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      userVerification: 'required',
      timeout: passkeyCeremonyMs,
    });
    const id = await begin(db, services, { personId: null, challenge: options.challenge, now });
    return { ceremony_id: id, options: { ...options } };
  }),

  handle(passkeySignIn, async (call) => {
    const { body, now, services } = call;
    const { db } = services;
    const settings = settingsOf(services);
    const challenge = await end(db, body.ceremony_id, null, now);
    if (challenge === null) throw unproved();
    return signIn(call, await inTransaction(db, (trx) => provedPerson(trx, body.answer, challenge, settings, now)));
  }),

  handle(listPasskeys, async ({ db, member }) => (await passkeysOf(db, member.personId)).map(replyOf)),

  handle(newPasskeyOptions, async ({ db, now, services, member }) => {
    const { rpId } = settingsOf(services);
    const known = await passkeysOf(db, member.personId);
    mustHaveRoom(known.length);
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: 'Clinic desk',
      rpID: rpId,
      userName: member.email,
      userID: new Uint8Array(Buffer.from(member.personId)),
      userDisplayName: member.name || member.email,
      timeout: passkeyCeremonyMs,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known.map((one) => ({ id: one.credential_id, transports: transportsOf(one.transports) })),
    });
    const id = await begin(db, services, { personId: member.personId, challenge: options.challenge, now });
    return { ceremony_id: id, options: { ...options } };
  }),

  handle(addPasskey, async ({ body, now, services, member }) => {
    const { db, ids } = services;
    const settings = settingsOf(services);
    const challenge = await end(db, body.ceremony_id, member.personId, now);
    if (challenge === null) throw misfit();
    const credential = await provedNew(body.answer, challenge, settings);
    const row = { id: ids.next(), label: body.label.trim() || 'Passkey', created_at: now, last_used_at: null };
    await inTransaction(db, async (trx) => {
      // Two that are added at once count each other.
      await trx.selectFrom('people').select('id').where('id', '=', member.personId).forUpdate().execute();
      mustHaveRoom((await passkeysOf(trx, member.personId)).length);
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('passkeys')
        .values({
          ...row,
          person_id: member.personId,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: (credential.transports ?? []).join(','),
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirstOrThrow();
      if (!numInsertedOrUpdatedRows) throw misfit();
      await tellOfPasskey(trx, services, { ...member, passkeyId: row.id, label: row.label, what: 'added', now });
    });
    return replyOf(row);
  }),

  handle(
    removePasskey,
    async ({ db, params, member, now, services }) => {
      const row = await db
        .deleteFrom('passkeys')
        .where('id', '=', params.id)
        .where('person_id', '=', member.personId)
        .returning(['id', 'label'])
        .executeTakeFirst();
      if (!row) throw new ApiError('not_found');
      await tellOfPasskey(db, services, { ...member, passkeyId: row.id, label: row.label, what: 'removed', now });
      return { done: true as const };
    },
    { transaction: true },
  ),
];

/** Throws `not_allowed` where a person has as many passkeys as there may be. */
function mustHaveRoom(count: number): void {
  if (count >= passkeysMost)
    throw new ApiError('not_allowed', {
      message: 'You have as many passkeys as there can be. Please remove one first.',
    });
}
