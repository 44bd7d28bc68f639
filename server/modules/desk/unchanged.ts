import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { InboxRow } from '../../../src/contract/desk/inbox';
import type { Member } from '../../calls/member';
import { run } from '../../db/statements';
import { withTransaction, type Db } from '../../db/transaction';
import { todayOf } from './about';
import { answeredFrom } from './answers';
import { listAnswered, listInbox, versionOf, type Kinds } from './core';
import type { Reading } from './kind';
import { recentlyFrom } from './kinds/parts';
import { presences } from './presence';

/**
 * Whether the inbox may have changed, without reading it. Every row that a list is made of is named by its key and by the
 * transaction that wrote it last (`xmin`), and each condition on the time is asked again with the present one. So a
 * trace that is equal means a list that is equal; a list may be equal under another trace.
 */

/** Rows that lists are made of, with the tables in them: by which alias, and by which key beside the clinic's. */
type Source = { from: RawBuilder<unknown>; tables: Readonly<Record<string, string>> };

function sources(clinicId: string, now: Date, isAnswered: boolean): Source[] {
  const since = recentlyFrom(now);
  const given: Source[] = [
    {
      from: sql`desk_answers d where d.clinic_id = ${clinicId} and (d.at > ${answeredFrom(now)} or d.left_at is null)`,
      tables: { d: 'id' },
    },
    {
      from: sql`offers o where o.clinic_id = ${clinicId} and o.state in ('kept', 'open')`,
      tables: { o: 'id' },
    },
  ];
  if (isAnswered) return given;
  const pet = sql`left join patients p on p.clinic_id = a.clinic_id and p.id = a.patient_id`;
  const isAsked = sql`a.clinic_id = ${clinicId} and a.status = 'REQUESTED' and (a.changed_at is not null or a.starts_at >= ${since})`;
  return [
    ...given,
    { from: sql`appointments a ${pet} where ${isAsked}`, tables: { a: 'id', p: 'id' } },
    { from: sql`appointments a where ${isAsked} and a.starts_at < ${now}`, tables: { a: 'id' } },
    {
      from: sql`answer_links l where l.clinic_id = ${clinicId} and l.used_for = 'offer'`,
      tables: { l: 'token_hash' },
    },
    {
      from: sql`appointments a join payment_requests y on y.clinic_id = a.clinic_id and y.appointment_id = a.id where ${isAsked}`,
      tables: { y: 'id' },
    },
    {
      from: sql`payment_requests y where y.clinic_id = ${clinicId} and y.status = 'complete' and y.appointment_id is null`,
      tables: { y: 'id' },
    },
    {
      from: sql`refunds f join payment_requests y on y.clinic_id = f.clinic_id and y.id = f.payment_id
        left join appointments a on a.clinic_id = y.clinic_id and a.id = y.appointment_id
        where f.clinic_id = ${clinicId} and f.done_at is null`,
      tables: { f: 'payment_id', y: 'id', a: 'id' },
    },
    {
      from: sql`refills r left join patients p on p.clinic_id = r.clinic_id and p.id = r.patient_id
        left join medications m on m.clinic_id = r.clinic_id and m.id = r.medication_id
        where r.clinic_id = ${clinicId} and r.state in ('received', 'approved', 'ready') and r.state_at > ${since}`,
      tables: { r: 'id', p: 'id', m: 'id' },
    },
    { from: sql`memberships s where s.clinic_id = ${clinicId}`, tables: { s: 'person_id' } },
    {
      from: sql`waitlisters w join appointments a on a.clinic_id = w.clinic_id and a.id = w.appointment_id ${pet}
        where w.clinic_id = ${clinicId} and a.starts_at > ${now}`,
      tables: { w: 'id', a: 'id', p: 'id' },
    },
    {
      from: sql`offers o join appointments a on a.clinic_id = o.clinic_id and a.id = o.appointment_id ${pet}
        where o.clinic_id = ${clinicId} and o.state = 'open' and a.starts_at > ${now}`,
      tables: { a: 'id', p: 'id' },
    },
    {
      from: sql`text_requests t where t.clinic_id = ${clinicId} and t.state = 'open' and t.created_at > ${since}`,
      tables: { t: 'id' },
    },
    {
      from: sql`messages g left join appointments a on a.clinic_id = g.clinic_id and a.id = g.visit_id ${pet}
        where g.clinic_id = ${clinicId} and g.failed_at > ${since} and g.notice_of is null`,
      tables: { g: 'id', a: 'id', p: 'id' },
    },
    // Whose record is whose. Visitors without a proved contact come and go, and no list shows them.
    {
      from: sql`users u where u.clinic_id = ${clinicId} and (u.email_verified_at is not null or u.phone_verified_at is not null)`,
      tables: { u: 'id' },
    },
    { from: sql`clients c where c.clinic_id = ${clinicId}`, tables: { c: 'id' } },
    { from: sql`catalogue k where k.clinic_id = ${clinicId} and k.kind = 'keyword_action'`, tables: { k: 'id' } },
  ];
}

/** What names the versions of a source's rows, in whatever order they are read. */
function sumOf({ from, tables }: Source, place: number): RawBuilder<unknown> {
  const named = Object.entries(tables).map(
    ([alias, key]) => sql`coalesce(${sql.ref(`${alias}.${key}`)} || ' ' || ${sql.ref(`${alias}.xmin`)}::text, '')`,
  );
  return sql`select ${sql.lit(place)} as place, count(*)::text || ' ' ||
    coalesce(sum(hashtextextended(${sql.join(named, sql` || '/' || `)}, 0)), 0)::text as sum from ${from}`;
}

/** Reads the trace of a member's list at an instant. */
async function traceOf(db: Db, reading: Reading, member: Member, isAnswered: boolean): Promise<string> {
  const { clinic, now } = reading;
  const sums = await run(
    db,
    sql<{
      place: number;
      sum: string;
    }>`${sql.join(sources(clinic.id, now, isAnswered).map(sumOf), sql` union all `)} order by place`,
  );
  const there = await presences(db, clinic.id, member.personId, now);
  const all = [sums.map(({ sum }) => sum), [...there], [isAnswered, member.personId, clinic.version, todayOf(reading)]];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 22);
}

/**
 * Reads a member's list, of what waits or of what was answered. `rows` is null where it is the one of the version that is
 * `known`, which a version's trace tells without reading it.
 */
export async function listFor(
  db: Db,
  reading: Reading,
  kinds: Kinds,
  member: Member,
  { isAnswered, known }: { isAnswered: boolean; known: string | undefined },
): Promise<{ version: string; rows: InboxRow[] | null }> {
  const [knownContent, knownTrace] = known?.split('.') ?? [];
  if (known !== undefined && knownTrace === (await traceOf(db, reading, member, isAnswered)))
    return { version: known, rows: null };
  // As of one moment, so that the list and its trace tell of the same rows.
  const { rows, trace } = await withTransaction(db, async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx);
    return {
      trace: await traceOf(trx, reading, member, isAnswered),
      rows: await (isAnswered ? listAnswered : listInbox)(trx, reading, kinds, member),
    };
  });
  const content = versionOf(rows);
  return { version: `${content}.${trace}`, rows: knownContent === content ? null : rows };
}
