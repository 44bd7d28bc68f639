import { sql, type Kysely } from 'kysely';

const statements = [
  // A browser that an owner has signed in with; only the browser itself holds the value whose hash is stored.
  `create table devices (
    clinic_id text not null,
    user_id text not null,
    device_hash text not null,
    first_used_at timestamptz not null,
    last_used_at timestamptz not null,
    primary key (clinic_id, user_id, device_hash),
    foreign key (clinic_id, user_id) references users on delete cascade)`,

  `alter table sessions add column device_hash text, add column device_label text, add column last_used_at timestamptz`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
