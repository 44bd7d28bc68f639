import { sql, type Kysely } from 'kysely';

const statements = [
  // Where a session's browser takes push messages.
  `create table push_subscriptions (
    clinic_id text not null,
    session_id text not null,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    created_at timestamptz not null,
    primary key (clinic_id, session_id),
    foreign key (clinic_id, session_id) references sessions on delete cascade)`,
  'create index push_subscriptions_endpoint on push_subscriptions (clinic_id, endpoint)',

  // However a session ends, or passes to another owner, its subscription goes with it.
  `create function forget_push() returns trigger language plpgsql as $$
    begin
      delete from push_subscriptions where clinic_id = new.clinic_id and session_id = new.id;
      return null;
    end $$`,
  `create trigger sessions_forget_push after update of ended_at, user_id on sessions for each row
    when (new.ended_at is not null or new.user_id <> old.user_id) execute function forget_push()`,

  'alter table messages drop constraint messages_channel_check',
  "alter table messages add constraint messages_channel_check check (channel in ('email', 'sms', 'push'))",
  `alter table messages add column change_id text, add column opens text, add column receipt text,
    add column seen_at timestamptz`,
  'create index messages_by_change on messages (clinic_id, change_id) where change_id is not null',
  'create index messages_by_receipt on messages (clinic_id, receipt) where receipt is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
