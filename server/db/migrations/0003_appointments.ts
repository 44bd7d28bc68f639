import { sql, type Kysely } from 'kysely';

const statements = [
  // The start for which the owner was reminded, or was sent the meeting link: moving an appointment makes both due
  // again.
  `alter table appointments add column reminded_for timestamptz, add column linked_for timestamptz`,
  `create index appointments_to_remind on appointments (starts_at)
    where status in ('ACCEPTED', 'CONFIRMED') and reminded_for is distinct from starts_at
      and (details->>'isReminderSMS' = 'true' or details->>'isReminderEmail' = 'true')`,
  `create index appointments_to_link on appointments (starts_at)
    where status in ('ACCEPTED', 'CONFIRMED') and linked_for is distinct from starts_at and details->'isReminderSMS' is not null`,
  // The appointment that a message is about, so that a message that is no longer true can be taken back before it is
  // sent.
  `alter table messages add column appointment_id text`,
  `create index messages_of_appointment on messages (clinic_id, appointment_id) where delivered_at is null and appointment_id is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
