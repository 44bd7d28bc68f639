import { sql, type Kysely } from 'kysely';

/**
 * Open times are asked for days that are near, where the end alone leaves every later claim to be read and put aside.
 * Claims that last a day at most are found by their start, the few longer ones apart.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index claims_by_start on claims (clinic_id, resource, starts_at)`.execute(db);
  await sql`create index claims_long on claims (clinic_id, resource, ends_at) where ends_at - starts_at > interval '1 day'`.execute(
    db,
  );
  await sql`drop index claims_by_end`.execute(db);
}
