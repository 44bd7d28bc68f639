import { sql, type Kysely } from 'kysely';

const statements = [
  // Clients that are there already are known to their clinics; from now on the portal's own are not, until the clinic's file has them.
  'alter table clients add column known boolean not null default true',
  'alter table clients alter column known set default false',

  // The key of a guest's hold goes with the hold.
  'alter table idempotency_keys add column hold_id text',
  'alter table idempotency_keys add constraint idempotency_keys_of_hold foreign key (clinic_id, hold_id) references holds on delete cascade',
  'create index idempotency_keys_by_hold on idempotency_keys (clinic_id, hold_id) where hold_id is not null',

  // The clinic's notices of one owner that wait for each other.
  'alter table messages add column notice_of text, add column leaves_at timestamptz, add column waiting jsonb',
  'create index messages_by_notice on messages (clinic_id, notice_of, channel, leaves_at) where notice_of is not null',
  'create index messages_gathering on messages (channel, leaves_at) where waiting is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
