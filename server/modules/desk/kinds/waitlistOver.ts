import { statusLabel } from '../../../../src/domain/appointment/status';
import { dateClockWords } from '../../../../src/domain/desk/clockWords';
import { nearWords } from '../../../../src/domain/desk/words';
import type { Db } from '../../../db/transaction';
import { findVisit } from '../../appointments/repository';
import { contactsOf, ownerWords, petLineOf, todayOf } from '../about';
import type { Reading, Shown } from '../kind';
import { asAnswered, bare, messagesAbout } from './parts';
import { pickedLines } from './request';
import { listedOf, places } from './waitlistRows';

/** Places on the waitlist that wait for an earlier time no more. */

/** A place whose appointment was called off or has begun: what became of it; null for a place that there is not. */
export async function overOf(db: Db, reading: Reading, id: string): Promise<Shown | null> {
  const { clinic } = reading;
  const row = await places(db, clinic.id).where('waitlisters.id', '=', id).executeTakeFirst();
  if (!row) return null;
  const near = (at: Date) => nearWords(at, clinic.shop.timezone, todayOf(reading));
  const isCanceled = row.status === 'DELETED';
  const when = row.changed_at ? ` ${near(row.changed_at)}` : '';
  const owner = row.first_name || ownerWords(row);
  return {
    ...bare,
    ...contactsOf(row),
    listed: { ...listedOf(reading, row), place: 'answered', due_at: null, offered_until: null },
    happened: [
      { at: row.created_at.toISOString(), who: ownerWords(row), what: 'Asked for an earlier time', state: null },
      ...(isCanceled && row.changed_at
        ? [{ at: row.changed_at.toISOString(), who: ownerWords(row), what: 'Canceled', state: null }]
        : []),
      ...(await messagesAbout(db, reading, { column: 'visit_id', id: row.appointment_id })),
    ],
    pet_line: await petLineOf(db, reading, row.patient_id),
    client_id: row.client_id,
    ask: {
      title: clinic.products.find((one) => one.id === row.product_id)?.name ?? 'A visit',
      line: `Had ${dateClockWords(row.starts_at, clinic.shop.timezone)}`,
      state: statusLabel(row.status, row.starts_at, reading.now),
      money: null,
    },
    hint: isCanceled
      ? `${owner} canceled the visit${when}.`
      : row.status === 'DECLINED'
        ? 'The visit was declined.'
        : 'The visit has begun, so no earlier time is of use.',
  };
}

/** What became of an appointment whose owner waits for no earlier time any more, as a sentence. */
export async function whyLeft(db: Db, reading: Reading, appointmentId: string | undefined): Promise<string> {
  const visit = appointmentId === undefined ? null : await findVisit(db, reading.clinic.id, appointmentId);
  if (!visit) return LEFT;
  const owner = visit.first_name || ownerWords(visit);
  if (visit.status === 'DELETED') return `${owner} canceled the visit.`;
  if (visit.status === 'DECLINED') return 'The visit was declined.';
  if (visit.starts_at <= reading.now) return 'The visit has begun.';
  const near = nearWords(visit.starts_at, reading.clinic.shop.timezone, todayOf(reading));
  return (await pickedLines(db, reading, visit)).length > 0 ? `${owner} picked the offered time, ${near}.` : LEFT;
}

/** Said where no more is known of it. */
export const LEFT = 'They are not on the waitlist any more.';

/** A place that there is no more, as its last answer kept it, with what became of the visit; null where it had none. */
export async function goneOf(db: Db, reading: Reading, thingId: string): Promise<Shown | null> {
  const shown = await asAnswered(db, reading, 'waitlist', thingId);
  const given = await db
    .selectFrom('desk_answers')
    .select('ids')
    .where('clinic_id', '=', reading.clinic.id)
    .where('kind', '=', 'waitlist')
    .where('thing_id', '=', thingId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const id = given?.ids['appointment'];
  const visit = id === undefined ? null : await findVisit(db, reading.clinic.id, id);
  if (!shown || !visit) return shown;
  return {
    ...shown,
    ...contactsOf({ ...visit, metadata: visit.client_metadata }),
    happened: [
      ...(await pickedLines(db, reading, visit)),
      ...(await messagesAbout(db, reading, { column: 'visit_id', id: visit.id })),
    ],
    pet_line: await petLineOf(db, reading, visit.patient_id),
    client_id: visit.client_id,
    hint: await whyLeft(db, reading, visit.id),
  };
}
