import { randomUUID } from 'node:crypto';
import {
  changeMember,
  endMemberSessions,
  inviteMember,
  listAudit,
  listMembers,
  listMemberSessions,
  removeMember,
  type AuditLine,
  type Member as MemberReply,
  type Role,
} from '../../../src/contract/desk/staff';
import { changeWords, standingWords, type Standing } from '../../../src/domain/desk/memberWords';
import { emailForm } from '../../../src/domain/validation/email';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import { handle, type Handled } from '../../calls/handlers';
import type { Services } from '../../calls/services';
import type { Db, Trx } from '../../db/transaction';
import { writeAudit } from './audit';
import { endSessions, findPerson, membershipsOf, sessionsOf } from './repository';

const memberRows = (db: Db, clinicId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select([
      'people.id as person_id',
      'people.name',
      'people.email',
      'memberships.role',
      'memberships.provider_id',
      'memberships.invited_at',
      'memberships.joined_at',
    ])
    .where('memberships.clinic_id', '=', clinicId)
    .where('memberships.removed_at', 'is', null)
    .orderBy((order) => order('memberships.joined_at', 'is', null))
    .orderBy('people.name')
    .orderBy('people.email');
type Row = Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number];

const clinicianName = ({ providers }: Clinic, id: string | null): string | null =>
  providers.find((provider) => provider.id === id)?.firstName ?? null;

/** A member's role and clinician as the audit names them: by the id of who is a clinician of the clinic no more. */
const standingOf = (
  clinic: Clinic,
  { role, provider_id: id }: { role: Role; provider_id: string | null },
): Standing => ({ role, clinician: clinicianName(clinic, id) ?? id });

const reply = (clinic: Clinic, row: Row, asking: string | null): MemberReply => ({
  person_id: row.person_id,
  name: row.name,
  email: row.email,
  role: row.role,
  provider_id: row.provider_id,
  provider: clinicianName(clinic, row.provider_id),
  invited_at: row.invited_at.toISOString(),
  joined_at: row.joined_at?.toISOString() ?? null,
  is_me: row.person_id === asking,
});

