import { sql, type Kysely } from 'kysely';
import type { Database } from '../../server/db/schema';
import { addClinic, addOwners } from './seed';

const requests = 300;
/** Each of the other kinds. */
const few = 50;
/** How many items wait at the clinic. */
export const items = requests + 4 * few;

export const timezone = 'America/Chicago';

/**
 * A clinic where items of several kinds wait: requested visits, refills, owners who would come earlier, visitors who
 * asked for a text, messages that were not delivered. Every owner has one of them.
 */
export async function addBusyDesk(db: Kysely<Database>, clinicId: string): Promise<void> {
  const feature_settings = {
    answer_within_hours: 8,
    pet_portal_medication_refills_enabled: true,
    waitlist_ui_v1_enabled: true,
  };
  await addClinic(db, clinicId, { shop: { timezone, feature_settings } });
  await addOwners(db, clinicId, items);
  const now = sql`${new Date()}::timestamptz`;
  // The owners in an order, each with the first instant of a visit of their own.
  const owner = sql`(
    select clinic_id, id, client_id, place, date_trunc('hour', ${now}) + interval '2 days' + place * interval '1 hour' as at
    from (
      select clinic_id, id, client_id, row_number() over (order by id) as place
      from patients where clinic_id = ${clinicId} and id = client_id
    ) as numbered) as owner`;
  const nth = (kind: number) => sql`place > ${requests + kind * few} and place <= ${requests + (kind + 1) * few}`;
  const visit = sql`insert into appointments
    (clinic_id, id, client_id, patient_id, product_id, provider_id, starts_at, ends_at, status, is_dropoff, details, note, created_at)
    select clinic_id, id, client_id, id, 'exam', 'ada', at, at + interval '30 minutes'`;
  await sql`${visit}, 'REQUESTED', false, '{}', 'He limps since Sunday.', ${now}
    from ${owner} where place <= ${requests}`.execute(db);
  await sql`${visit}, 'ACCEPTED', false, '{}', null, ${now} from ${owner} where ${nth(1)}`.execute(db);
  await sql`insert into waitlisters (clinic_id, appointment_id, id, client_id, created_at)
    select clinic_id, id, id, client_id, ${now} from ${owner} where ${nth(1)}`.execute(db);
  await sql`insert into medications (clinic_id, id, patient_id, description)
    select clinic_id, id, id, 'Carprofen 75 mg chewable tablets' from ${owner} where ${nth(0)}`.execute(db);
  await sql`insert into refills (clinic_id, id, client_id, patient_id, medication_id, note, created_at, state_at)
    select clinic_id, id, client_id, id, id, 'We leave on Friday.', ${now}, ${now} from ${owner} where ${nth(0)}`.execute(
    db,
  );
  await sql`insert into text_requests (clinic_id, id, user_id, phone, created_at)
    select clinic_id, id, id, '+1512555' || lpad(place::text, 4, '0'), ${now} from ${owner} where ${nth(2)}`.execute(
    db,
  );
  await sql`insert into messages
    (clinic_id, id, channel, recipient, body_text, kind, attempts, next_attempt_at, failed_at, last_error, created_at)
    select clinic_id, id, 'email', id || '@example.com', 'Your appointment is booked.', 'booking_confirmation', 84,
      ${now}, ${now}, 'no such mailbox', ${now}
    from ${owner} where ${nth(3)}`.execute(db);
}
