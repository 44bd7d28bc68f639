import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { outlivedBy } from '../../../../src/domain/desk/outlived';
import { nearWords } from '../../../../src/domain/desk/words';
import { SECOND } from '../../../../src/limits';
import type { NewMessage } from '../../../calls/messages';
import type { Db } from '../../../db/transaction';
import { reachOf, recipientColumns } from '../../messages/toOwner';
import { phoneWords, todayOf } from '../about';
import type { Reading } from '../kind';
import { recentlyFrom } from './parts';

/** The messages to owners that were given up, and what else the owner heard of the same news. */

/** Messages that are no use any more once they are late. */
const passing: readonly string[] = ['code'];

/** The record with a contact that a message went to; of several the one with a sign-in. */
const holder = (kind: 'email' | 'phone') => sql<string | null>`(
  select c.id from clients as c
  where c.clinic_id = messages.clinic_id and c.${sql.raw(kind)} = messages.recipient and c.metadata->'merged_into' is null
  order by c.user_id nulls last, c.id limit 1)`;

/** Whose a message is: of whom the visit, refill, payment or account is that it concerns, else who has the contact. */
const receiver = sql<string | null>`coalesce(appointments.client_id, refills.client_id, paid.client_id,
  (select c.id from clients as c where c.clinic_id = messages.clinic_id and c.user_id = messages.user_id),
  case messages.channel when 'email' then ${holder('email')} when 'sms' then ${holder('phone')} end)`;

/**
 * The messages to owners, each with its owner. Whose a message is that concerns a visit or an account
 * stays known where the record has another contact since.
 */
const toOwners = (db: Db, clinicId: string) =>
  db
    .selectFrom('messages')
    .leftJoin('appointments', (join) =>
      join
        .onRef('appointments.clinic_id', '=', 'messages.clinic_id')
        .onRef('appointments.id', '=', 'messages.visit_id'),
    )
    .leftJoin('refills', (join) =>
      join.onRef('refills.clinic_id', '=', 'messages.clinic_id').onRef('refills.id', '=', 'messages.refill_id'),
    )
    .leftJoin('payment_requests as paid', (join) =>
      join.onRef('paid.clinic_id', '=', 'messages.clinic_id').onRef('paid.id', '=', 'messages.payment_id'),
    )
    .innerJoin('clients', (join) =>
      join.onRef('clients.clinic_id', '=', 'messages.clinic_id').on((on) => on('clients.id', '=', receiver)),
    )
    .leftJoin('patients', (join) =>
      join
        .onRef('patients.clinic_id', '=', 'appointments.clinic_id')
        .onRef('patients.id', '=', 'appointments.patient_id'),
    )
    .select([
      'messages.id',
      'messages.channel',
      'messages.recipient',
      'messages.subject',
      'messages.body_text',
      'messages.kind',
      'messages.appointment_id',
      'messages.visit_id',
      'messages.refill_id',
      'messages.payment_id',
      'messages.user_id',
      'messages.change_id',
      'messages.expires_at',
      'messages.attempts',
      'messages.failed_at',
      'messages.delivered_at',
      'messages.last_error',
      'messages.created_at',
      'messages.attachment',
      'appointments.starts_at',
      'appointments.status',
      'appointments.details',
      'appointments.patient_id',
      'refills.state as refill_state',
      'refills.state_at as refill_state_at',
      'patients.name as patient',
      'patients.species_id',
      ...recipientColumns,
    ])
    .where('messages.clinic_id', '=', clinicId)
    .where('messages.notice_of', 'is', null)
    .where('messages.kind', 'not in', passing)
    .where('messages.channel', 'in', ['sms', 'email']);

/** Those that were given up. */
export const givenUp = (db: Db, clinicId: string) =>
  toOwners(db, clinicId)
    .where('messages.failed_at', 'is not', null)
    // One that was answered waits no more, unless it was given up again since.
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('desk_answers as given')
            .select('given.id')
            .whereRef('given.clinic_id', '=', 'messages.clinic_id')
            .where('given.kind', '=', 'undelivered')
            .whereRef('given.thing_id', '=', 'messages.id')
            .where('given.left_at', 'is not', null)
            .where('given.voided', 'is', null)
            .whereRef('given.at', '>=', 'messages.failed_at'),
        ),
      ),
    )
    .orderBy('messages.position');

export type Row = Awaited<ReturnType<ReturnType<typeof givenUp>['execute']>>[number];

/** A message and its owner's contacts, which is all that a correction of them needs. */
export type Contacted = Pick<
  Row,
  'id' | 'channel' | 'recipient' | 'client_id' | 'first_name' | 'last_name' | 'phone' | 'email' | 'metadata'
>;

export const find = async (db: Db, { clinic, now }: Reading, id: string): Promise<Row | null> =>
  (await givenUp(db, clinic.id)
    .where('messages.id', '=', id)
    .where('messages.failed_at', '>', recentlyFrom(now))
    .executeTakeFirst()) ?? null;

/** Reads a message of any state; null where nobody's record has its contact any more. */
export const findSent = async (db: Db, { clinic }: Pick<Reading, 'clinic'>, id: string): Promise<Row | null> =>
  (await toOwners(db, clinic.id).where('messages.id', '=', id).executeTakeFirst()) ?? null;

