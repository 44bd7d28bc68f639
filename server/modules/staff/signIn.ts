import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  me,
  sendStaffCode,
  staffSignIn,
  renameMe,
  listStaffSessions,
  endStaffSession,
} from '../../../src/contract/desk/staff';
import type { MyClinic, StaffSession } from '../../../src/contract/desk/staff';
import { nameInMessage } from '../../../src/domain/messageText';
import { emailForm } from '../../../src/domain/validation/email';
import * as limits from '../../../src/limits';
import { MINUTE } from '../../../src/limits';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import { handle, type Call, type Handled } from '../../calls/handlers';
import type { Services } from '../../calls/services';
import type { Database } from '../../db/schema';
import { inTransaction, type Db, type Trx } from '../../db/transaction';
import { hashCode, hashIdentifier, newCode, sameHash } from '../../system/secrets';
import { loadClinic } from '../clinics/repository';
import { writeOwnAudit } from './audit';
import { endSessions, findPerson, membershipsOf, openSession, personReply, sessionsOf } from './repository';

/** Counts what waits for the clinic at its desk, and how much of it is late. */
export type CountWaiting = (
  db: Db,
  reading: { clinic: Clinic; now: Date; services: Services },
) => Promise<{ waits: number; late: number }>;

/** How many codes of one person are good at the same time, so that a stranger who asks for one voids none at once. */
const liveCodes = 3;

const bound = (email: string, id: string) => ({ clinicId: '', purpose: 'desk', identifier: email, sessionId: id });

/**
 * Sends a code to the e-mail if it belongs to a member of some clinic's staff (D-421). Whether it does is not told, and
 * takes no part in the answer.
 */
