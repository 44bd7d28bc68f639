import { sql, type Kysely } from 'kysely';

const statements = [
  // The payment that a message to an owner is about, shown at the desk with its deposit. Messages from before have none.
  'alter table messages add column payment_id text',
  'create index messages_by_payment on messages (clinic_id, payment_id) where payment_id is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
