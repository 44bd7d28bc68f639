import type { ContactKind } from '../../../src/domain/client/tie';
import type { ClientNotes } from '../../db/documents';
import type { Db } from '../../db/transaction';

/**
 * Records that were merged into another (D-214). By merging, the clinic has said that both are one owner's, so a contact
 * that identified the owner of the one identifies that of the other from then on.
 */

type Merged = { metadata: ClientNotes };

/** Whether the contact of a record that was merged away still shows its owner: it was the clinic's own or proved. */
export const stillProves = ({ metadata }: Merged, kind: ContactKind): boolean =>
  metadata.merged_into !== undefined && (metadata.merged_proven ?? []).includes(kind);

/** More merges of which one was into the next than any record has. */
const mostSteps = 20;

/** The record that has all of a merged record's by now; null where the clinic has it no more. */
export async function recordNow(db: Db, clinicId: string, { metadata }: Merged) {
  let next = metadata.merged_into;
  for (let step = 0; next !== undefined && step < mostSteps; step += 1) {
    const row = await db
      .selectFrom('clients')
      .select(['id', 'user_id', 'metadata'])
      .where('clinic_id', '=', clinicId)
      .where('id', '=', next)
      .executeTakeFirst();
    if (!row || row.metadata.merged_into === undefined) return row ?? null;
    next = row.metadata.merged_into;
  }
  return null;
}

/**
 * Whether an owner's call that names a record means theirs: it is their own, or one that was merged into it since their
 * page, or a request that waited for the network, has read it.
 */
export async function isOwnRecord(db: Db, clinicId: string, ownId: string, named: string): Promise<boolean> {
  if (named === ownId) return true;
  const row = await db
    .selectFrom('clients')
    .select('metadata')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', named)
    .executeTakeFirst();
  return row !== undefined && (await recordNow(db, clinicId, row))?.id === ownId;
}
