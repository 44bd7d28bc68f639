import { sql, type Kysely } from 'kysely';

const statements = [
  // The links by which the clinic answers requests from its notices. The token itself is in the notice alone.
  `create table answer_links (
    clinic_id text not null,
    token_hash text not null,
    appointment_id text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    used_at timestamptz,
    used_for text check (used_for in ('accept', 'decline', 'offer')),
    primary key (clinic_id, token_hash),
    foreign key (clinic_id, appointment_id) references appointments on delete cascade)`,
  // A link's address names no clinic.
  'create unique index answer_links_token on answer_links (token_hash)',
  'create index answer_links_by_appointment on answer_links (clinic_id, appointment_id)',
  'create index answer_links_by_expiry on answer_links (expires_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