/** Returns a member of the clinic. Throws `not_found` for who is none. */
async function memberOf(db: Db, clinicId: string, personId: string): Promise<Row> {
  const row = await memberRows(db, clinicId).where('people.id', '=', personId).executeTakeFirst();
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Locks the clinic's memberships, so that changes of them run one after the other. */
async function lockMembers(trx: Trx, clinicId: string): Promise<void> {
  await trx.selectFrom('clinics').select('id').where('id', '=', clinicId).forUpdate().execute();
}

/** Throws `not_allowed` where nobody else of the clinic is an admin. */
async function mustLeaveAnAdmin(trx: Trx, clinicId: string, personId: string): Promise<void> {
  const other = await memberRows(trx, clinicId)
    .where('memberships.role', '=', 'admin')
    .where('people.id', '<>', personId)
    .executeTakeFirst();
  if (!other)
    throw new ApiError('not_allowed', { message: 'The clinic needs an admin. Make somebody else one first.' });
}

/** Throws `validation` for a clinician whom the clinic does not have, or who is another member already. */
async function mustBeFree(trx: Trx, clinic: Clinic, providerId: string | null, personId: string | null): Promise<void> {
  if (providerId === null) return;
  const fault = (text: string) => new ApiError('validation', { fields: { provider_id: text } });
  if (!clinic.providers.some(({ id }) => id === providerId)) throw fault('is no clinician of this clinic');
  const taken = await memberRows(trx, clinic.id).where('memberships.provider_id', '=', providerId).executeTakeFirst();
  if (taken && taken.person_id !== personId) throw fault('is another member already');
}

/** Returns the clinic's member with this e-mail, as the operator is told of them; null for none. */
export async function findMember(db: Db, clinic: Clinic, typed: string): Promise<MemberReply | null> {
  const email = emailForm(typed);
  if (email === null) return null;
  const row = await memberRows(db, clinic.id).where('people.email', '=', email).executeTakeFirst();
  return row ? reply(clinic, row, null) : null;
}

export type Invitation = {
  clinic: Clinic;
  email: string;
  role: Role;
  providerId: string | null;
  /** Null for the operator. */
  by: { personId: string; name: string } | null;
  now: Date;
};

/**
 * Makes somebody a member by e-mail and tells them (D-421); who was removed comes back. Throws `not_allowed` for a
 * member, `validation` for an e-mail or clinician that does not fit.
 */
export async function invite(trx: Trx, services: Services, invitation: Invitation): Promise<MemberReply> {
  const { clinic, role, providerId, by, now } = invitation;
  const email = emailForm(invitation.email);
  if (email === null) throw new ApiError('validation', { fields: { email: 'must be an e-mail address' } });
  await lockMembers(trx, clinic.id);
  await trx
    .insertInto('people')
    .values({ id: randomUUID(), email, name: '', created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const person = (await findPerson(trx, email))!;
  const before = await memberRows(trx, clinic.id).where('people.id', '=', person.id).executeTakeFirst();
  if (before) throw new ApiError('not_allowed', { message: `${email} is a member already.` });
  await mustBeFree(trx, clinic, providerId, person.id);
  const row = {
    role,
    provider_id: providerId,
    invited_by: by?.personId ?? null,
    invited_at: now,
    joined_at: null,
    removed_at: null,
  };
  await trx
    .insertInto('memberships')
    .values({ clinic_id: clinic.id, person_id: person.id, ...row })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'person_id']).doUpdateSet(row))
    .execute();
  await writeAudit(trx, {
    clinicId: clinic.id,
    personId: by?.personId ?? null,
    way: by ? 'desk' : 'operator',
    what: `invited ${email} as ${standingWords(standingOf(clinic, row))}`,
    itemId: null,
    ids: { person: person.id },
    now,
  });
  const link = `${services.config.publicUrl}/admin/inbox?clinic=${clinic.id}`;
  await services.messages.enqueue(trx, {
    clinicId: clinic.id,
    channel: 'email',
    recipient: email,
    subject: `You are invited to the desk of ${clinic.shop.name}`,
    text: `${by?.name ? `${by.name} invites you` : 'You are invited'} to the desk of ${clinic.shop.name}, where what owners ask for is answered.\n\nSign in with this e-mail address: ${link}\n\nIf you do not work there, you can ignore this message.`,
    kind: 'staff_invitation',
  });
  return reply(clinic, await memberOf(trx, clinic.id, person.id), by?.personId ?? null);
}

const whoOf = ({ way, name, email }: { way: string; name: string | null; email: string | null }): string =>
  way === 'operator'
    ? 'The operator'
    : way === 'link'
      ? 'By the link in the notice'
      : name || email || 'A former member';

const pageLines = 100;

/** Reads the clinic's audit, the latest first (D-422); with `before` from the line after that one. */
async function auditLines(
  db: Db,
  clinicId: string,
  before: string | undefined,
): Promise<{ lines: AuditLine[]; has_more: boolean }> {
  const last =
    before === undefined
      ? null
      : await db
          .selectFrom('audit_lines')
          .select('position')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', before)
          .executeTakeFirst();
  if (last === undefined) throw new ApiError('not_found');
  const rows = await db
    .selectFrom('audit_lines')
    .leftJoin('people', 'people.id', 'audit_lines.person_id')
    .select([
      'audit_lines.id',
      'audit_lines.created_at',
      'audit_lines.way',
      'audit_lines.what',
      'audit_lines.item_id',
      'audit_lines.taken_back_at',
      'people.name',
      'people.email',
    ])
    .where('audit_lines.clinic_id', '=', clinicId)
    .$if(last !== null, (query) => query.where('audit_lines.position', '<', last!.position))
    .orderBy('audit_lines.position', 'desc')
    .limit(pageLines + 1)
    .execute();
  return {
    lines: rows.slice(0, pageLines).map((row) => ({
      id: row.id,
      at: row.created_at.toISOString(),
      who: whoOf(row),
      what: row.what,
      item_id: row.item_id,
      taken_back_at: row.taken_back_at?.toISOString() ?? null,
    })),
    has_more: rows.length > pageLines,
  };
}

