import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database } from '../../db/schema';
import type { Db, Trx } from '../../db/transaction';

export type QuoteRow = Selectable<Database['insurance_quotes']>;

const quotes = (db: Db, clinicId: string, clientId: string) =>
  db.selectFrom('insurance_quotes').selectAll().where('clinic_id', '=', clinicId).where('client_id', '=', clientId);

/** Reads a client's quote by the insurer's id, or null. */
export async function findQuote(db: Db, clinicId: string, clientId: string, ref: string): Promise<QuoteRow | null> {
  return (await quotes(db, clinicId, clientId).where('quote_ref', '=', ref).executeTakeFirst()) ?? null;
}

export async function lockQuote(trx: Trx, clinicId: string, clientId: string, ref: string): Promise<QuoteRow | null> {
  return (await quotes(trx, clinicId, clientId).where('quote_ref', '=', ref).forUpdate().executeTakeFirst()) ?? null;
}

const ofPet = (db: Db, clinicId: string, clientId: string, petName: string, statuses: readonly string[]) =>
  quotes(db, clinicId, clientId)
    .where((where) => where(where.fn<string>('lower', ['pet_name']), '=', petName.trim().toLowerCase()))
    .where('status', 'in', statuses)
    .orderBy('created_at');

/** Reads the pet's bought quote, ignoring the letter case of its name; null for none. */
export async function boughtQuote(
  db: Db,
  clinicId: string,
  clientId: string,
  petName: string,
): Promise<QuoteRow | null> {
  return (await ofPet(db, clinicId, clientId, petName, ['complete']).executeTakeFirst()) ?? null;
}

/**
 * Reads the pet's quotes whose premium may be paid yet: a card was being entered for it, or it was being paid, when the
 * insurer last told; also those that another one has replaced and that the insurer has not withdrawn.
 */
export const openQuotes = (db: Db, clinicId: string, clientId: string, petName: string): Promise<QuoteRow[]> =>
  ofPet(db, clinicId, clientId, petName, ['card_entry', 'processing', 'replaced']).execute();

export async function insertQuotes(trx: Trx, rows: Insertable<Database['insurance_quotes']>[]): Promise<void> {
  await trx.insertInto('insurance_quotes').values(rows).execute();
}

/**
 * Changes a quote. With `from` only where its status in the database is one of these still; false where it is not.
 */
export async function changeQuote(
  db: Db,
  { clinic_id, id }: Pick<QuoteRow, 'clinic_id' | 'id'>,
  change: Updateable<Database['insurance_quotes']>,
  from?: readonly string[],
): Promise<boolean> {
  const changed = await db
    .updateTable('insurance_quotes')
    .set(change)
    .where('clinic_id', '=', clinic_id)
    .where('id', '=', id)
    .$if(from !== undefined, (query) => query.where('status', 'in', from!))
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
