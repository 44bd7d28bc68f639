import { sql, type Kysely } from 'kysely';

const statements = [
  // Where a refill stands, and a wish to be texted (D-424). They only move forward.
  `alter table refills
    add column state text not null default 'received'
      constraint refills_state_check check (state in ('received', 'approved', 'ready', 'done', 'declined')),
    add column state_at timestamptz, add column state_reason text, add column approved_by text`,
  'update refills set state_at = created_at',
  'alter table refills alter column state_at set not null',
  'create index refills_by_client on refills (clinic_id, client_id, created_at)',
  `alter table text_requests
    add column state text not null default 'open'
      constraint text_requests_state_check check (state in ('open', 'answered')),
    add column answered_at timestamptz`,
  'create index text_requests_by_user on text_requests (clinic_id, user_id, created_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
