import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../db/transaction';
import { membershipsOf } from './repository';

/** What the audit keeps of a write by staff (D-422): ids, never the text of a note. */
export type Audited = {
  clinicId: string;
  /** Null for the operator's terminal and for an answer link. */
  personId: string | null;
  way: 'desk' | 'link' | 'operator';
  /** What was done, as past words: 'accepted the request'. */
  what: string;
  /** The desk's item that it was done to. */
  itemId: string | null;
  /** The ids before and after. */
  ids: Record<string, string>;
  now: Date;
};

/** Writes a line of the audit in the transaction of the write itself, and returns its id. */
export async function writeAudit(trx: Trx, audited: Audited): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto('audit_lines')
    .values({
      clinic_id: audited.clinicId,
      id,
      person_id: audited.personId,
      way: audited.way,
      what: audited.what,
      item_id: audited.itemId,
      ids: JSON.stringify(audited.ids),
      created_at: audited.now,
      taken_back_at: null,
    })
    .execute();
  return id;
}

/** Writes what somebody did to what is their own, and no clinic's, into the audit of each clinic where they work. */
export async function writeOwnAudit(
  trx: Trx,
  own: Pick<Audited, 'what' | 'ids' | 'now'> & { personId: string },
): Promise<void> {
  for (const { clinic_id: clinicId } of await membershipsOf(trx, own.personId))
    await writeAudit(trx, { clinicId, way: 'desk', itemId: null, ...own });
}

/** Notes at a line of the audit that what it tells of was not done, and why: nobody took it back (D-426). */
export async function voidAudit(trx: Trx, clinicId: string, id: string, reason: string): Promise<void> {
  await trx
    .updateTable('audit_lines')
    .set({ what: sql`what || ${`, not sent: ${reason.replace(/\.$/, '')}`}` })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}

/** Has a line of the audit tell what was done in the end, of which only a part could be. */
export async function rewordAudit(trx: Trx, clinicId: string, id: string, what: string): Promise<void> {
  await trx.updateTable('audit_lines').set({ what }).where('clinic_id', '=', clinicId).where('id', '=', id).execute();
}

/** Notes at a line of the audit that what it tells of was taken back (D-426), and what is done all the same. */
export async function takeBackAudit(
  trx: Trx,
  clinicId: string,
  id: string,
  now: Date,
  stays: string | null,
): Promise<void> {
  await trx
    .updateTable('audit_lines')
    .set({ taken_back_at: now, ...(stays !== null && { what: sql`what || ${`. ${stays.replace(/\.$/, '')}`}` }) })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}
