import { sql, type Kysely } from 'kysely';

const statements = [
  // Contacts that are to replace verified ones once a code has proved them (D-214).
  `alter table users add column pending_email text, add column pending_phone text`,
  `create index users_email on users (clinic_id, email)`,
  `create index users_phone on users (clinic_id, phone)`,

  `create table sign_ups (
    clinic_id text not null,
    session_id text not null,
    email text,
    phone text,
    password_hash text not null,
    expires_at timestamptz not null,
    primary key (clinic_id, session_id),
    foreign key (clinic_id, session_id) references sessions on delete cascade)`,
  `create index sign_ups_email on sign_ups (clinic_id, email)`,
  `create index sign_ups_phone on sign_ups (clinic_id, phone)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
