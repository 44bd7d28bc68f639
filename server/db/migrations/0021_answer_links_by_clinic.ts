import { sql, type Kysely } from 'kysely';

/**
 * A link's address names its clinic, so its hash is unique within the clinic (the table's key). By the hash alone are
 * found only the links that were sent before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index answer_links_token`.execute(db);
  await sql`create index answer_links_token on answer_links (token_hash)`.execute(db);
}
