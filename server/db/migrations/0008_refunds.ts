import { sql, type Kysely } from 'kysely';

const statements = [
  // The last digits of the card that is charged, so that the owner can be told which card it is.
  `alter table payment_requests add column card_last4 text`,

  // At most one refund a payment, so that no deposit is given back twice; it is written together with the decision to
  // give it back.
  `create table refunds (
    clinic_id text not null,
    payment_id text not null,
    reason text not null,
    round integer not null default 0,
    ref text,
    tries integer not null default 0,
    next_attempt_at timestamptz,
    created_at timestamptz not null,
    done_at timestamptz,
    failed_at timestamptz,
    failure text,
    primary key (clinic_id, payment_id),
    foreign key (clinic_id, payment_id) references payment_requests on delete cascade)`,
  `create index refunds_to_make on refunds (next_attempt_at) where next_attempt_at is not null`,

  `alter table sandbox_intents add column refund_of text`,
  `alter table sandbox_intents drop constraint sandbox_intents_kind_check`,
  `alter table sandbox_intents add constraint sandbox_intents_kind_check check (kind in ('setup', 'payment', 'refund'))`,
  `create index sandbox_intents_of_charge on sandbox_intents (clinic_id, refund_of) where refund_of is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
