import { DROPOFF_SHORT } from '../../../../src/domain/appointment/dropoff';
import { statusLabel } from '../../../../src/domain/appointment/status';
import { dateClockWords } from '../../../../src/domain/desk/clockWords';
import { nearWords } from '../../../../src/domain/desk/words';
import type { Db } from '../../../db/transaction';
import type { Item } from '../../../../src/contract/desk/inbox';
import { findVisit, type VisitRow } from '../../appointments/repository';
import { clinicianOf, contactsOf, ownerWords, petLineOf, todayOf } from '../about';
import type { Reading, Shown } from '../kind';
import { asAnswered, bare, messagesAbout } from './parts';
import { pickedLines, ranOutLines } from './request';
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
    ask: askOf(reading, row, 'Had'),
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
  return (await pickedLines(db, reading, visit)).length > 0
    ? `${owner} picked the offered time, ${near}.`
    : leftWords(visit);
}

/** Said where no more is known of it. */
export const LEFT = 'Their place on the waitlist is gone.';

const calledBy = (owner: Owner): string => owner.first_name || ownerWords(owner);
type Owner = Parameters<typeof ownerWords>[0];

/** Said where the appointment of an owner who left the waitlist is as it was. */
export const leftWords = (owner: Owner): string => `${calledBy(owner)} is not on the waitlist any more.`;

/** What is said of an owner who left the waitlist while times are held for them. */
export const heldWords = (reading: Reading, row: Owner & { until: Date | null }): string =>
  `${calledBy(row)} has left the waitlist.${
    row.until === null
      ? ''
      : ` What is offered is held until ${nearWords(row.until, reading.clinic.shop.timezone, todayOf(reading))}.`
  }`;

/** When the owner asked for an earlier time, and when they left the waitlist after that. */
export function waitedLines(asked: Date, visit: VisitRow): Item['happened'] {
  const said = (at: string, what: string) => ({ at, who: ownerWords(visit), what, state: null });
  const left = visit.details.left_waitlist;
  return [
    said(asked.toISOString(), 'Asked for an earlier time'),
    ...(!visit.is_waitlisted && left && Date.parse(left) >= asked.getTime() ? [said(left, 'Left the waitlist')] : []),
  ];
}

/** A place that there is no more: what became of the visit, by its last answer; null where it had none. */
export async function goneOf(db: Db, reading: Reading, thingId: string): Promise<Shown | null> {
  const { clinic } = reading;
  const shown = await asAnswered(db, reading, 'waitlist', thingId);
  const given = await db
    .selectFrom('desk_answers')
    .select('ids')
    .where('clinic_id', '=', clinic.id)
    .where('kind', '=', 'waitlist')
    .where('thing_id', '=', thingId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const id = given?.ids['appointment'];
  const visit = id === undefined ? null : await findVisit(db, clinic.id, id);
  if (!shown || !visit) return shown;
  const isOver = visit.status === 'DELETED' || visit.status === 'DECLINED' || visit.starts_at <= reading.now;
  return {
    ...shown,
    ...contactsOf({ ...visit, metadata: visit.client_metadata }),
    happened: [
      ...waitedLines(new Date(shown.listed.asked_at), visit),
      ...(await pickedLines(db, reading, visit)),
      ...(await ranOutLines(db, reading, visit)),
      ...(await messagesAbout(db, reading, { column: 'visit_id', id: visit.id })),
    ],
    pet_line: await petLineOf(db, reading, visit.patient_id),
    client_id: visit.client_id,
    ask: askOf(reading, visit, isOver ? 'Had' : 'Has'),
    hint: await whyLeft(db, reading, visit.id),
  };
}

type Visited = Pick<VisitRow, 'product_id' | 'provider_id' | 'starts_at' | 'status' | 'is_dropoff'>;

/** The visit that an earlier time was asked for: 'Has Tue Dec 1, 2:00pm, Dr. Ada Park'. */
export function askOf({ clinic, now }: Reading, visit: Visited, has: 'Has' | 'Had'): Shown['ask'] {
  const clinician = clinicianOf(clinic, visit.provider_id);
  const when = dateClockWords(visit.starts_at, clinic.shop.timezone);
  return {
    title: clinic.products.find(({ id }) => id === visit.product_id)?.name ?? 'A visit',
    line: [`${has} ${when}`, ...(visit.is_dropoff ? [DROPOFF_SHORT] : []), ...(clinician ? [clinician] : [])].join(
      ', ',
    ),
    state: statusLabel(visit.status, visit.starts_at, now),
    money: null,
  };
}