async function sendCode(trx: Trx, services: Services, email: string, now: Date): Promise<void> {
  const person = await findPerson(trx, email);
  const [membership] = person ? await membershipsOf(trx, person.id) : [];
  if (!person || !membership) return;
  const earlier = await trx
    .selectFrom('staff_codes')
    .select('id')
    .where('person_id', '=', person.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(liveCodes - 1)
    .execute();
  if (earlier.length > 0)
    await trx
      .deleteFrom('staff_codes')
      .where(
        'id',
        'in',
        earlier.map(({ id }) => id),
      )
      .execute();
  const clinic = await loadClinic(trx, membership.clinic_id);
  if (!clinic) return;
  const [id, code] = [randomUUID(), newCode()];
  const expiresAt = new Date(now.getTime() + limits.codeMs);
  await trx
    .insertInto('staff_codes')
    .values({
      id,
      person_id: person.id,
      code_hash: hashCode(services.config.secret, code, bound(email, id)),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  await services.messages.enqueue(trx, {
    clinicId: clinic.id,
    channel: 'email',
    recipient: email,
    subject: `${code} is your code for the desk`,
    text: `${code} is your code to sign in at the desk of ${nameInMessage(clinic.shop.name)}. It is good for ${limits.codeMs / MINUTE} minutes. If you did not ask for it, you can ignore this message.`,
    kind: 'code',
    demoCode: code,
    expiresAt,
  });
}

/** Returns the person whose live code this is, and uses it up; null for none. A wrong try counts at each live code. */
async function useCode(trx: Trx, services: Services, email: string, typed: string, now: Date) {
  const person = await findPerson(trx, email);
  if (!person || (await membershipsOf(trx, person.id)).length === 0) return null;
  const codes = await trx
    .selectFrom('staff_codes')
    .selectAll()
    .where('person_id', '=', person.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempts', '<', limits.codeAttempts)
    .orderBy('id')
    .forUpdate()
    .execute();
  const plain = typed.replace(/[\s-]/g, '');
  const right = codes.find((row) =>
    sameHash(row.code_hash, hashCode(services.config.secret, plain, bound(email, row.id))),
  );
  await trx
    .updateTable('staff_codes')
    .set((set) => (right ? { used_at: now } : { attempts: set('attempts', '+', 1) }))
    .where('id', 'in', codes.length === 0 ? [''] : codes.map(({ id }) => id))
    .execute();
  return right ? person : null;
}

/** Lists the person's clinics with what waits at each. */
async function clinicsOf(
  db: Db,
  services: Services,
  personId: string,
  now: Date,
  countWaiting: CountWaiting,
): Promise<MyClinic[]> {
  const clinics: MyClinic[] = [];
  for (const { clinic_id, role, provider_id } of await membershipsOf(db, personId)) {
    const clinic = await loadClinic(db, clinic_id);
    if (!clinic) continue;
    const { waits, late } = await countWaiting(db, { clinic, now, services });
    clinics.push({
      id: clinic.id,
      name: clinic.shop.name,
      color: clinic.shop.metadata.brandColor ?? null,
      timezone: clinic.shop.timezone,
      role,
      provider_id,
      waits,
      late,
    });
  }
  return clinics.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Signs a person in and returns what the desk starts with; the one place for codes and passkeys. */
export async function signIn(
  db: Kysely<Database>,
  call: { services: Services; address: string; device: { label: string }; now: Date },
  person: { id: string; name: string; email: string },
  countWaiting: CountWaiting,
): Promise<StaffSession> {
  const { services, address, device, now } = call;
  const token = await inTransaction(db, (trx) =>
    openSession(trx, { id: randomUUID(), personId: person.id, device: device.label, address, now }),
  );
  return {
    token,
    person: personReply(person),
    clinics: await clinicsOf(db, services, person.id, now, countWaiting),
  };
}

const emailOf = (typed: string): string => {
  const email = emailForm(typed);
  if (email === null) throw new ApiError('validation', { fields: { email: 'must be an e-mail address' } });
  return email;
};

/** The hash that a cap counts an e-mail by. */
const hashOfEmail = ({ body, services }: Call<typeof sendStaffCode>): string =>
  hashIdentifier(services.config.secret, emailOf(body.email));

/** Signing in at the desk by a code, the person's own name and sessions (D-421). */
export const signInRoutes = (countWaiting: CountWaiting): Handled[] => [
  handle(
    sendStaffCode,
    async ({ body, db, services, now }) => {
      const email = emailOf(body.email);
      await inTransaction(db, (trx) => sendCode(trx, services, email, now));
      return { sent: true as const, length: limits.codeDigits };
    },
    { caps: { staffCodesPerEmail: hashOfEmail } },
  ),

  handle(staffSignIn, async (call) => {
    const { body, services, now } = call;
    const email = emailOf(body.email);
    const db = services.db;
    const person = await inTransaction(db, (trx) => useCode(trx, services, email, body.code, now));
    if (!person) throw new ApiError('InvalidCode');
    return signIn(db, call, person, countWaiting);
  }),

  handle(me, async ({ member, db, services, now }) => ({
    person: { id: member.personId, name: member.name, email: member.email },
    clinics: await clinicsOf(db, services, member.personId, now, countWaiting),
  })),

  handle(renameMe, async ({ body, member, services, now }) => {
    const name = nameInMessage(body.name);
    if (name === '') throw new ApiError('validation', { fields: { name: 'must be a name' } });
    await inTransaction(services.db, async (trx) => {
      await trx.updateTable('people').set({ name }).where('id', '=', member.personId).execute();
      const { personId } = member;
      await writeOwnAudit(trx, { personId, what: 'changed their name', ids: { person: personId }, now });
    });
    return { id: member.personId, name, email: member.email };
  }),

  handle(listStaffSessions, ({ member, db, now }) => sessionsOf(db, member.personId, member.sessionId, now)),

  handle(endStaffSession, async ({ params, member, services, now }) => {
    const id = params.id === 'current' ? member.sessionId : params.id;
    const { personId } = member;
    await inTransaction(services.db, async (trx) => {
      if ((await endSessions(trx, personId, id, now)) === 0) throw new ApiError('not_found');
      await writeOwnAudit(trx, { personId, what: 'ended a session of their own', ids: { session: id }, now });
    });
    return { done: true as const };
  }),
];