/** The clinic's staff and what they did (D-421, D-422). */
export const memberRoutes: Handled[] = [
  handle(listMembers, async ({ clinic, member, db }) => {
    const rows = await memberRows(db, clinic.id).execute();
    const taken = new Set(rows.map((row) => row.provider_id));
    return {
      members: rows.map((row) => reply(clinic, row, member.personId)),
      clinicians: clinic.providers
        .filter(({ id }) => !taken.has(id))
        .map(({ id, firstName }) => ({ id, name: firstName })),
    };
  }),

  handle(
    inviteMember,
    ({ clinic, member, body, db, services, now }) =>
      invite(db, services, {
        clinic,
        email: body.email,
        role: body.role,
        providerId: body.provider_id ?? null,
        by: { personId: member.personId, name: member.name },
        now,
      }),
    { transaction: true },
  ),

  handle(
    changeMember,
    async ({ clinic, member, params, body, db, now }) => {
      await lockMembers(db, clinic.id);
      const row = await memberOf(db, clinic.id, params.personId);
      if (row.role === 'admin' && body.role !== 'admin') await mustLeaveAnAdmin(db, clinic.id, row.person_id);
      await mustBeFree(db, clinic, body.provider_id, row.person_id);
      await db
        .updateTable('memberships')
        .set({ role: body.role, provider_id: body.provider_id })
        .where('clinic_id', '=', clinic.id)
        .where('person_id', '=', row.person_id)
        .execute();
      await writeAudit(db, {
        clinicId: clinic.id,
        personId: member.personId,
        way: 'desk',
        what: changeWords(row.name || row.email, standingOf(clinic, row), standingOf(clinic, body)),
        itemId: null,
        ids: {
          person: row.person_id,
          before: `${row.role} ${row.provider_id ?? ''}`.trim(),
          after: `${body.role} ${body.provider_id ?? ''}`.trim(),
        },
        now,
      });
      return reply(clinic, await memberOf(db, clinic.id, row.person_id), member.personId);
    },
    { transaction: true },
  ),

  handle(
    removeMember,
    async ({ clinic, member, params, db, now }) => {
      await lockMembers(db, clinic.id);
      const row = await memberOf(db, clinic.id, params.personId);
      if (row.role === 'admin') await mustLeaveAnAdmin(db, clinic.id, row.person_id);
      await db
        .updateTable('memberships')
        .set({ removed_at: now, provider_id: null })
        .where('clinic_id', '=', clinic.id)
        .where('person_id', '=', row.person_id)
        .execute();
      // Nobody waits for what the person was about to answer.
      await db
        .deleteFrom('desk_presence')
        .where('clinic_id', '=', clinic.id)
        .where('person_id', '=', row.person_id)
        .execute();
      // A later invitation brings no session back.
      if ((await membershipsOf(db, row.person_id)).length === 0) await endSessions(db, row.person_id, null, now);
      await writeAudit(db, {
        clinicId: clinic.id,
        personId: member.personId,
        way: 'desk',
        what: `removed ${row.name || row.email}, before ${standingWords(standingOf(clinic, row))}`,
        itemId: null,
        ids: { person: row.person_id },
        now,
      });
      return { done: true as const };
    },
    { transaction: true },
  ),

  handle(listMemberSessions, async ({ clinic, member, params, db, now }) => {
    await memberOf(db, clinic.id, params.personId);
    return sessionsOf(db, params.personId, member.sessionId, now);
  }),

  handle(
    endMemberSessions,
    async ({ clinic, member, params, db, now }) => {
      const row = await memberOf(db, clinic.id, params.personId);
      const ended = await endSessions(db, row.person_id, null, now);
      await writeAudit(db, {
        clinicId: clinic.id,
        personId: member.personId,
        way: 'desk',
        what: `ended the sessions of ${row.name || row.email}`,
        itemId: null,
        ids: { person: row.person_id, sessions: String(ended) },
        now,
      });
      return { done: true as const };
    },
    { transaction: true },
  ),

  handle(listAudit, ({ clinic, query, db }) => auditLines(db, clinic.id, query.before)),
];
