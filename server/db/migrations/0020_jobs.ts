import { sql, type Kysely } from 'kysely';

const statements = [
  // What one server does for all, such as the scheduled backup; `clinic_id` is empty for what is of no clinic alone.
  `create table jobs (
    clinic_id text not null,
    name text not null,
    taken_at timestamptz,
    done_at timestamptz,
    note text,
    failed_at timestamptz,
    failure text,
    primary key (clinic_id, name))`,
  // What is counted for the metrics every few seconds, over all clinics.
  `create index appointments_requested on appointments (created_at) where status = 'REQUESTED'`,
  `create index refills_received on refills (created_at) where state = 'received'`,
  `create index messages_given_up on messages (failed_at) where failed_at is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