export const ways = { email: 'E-mail', sms: 'Text', push: 'Push' } as const;
const aboutKinds: Readonly<Record<string, string>> = {
  reminder: 'a reminder',
  booking_confirmation: 'the confirmation',
  request_confirmation: 'the confirmation of a request',
  reschedule_confirmation: 'a new time',
  cancellation: 'a cancellation',
  decline: 'a decline',
  offer: 'other times',
  offer_gone: 'the end of an offer',
  refill: 'a refill',
  waitlist: 'news of the waitlist',
  refund: 'a refund',
  deposit_waits: 'a deposit without a time',
  meeting_link: 'a meeting link',
  vaccination_history: 'the vaccination history',
  sign_in_notice: 'the notice of a new sign-in',
  password_notice: 'the notice of a new password',
};
export const aboutOf = ({ kind }: Pick<Row, 'kind'>): string => aboutKinds[kind] ?? 'a message';
export const shownRecipient = ({ channel, recipient }: Pick<Row, 'channel' | 'recipient'>): string =>
  channel === 'sms' ? phoneWords(recipient) : recipient;

export const contactWord = ({ channel }: Pick<Row, 'channel'>): string => (channel === 'sms' ? 'number' : 'e-mail');

export type To = Pick<NewMessage, 'channel' | 'recipient'>;

/** The owner's other contact that messages go to; null without one, and for a message with a file, which only an e-mail has. */
export function otherWay(row: Row): To | null {
  const { phone, email } = reachOf(row);
  if (row.attachment !== null) return null;
  if (row.channel === 'email') return phone === null ? null : { channel: 'sms', recipient: phone };
  return email === null ? null : { channel: 'email', recipient: email };
}

/** Where the message goes if it is sent again: to the contact that the record has now; null for none that is proved. */
export function sameWay(row: Contacted): To | null {
  const { phone, email } = reachOf(row);
  const recipient = row.channel === 'sms' ? phone : email;
  return recipient === null ? null : { channel: row.channel as NewMessage['channel'], recipient };
}

/** A mark of the contact that the record has, to tell another one later; the contact cannot be read from it. */
export const contactMark = (row: Contacted): string =>
  createHash('sha256')
    .update(`${row.id} ${sameWay(row)?.recipient ?? ''}`)
    .digest('base64url')
    .slice(0, 16);

/** Whether the record has another contact since, at which the message was not tried yet. */
export function isUntried(row: Row): boolean {
  const to = sameWay(row);
  return to !== null && (row.attempts === 0 || row.recipient !== to.recipient);
}

/** What has happened since, so that the message is true no more; null where it still is. */
export function outlived({ kind, created_at: writtenAt, status, details, ...row }: Row): string | null {
  const instant = (at: string | null | undefined): Date | null => (at ? new Date(at) : null);
  return outlivedBy({
    kind,
    writtenAt,
    visit:
      status === null || details === null
        ? null
        : { status, movedAt: instant(details.moves?.at(-1)?.at), answeredAt: instant(details.answered_at) },
    refill:
      row.refill_state === null || row.refill_state_at === null
        ? null
        : { state: row.refill_state, stateAt: row.refill_state_at },
  });
}

/** How long the messages of one change are written, at most, milliseconds. */
const writtenWithin = 2 * SECOND;

/** What the owner was sent of the same news by another way; null for nothing. The one that arrived goes first. */
export async function besides(db: Db, { clinic }: Pick<Reading, 'clinic'>, row: Row) {
  const at = row.created_at.getTime();
  const isAbout = (['visit_id', 'refill_id', 'payment_id'] as const).some((column) => row[column] !== null);
  const { phone, email } = reachOf(row);
  const found = await db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'created_at', 'delivered_at', 'failed_at', 'seen_at'])
    .where('clinic_id', '=', clinic.id)
    .where('kind', '=', row.kind)
    .where('channel', '<>', row.channel)
    .where('created_at', '>=', new Date(at - writtenWithin))
    .where('created_at', '<=', new Date(at + writtenWithin))
    .where(
      sql<boolean>`(visit_id, refill_id, payment_id) is not distinct from (${row.visit_id}, ${row.refill_id}, ${row.payment_id})`,
    )
    .where((is) =>
      is.or([
        is.and([is('channel', '=', 'push'), is('change_id', '=', row.change_id), is('seen_at', 'is not', null)]),
        is.and([is('channel', '<>', 'push'), ...(isAbout ? [] : [is('recipient', 'in', [phone ?? '', email ?? ''])])]),
      ]),
    )
    .orderBy(sql`coalesce(seen_at, delivered_at)`, (order) => order.asc().nullsLast())
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

export type Beside = NonNullable<Awaited<ReturnType<typeof besides>>>;

export const fared = ({ delivered_at, failed_at, seen_at }: Beside): string =>
  seen_at ? 'Seen' : delivered_at ? 'Delivered' : failed_at ? 'Undelivered' : 'On its way';

/** How the same news fared by the other way, as a sentence. */
export function besideWords(reading: Reading, beside: Beside): string {
  const { channel, delivered_at, failed_at, seen_at } = beside;
  const near = (at: Date): string => nearWords(at, reading.clinic.shop.timezone, todayOf(reading));
  if (seen_at) return `The owner has seen the same news as a push message, ${near(seen_at)}.`;
  const what = `The ${channel === 'sms' ? 'text' : 'e-mail'} with the same news`;
  if (delivered_at) return `${what} was delivered ${near(delivered_at)}.`;
  return failed_at ? `${what} was not delivered either.` : `${what} is on its way.`;
}
