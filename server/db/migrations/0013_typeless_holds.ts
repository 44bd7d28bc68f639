import { sql, type Kysely } from 'kysely';

/** A hold may be without an appointment type (D-412). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table holds alter column product_id drop not null`.execute(db);
}
