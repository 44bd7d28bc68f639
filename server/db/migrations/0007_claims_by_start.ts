import { sql, type Kysely } from 'kysely';

/**
 * Open times are mostly asked for near days. With an index by the end alone, the database reads every later claim and
 * skips it. So claims of at most a day are found by their start, and the few longer ones by an index of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index claims_by_start on claims (clinic_id, resource, starts_at)`.execute(db);
  await sql`create index claims_long on claims (clinic_id, resource, ends_at) where ends_at - starts_at > interval '1 day'`.execute(
    db,
  );
  await sql`drop index claims_by_end`.execute(db);
}
