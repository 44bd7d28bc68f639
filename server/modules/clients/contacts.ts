import { sql } from 'kysely';
import type { ClientNotes } from '../../db/documents';
import type { Trx } from '../../db/transaction';
import { isProven, type ContactKind, type ContactNotes } from '../../../src/domain/client/tie';
import { stillProves } from './merged';
import { readdress } from './readdress';
import { canonicalJson } from '../../system/canonicalJson';
import { changeClient, findClientOf, type ClientChange, type ClientRow } from './repository';

export type Contacts = Record<ContactKind, string | null>;

export const kinds = ['email', 'phone'] as const;

/** Returns the metadata with these notes in place of its own; empty ones are left out. */
export function notesWith(metadata: ClientNotes, { pending = {}, unverified = [] }: ContactNotes): ClientNotes {
  const { pending: _, unverified: __, ...rest } = metadata;
  return { ...rest, ...(unverified.length > 0 && { unverified }), ...(Object.keys(pending).length > 0 && { pending }) };
}

/**
 * Returns how contacts change a record. `given` are those that the owner entered, `verified` those that a code has
 * proved. A contact fills an empty place, marked as unverified until it is proved. An unverified one never replaces
 * another contact but waits as pending; a verified one replaces it if it was entered or pending.
 */
export function contactChangeOf(record: ClientRow, given: Contacts, verified: Contacts): ClientChange {
  const change: ClientChange = {};
  const notes = record.metadata;
  const pending = { ...notes.pending };
  const unverified = new Set(notes.unverified);
  for (const kind of kinds) {
    if (record[kind] !== null && record[kind] === verified[kind]) unverified.delete(kind);
    const isAwaited = record[kind] === null || pending[kind] === verified[kind];
    const value = given[kind] ?? (isAwaited ? verified[kind] : null);
    if (value === null) continue;
    delete pending[kind];
    const isVerified = value === verified[kind];
    if (value !== record[kind]) {
      if (record[kind] !== null && !isVerified) {
        pending[kind] = value;
        continue;
      }
      change[kind] = value;
      unverified.add(kind);
    }
    if (isVerified) unverified.delete(kind);
  }
  const metadata = notesWith(record.metadata, { pending, unverified: [...unverified] });
  if (canonicalJson(metadata) !== canonicalJson(record.metadata)) change.metadata = metadata;
  return change;
}

/**
 * Applies to the user's record the contacts entered now and those verified since: pending ones, and ones that were only
 * typed before.
 */
export async function settleContacts(
  trx: Trx,
  clinicId: string,
  userId: string,
  given: Contacts,
  verified: Contacts,
  now: Date,
): Promise<void> {
  const record = await findClientOf(trx, clinicId, userId);
  const change = record && contactChangeOf(record, given, verified);
  if (!record || !change || Object.keys(change).length === 0) return;
  await changeClient(trx, clinicId, record.id, change, now);
  for (const kind of kinds) {
    const [from, to] = [record[kind], change[kind]];
    if (from && to) await readdress(trx, clinicId, { clientId: record.id, kind, from, to });
  }
}

/**
 * Removes a contact that its owner has just verified from every other record that only claims it, as an unproved
 * contact or as a pending one, so that the clinic can tell the owner's bookings from a stranger's in the same name
 * (D-401).
 */
export async function dropClaims(
  trx: Trx,
  clinicId: string,
  userId: string,
  kind: ContactKind,
  value: string,
  now: Date,
): Promise<void> {
  const rows = await trx
    .selectFrom('clients')
    .select(['id', kind, 'metadata'])
    .where('clinic_id', '=', clinicId)
    .where((where) => where.or([where('user_id', 'is', null), where('user_id', '<>', userId)]))
    // The `pending is not null` condition repeats that of the index word for word, so that the index is used.
    .where((where) =>
      where.or([
        where(kind, '=', value),
        where.and([
          sql<boolean>`metadata->'pending' is not null`,
          sql<boolean>`metadata->'pending'->>${sql.lit(kind)} = ${value}`,
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows) {
    const notes = row.metadata;
    const isClaimed = row[kind] === value && !isProven(notes, kind) && !stillProves(row, kind);
    const isAwaited = notes.pending?.[kind] === value;
    if (!isClaimed && !isAwaited) continue;
    const { [kind]: waiting, ...others } = notes.pending ?? {};
    const pending = isAwaited ? others : { ...others, ...(waiting !== undefined && { [kind]: waiting }) };
    const unverified = (notes.unverified ?? []).filter((one) => !(isClaimed && one === kind));
    await changeClient(
      trx,
      clinicId,
      row.id,
      { ...(isClaimed && { [kind]: null }), metadata: notesWith(row.metadata, { pending, unverified }) },
      now,
    );
  }
}
