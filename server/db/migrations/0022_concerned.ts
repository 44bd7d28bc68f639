import { sql, type Kysely } from 'kysely';

const statements = [
  // What a message to an owner concerns, shown at the desk with the thing itself. Messages from before have neither.
  'alter table messages add column visit_id text, add column refill_id text',
  'create index messages_by_visit on messages (clinic_id, visit_id) where visit_id is not null',
  'create index messages_by_refill on messages (clinic_id, refill_id) where refill_id is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
