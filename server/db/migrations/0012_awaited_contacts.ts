import { sql, type Kysely } from 'kysely';

/** Contacts that records await are looked for by their value whenever somebody verifies one (D-401); few records await any. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index clients_awaiting_phone on clients (clinic_id, (metadata->'pending'->>'phone')) where metadata->'pending' is not null`.execute(
    db,
  );
  await sql`create index clients_awaiting_email on clients (clinic_id, (metadata->'pending'->>'email')) where metadata->'pending' is not null`.execute(
    db,
  );
}
