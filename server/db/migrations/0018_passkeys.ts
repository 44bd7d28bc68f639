import { sql, type Kysely } from 'kysely';

const statements = [
  // Passkeys belong to a person, at whatever clinics; `credential_id` and `public_key` are base64url.
  `create table passkeys (
    id text primary key,
    person_id text not null references people on delete cascade,
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    transports text not null,
    label text not null,
    created_at timestamptz not null,
    last_used_at timestamptz)`,
  'create index passkeys_by_person on passkeys (person_id)',
  // What a browser was asked for; used once, whatever its answer is. Without a person it is a sign-in.
  `create table passkey_ceremonies (
    id text primary key,
    person_id text references people on delete cascade,
    challenge text not null,
    expires_at timestamptz not null)`,
  'create index passkey_ceremonies_by_expiry on passkey_ceremonies (expires_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
