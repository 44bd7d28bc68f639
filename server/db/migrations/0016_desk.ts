import { sql, type Kysely } from 'kysely';

const statements = [
  // What staff answered (D-426). An answer leaves at leaves_at; at most one of a thing is on its way.
  `create table desk_answers (
    clinic_id text not null,
    id text not null,
    kind text not null,
    thing_id text not null,
    name text not null,
    body jsonb not null,
    words text not null,
    ids jsonb not null,
    listed jsonb not null,
    person_id text,
    by text not null,
    audit_id text not null,
    at timestamptz not null,
    leaves_at timestamptz not null,
    tries integer not null default 0,
    left_at timestamptz,
    taken_back_at timestamptz,
    voided text,
    primary key (clinic_id, id))`,
  `create unique index desk_answers_on_their_way on desk_answers (clinic_id, kind, thing_id)
    where left_at is null and taken_back_at is null`,
  `create index desk_answers_to_leave on desk_answers (leaves_at) where left_at is null and taken_back_at is null`,
  'create index desk_answers_of_thing on desk_answers (clinic_id, kind, thing_id, at)',
  'create index desk_answers_latest on desk_answers (clinic_id, at)',

  // Who is at an item of the inbox.
  `create table desk_presence (
    clinic_id text not null,
    kind text not null,
    thing_id text not null,
    person_id text not null,
    name text not null,
    is_answering boolean not null,
    since timestamptz not null,
    seen_at timestamptz not null,
    primary key (clinic_id, kind, thing_id, person_id))`,
  'create index desk_presence_seen on desk_presence (seen_at)',

  // Other times that the clinic offers for a request (D-425), each held by claims.
  `create table offers (
    clinic_id text not null,
    id text not null,
    appointment_id text not null,
    state text not null check (state in ('kept', 'open', 'ended', 'picked')),
    until timestamptz not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    primary key (clinic_id, id),
    foreign key (clinic_id, appointment_id) references appointments on delete cascade)`,
  `create unique index offers_live on offers (clinic_id, appointment_id) where state in ('kept', 'open')`,
  `create index offers_of_appointment on offers (clinic_id, appointment_id, created_at)`,
  `create index offers_to_end on offers (until) where state = 'open'`,
  `create table offered_times (
    clinic_id text not null,
    id text not null,
    offer_id text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    provider_id text,
    room_id text,
    segments jsonb not null,
    primary key (clinic_id, id),
    foreign key (clinic_id, offer_id) references offers on delete cascade)`,
  'create index offered_times_of_offer on offered_times (clinic_id, offer_id, starts_at)',
  `alter table claims add column offered_time_id text,
    add constraint claims_offered_time_fkey foreign key (clinic_id, offered_time_id) references offered_times on delete cascade`,
  'alter table claims drop constraint claims_check1',
  'alter table claims add constraint claims_owner check (num_nonnulls(hold_id, appointment_id, offered_time_id) = 1)',
  'create index claims_of_offered_time on claims (clinic_id, offered_time_id) where offered_time_id is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
