import { sql, type Kysely } from 'kysely';

/**
 * A client record can await a contact that still has to be verified (D-401). Whenever somebody verifies a contact, the
 * records that await it are searched by its value; few records await any.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index clients_awaiting_phone on clients (clinic_id, (metadata->'pending'->>'phone')) where metadata->'pending' is not null`.execute(
    db,
  );
  await sql`create index clients_awaiting_email on clients (clinic_id, (metadata->'pending'->>'email')) where metadata->'pending' is not null`.execute(
    db,
  );
}
