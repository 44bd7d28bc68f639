import { sql, type Kysely } from 'kysely';

const statements = [
  // The account that a message to its owner is about, shown at the desk whatever its contacts are since. Others have none.
  'alter table messages add column user_id text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
