import { sql, type Kysely } from 'kysely';

/**
 * Staff are people, whatever the number of their clinics: what belongs to a person alone is led by no clinic, so a
 * distributed database keeps a copy of these small tables on every node. Memberships and the audit belong to a clinic.
 */
const statements = [
  `create table people (
    id text primary key,
    email text not null unique check (email = lower(email)),
    name text not null,
    created_at timestamptz not null)`,
  `create table staff_sessions (
    id text primary key,
    person_id text not null references people on delete cascade,
    token_hash text not null unique,
    device_label text,
    address text,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    ended_at timestamptz)`,
  'create index staff_sessions_by_person on staff_sessions (person_id)',
  `create table staff_codes (
    id text primary key,
    person_id text not null references people on delete cascade,
    code_hash text not null,
    attempts integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz)`,
  'create index staff_codes_by_person on staff_codes (person_id)',

  `create table memberships (
    clinic_id text not null references clinics on delete cascade,
    person_id text not null references people on delete cascade,
    role text not null check (role in ('admin', 'staff')),
    provider_id text,
    invited_by text,
    invited_at timestamptz not null,
    joined_at timestamptz,
    removed_at timestamptz,
    primary key (clinic_id, person_id))`,
  'create index memberships_by_person on memberships (person_id)',
  `create table audit_lines (
    clinic_id text not null references clinics on delete cascade,
    id text not null,
    position bigserial,
    person_id text,
    way text not null check (way in ('desk', 'link', 'operator')),
    what text not null,
    item_id text,
    ids jsonb not null,
    created_at timestamptz not null,
    taken_back_at timestamptz,
    primary key (clinic_id, id))`,
  'create index audit_lines_by_position on audit_lines (clinic_id, position)',
  'create index audit_lines_by_item on audit_lines (clinic_id, item_id) where item_id is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
