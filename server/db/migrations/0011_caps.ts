import { sql, type Kysely } from 'kysely';

const statements = [
  // Existing clients count as known to their clinics. From now on a client that the portal makes is not known until the
  // clinic's file has it.
  'alter table clients add column known boolean not null default true',
  'alter table clients alter column known set default false',

  // The key of a guest's hold is deleted together with the hold.
  'alter table idempotency_keys add column hold_id text',
  'alter table idempotency_keys add constraint idempotency_keys_of_hold foreign key (clinic_id, hold_id) references holds on delete cascade',
  'create index idempotency_keys_by_hold on idempotency_keys (clinic_id, hold_id) where hold_id is not null',

  // Notices to the clinic about one owner, which wait for each other.
  'alter table messages add column notice_of text, add column leaves_at timestamptz, add column waiting jsonb',
  'create index messages_by_notice on messages (clinic_id, notice_of, channel, leaves_at) where notice_of is not null',
  'create index messages_gathering on messages (channel, leaves_at) where waiting is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
