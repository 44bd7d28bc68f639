import type { Action, AnswerName, Item, ItemKind } from '../../../../src/contract/desk/inbox';
import { timeKey } from '../../../../src/domain/desk/offer';
import { nearWords } from '../../../../src/domain/desk/words';
import { DAY } from '../../../../src/limits';
import { ApiError } from '../../../calls/errors';
import type { Db } from '../../../db/transaction';
import { todayOf } from '../about';
import type { Preview, Reading, Shown } from '../kind';

/** What the kinds of the desk's inbox share. */

/** How long things that nobody marks as done are listed, milliseconds. */
const recentMs = 30 * DAY;
export const recentlyFrom = (now: Date): Date => new Date(now.getTime() - recentMs);

/** An item without anything beyond its row. */
export const bare: Omit<Shown, 'listed' | 'ask'> = {
  pet_line: null,
  client_id: null,
  phone: null,
  email: null,
  day: null,
  note: null,
  glance: null,
  happened: [],
  offered: [],
  proved: null,
  records: [],
  hint: null,
  actions: [],
};

/** Makes a way on; without more it is quiet, opens no tray and can be given. */
export const action = (name: AnswerName, label: string, given: Partial<Action> = {}): Action => ({
  name,
  label,
  is_primary: false,
  tray: null,
  blocked: null,
  client_id: null,
  will_read: null,
  ...given,
});

/** A preview of an answer that does nothing but what is given. */
export const preview = (button: string, given: Partial<Preview> = {}): Preview => ({
  words: null,
  ways: '',
  money: null,
  does: [],
  held_until: null,
  button,
  ...given,
});

const channelWords = { push: 'Push message', sms: 'Text message', email: 'E-mail' } as const;

/** What the owner was told about an appointment, a refill or a payment, each message with how it fared, the earliest first. */
export async function messagesAbout(
  db: Db,
  { clinic }: Reading,
  { column, id }: { column: 'visit_id' | 'refill_id' | 'payment_id'; id: string },
): Promise<Item['happened']> {
  const rows = await db
    .selectFrom('messages')
    .select(['channel', 'body_text', 'created_at', 'delivered_at', 'failed_at', 'last_error'])
    .where('clinic_id', '=', clinic.id)
    .where(column, '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ channel, body_text, created_at, delivered_at, failed_at, last_error }) => ({
    at: created_at.toISOString(),
    who: clinic.shop.name,
    what: channelWords[channel],
    said: body_text,
    state: delivered_at
      ? 'Delivered'
      : failed_at
        ? `Undelivered${last_error === null ? '' : `: ${last_error}`}`
        : 'On its way',
  }));
}

/** Throws `not_allowed` with the sentence. */
export function refuse(sentence: string): never {
  throw new ApiError('not_allowed', { message: sentence });
}

/** 'one pet', '3 pets' */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count === 1 ? 'one' : count} ${count === 1 ? one : several}`;

/** A thing that waits no more, as its last answer kept its line; null where it was never answered. */
export async function asAnswered(db: Db, { clinic }: Reading, kind: ItemKind, thingId: string): Promise<Shown | null> {
  const row = await db
    .selectFrom('desk_answers')
    .select(['listed', 'words'])
    .where('clinic_id', '=', clinic.id)
    .where('kind', '=', kind)
    .where('thing_id', '=', thingId)
    .where('taken_back_at', 'is', null)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...bare,
    listed: {
      ...row.listed,
      thingId,
      place: 'answered',
      due_at: null,
      needs_clinician: false,
      offered_until: null,
      stamp: '',
    },
    ask: { title: row.listed.what, line: '', state: row.words, money: null },
  };
}

/** A time as an answer names it. */
export type OfferTime = { at: Date; providerId: string | null };

/** The refusal that names the times that are not free any more; `fields` says which, for the desk to mark them. */
export function timesGone(reading: Reading, gone: readonly OfferTime[], of: number): ApiError {
  const zone = reading.clinic.shop.timezone;
  const named = gone.map(({ at }) => nearWords(at, zone, todayOf(reading))).join(' and ');
  const next = gone.length < of ? 'Send the rest, or choose another time.' : 'Choose another time.';
  return new ApiError('slot_gone', {
    message: `${named.charAt(0).toUpperCase()}${named.slice(1)} ${gone.length === 1 ? 'is' : 'are'} not free any more. ${next}`,
    fields: Object.fromEntries(gone.map(({ at, providerId }) => [timeKey(at.toISOString(), providerId), 'gone'])),
  });
}
