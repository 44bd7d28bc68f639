import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table payment_requests
    add column session_id text,
    add column user_id text,
    add column attempt integer not null default 0,
    add column customer_ref text,
    add column setup_ref text,
    add column intent_ref text,
    add column next_action jsonb,
    add column message text,
    add column booking jsonb,
    add column booking_key text,
    add column completed_at timestamptz,
    add column confirmation_number text,
    add column charged_at timestamptz,
    add column expires_at timestamptz`,
  `update payment_requests set completed_at = created_at where status = 'complete'`,
  `create index payment_requests_of_client on payment_requests (clinic_id, client_id, product_id)`,
  `create index payment_requests_of_appointment on payment_requests (clinic_id, appointment_id)`,
  `create index payment_requests_under_way on payment_requests (clinic_id, user_id) where status in ('processing', 'requires_action')`,
  `create index payment_requests_open on payment_requests (expires_at) where status in ('pending', 'failed', 'processing', 'requires_action')`,

  `create table payment_events (
    clinic_id text not null references clinics on delete cascade,
    id text not null,
    created_at timestamptz not null,
    primary key (clinic_id, id))`,

  // The payment for which a hold keeps the time. While its charge is under way the hold is pinned: not even its own
  // session may give it up.
  `alter table holds add column payment_id text, add column pinned boolean not null default false`,
  `drop index holds_one_a_session`,
  `create unique index holds_one_a_session on holds (clinic_id, session_id) where not pinned`,
  `create index holds_of_session on holds (clinic_id, session_id)`,
  `create unique index holds_of_payment on holds (clinic_id, payment_id) where payment_id is not null`,

  `create table insurance_quotes (
    clinic_id text not null,
    id text not null,
    quote_ref text not null,
    client_id text not null,
    pet_name text not null,
    details jsonb not null,
    premium_cents integer not null,
    status text not null,
    appointment_id text,
    created_at timestamptz not null,
    completed_at timestamptz,
    primary key (clinic_id, id),
    foreign key (clinic_id, client_id) references clients on delete cascade)`,
  `create unique index insurance_quotes_by_ref on insurance_quotes (clinic_id, quote_ref)`,
  `create index insurance_quotes_of_client on insurance_quotes (clinic_id, client_id)`,

  // What the sandbox card provider remembers; it stands for a service outside the portal and stores no card.
  `create table sandbox_intents (
    clinic_id text not null,
    id text not null,
    kind text not null check (kind in ('setup', 'payment')),
    key text not null,
    secret text not null,
    customer text not null,
    card text,
    receipt_email text,
    status text not null,
    amount_cents integer,
    payment_request_id text,
    return_url text,
    message text,
    created_at timestamptz not null,
    primary key (clinic_id, id))`,
  `create unique index sandbox_intents_by_key on sandbox_intents (clinic_id, key)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
