import { sql } from 'kysely';
import { is } from 'superstruct';
import { VisitReason, type Action, type Item } from '../../../../src/contract/desk/inbox';
import type { KeywordAction } from '../../../../src/contract/catalogue';
import { statusLabel } from '../../../../src/domain/appointment/status';
import { dateInZone, formatDate } from '../../../../src/domain/clinicTime';
import { clockWords } from '../../../../src/domain/desk/clockWords';
import { declinedText } from '../../../../src/domain/desk/decline';
import { offeredFrom, offerEnd } from '../../../../src/domain/desk/offer';
import { urgentPlaces, urgentWord } from '../../../../src/domain/desk/urgent';
import { giverNames } from '../../../../src/domain/desk/giver';
import { nearWords } from '../../../../src/domain/desk/words';
import { BANK_DAYS, cardWords, refunding } from '../../../../src/domain/payment/refund';
import { formatCents } from '../../../../src/domain/shop/money';
import { ApiError } from '../../../calls/errors';
import type { NewMessage } from '../../../calls/messages';
import type { Db, Trx } from '../../../db/transaction';
import { wishToMove } from '../../appointments/access';
import { accept, decline, type Declining } from '../../appointments/decide';
import { askedAt, dueOf } from '../../appointments/due';
import { diedOf } from '../../appointments/patient';
import { endOffer, keepOffer, keepTime, liveOffer, noteOthers, openOffer } from '../../appointments/offers';
import { confirmations, declines, offers, type OfferedTime } from '../../appointments/ownerMessages';
import { findVisit, listRequests, lockVisit, type VisitRow } from '../../appointments/repository';
import { tell, visitOf } from '../../appointments/visit';
import { keywordActions } from '../../catalogue/repository';
import { findPlace } from '../../schedule/place';
import { bookingRule, narrowed } from '../../schedule/rule';
import { clinicianOf, contactsOf, glanceOf, ownerWords, petLineOf, petOf, todayOf, willReadOf } from '../about';
import { dayOf } from '../day';
import type { Answering, AnswerRule, Kind, Listed, Preview, Reading, Shown } from '../kind';
import { moneyHappened } from './money';
import { messagesAbout, recentlyFrom, timesGone, type OfferTime } from './parts';

/** Requested appointments: accepted, declined, or answered with other times (D-424, D-425). */

/** A request waits until it is answered, also once its time has passed: then it cannot be accepted any more (D-424). */
const isOpen = ({ status }: Pick<VisitRow, 'status'>): boolean => status === 'REQUESTED';
const isOverdue = (row: VisitRow, now: Date): boolean => isOpen(row) && row.starts_at < now;
const tooLate = 'Its time has passed.';

const productIdsOf = (row: VisitRow): readonly string[] => row.details.productIds ?? [row.product_id];

const moneyOf = ({ deposit, details }: VisitRow): string | null =>
  deposit === null
    ? details.deposit_due === true
      ? 'Deposit not paid'
      : null
    : `${formatCents(deposit.amount_cents)} ${deposit.status === 'complete' ? 'paid' : deposit.status}`;

/** The request as a line of the list. */
function listedOf(
  reading: Reading,
  row: VisitRow,
  { actions, isPromised }: { actions: readonly KeywordAction[]; isPromised: boolean },
): Listed {
  const { clinic, now } = reading;
  const { offer } = row;
  return {
    thingId: row.id,
    place: !isOpen(row) ? 'answered' : offer ? 'offered' : 'waits',
    pet: petOf(clinic, { id: row.patient_id, name: row.patient_name, speciesId: row.species_id }),
    owner: ownerWords(row),
    says: isOverdue(row, now) ? 'Request, not answered' : 'Request',
    what: `${nearWords(row.starts_at, clinic.shop.timezone, todayOf(reading))}, ${visitOf(clinic, row).productName}`,
    asked_at: askedAt(row).toISOString(),
    due_at: dueOf(clinic, row)?.toISOString() ?? null,
    urgent_word: urgentWord(actions, { note: row.note, productIds: productIdsOf(row) }),
    approved_by: null,
    ...(isPromised && isOpen(row) && { is_promised: true }),
    needs_clinician: false,
    offered_until: offer ? new Date(offer.until).toISOString() : null,
    stamp: [row.status, row.starts_at.toISOString(), row.provider_id, row.note, moneyOf(row)].join('\n'),
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** 'Today, Mon Nov 23, 10:30am - 11:00am, Dr. Moreau'. */
function lineOf(reading: Reading, row: VisitRow): string {
  const { clinic } = reading;
  const zone = clinic.shop.timezone;
  const date = dateInZone(row.starts_at, zone);
  const near = nearWords(row.starts_at, zone, todayOf(reading)).split(' ')[0]!;
  const day = near === 'today' || near === 'tomorrow' ? `${capital(near)}, ${formatDate(date)}` : formatDate(date);
  const clinician = clinicianOf(clinic, row.provider_id);
  return [
    day,
    row.is_dropoff
      ? `drop-off at ${clockWords(row.starts_at, zone)}`
      : `${clockWords(row.starts_at, zone)} - ${clockWords(row.ends_at, zone)}`,
    ...(clinician ? [clinician] : []),
  ].join(', ');
}

/** The words for a notice that the owner saw and went on from. */
function noticeOf(actions: readonly KeywordAction[], row: VisitRow): string | null {
  const seen = actions.find(({ id }) => id === row.details.confirmed_keyword_action);
  const said = seen && (seen.info_message ?? seen.prompt_message);
  return seen ? `The owner saw your notice${said ? `, "${said.trim()}",` : ''} and went on.` : null;
}

const withStatus = (row: VisitRow, status: string): VisitRow => ({ ...row, status });
const told = ({ clinic, services }: Reading, row: VisitRow): NewMessage[] =>
  confirmations(clinic, visitOf(clinic, withStatus(row, 'ACCEPTED')), services.config.publicUrl);

/**
 * Which requests were answered by their link with "We will offer another time" (D-423), and when. Such a promise is kept
 * by an answer that offers times, until it is taken back or cannot be carried out. It was about the time that was asked
 * for then: an owner who has moved the request since asks anew.
 */
const promises = (db: Db, clinicId: string) =>
  db
    .selectFrom('answer_links as link')
    .select(['link.appointment_id', 'link.used_at'])
    .where('link.clinic_id', '=', clinicId)
    .where('link.used_for', '=', 'offer');

/** Those of them that wait to be kept, by the appointment. */
async function promisedIn(db: Db, clinicId: string, appointmentId?: string): Promise<ReadonlySet<string>> {
  const rows = await promises(db, clinicId)
    .$if(appointmentId !== undefined, (query) => query.where('link.appointment_id', '=', appointmentId!))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('desk_answers as given')
            .select('given.id')
            .whereRef('given.clinic_id', '=', 'link.clinic_id')
            .whereRef('given.thing_id', '=', 'link.appointment_id')
            .whereRef('given.at', '>=', 'link.used_at')
            .where('given.kind', '=', 'request')
            .where('given.name', '=', 'offer')
            .where('given.taken_back_at', 'is', null)
            .where('given.voided', 'is', null),
        ),
      ),
    )
    .where(
      sql<boolean>`not exists (
        select from appointments, jsonb_array_elements(coalesce(appointments.details->'moves', '[]')) as move
        where appointments.clinic_id = link.clinic_id and appointments.id = link.appointment_id
          and (move->>'at')::timestamptz > link.used_at)`,
    )
    .execute();
  return new Set(rows.map(({ appointment_id }) => appointment_id));
}

/** The ways on from an open request; one that waits for its owner can still be accepted, until its time, or declined. */
async function actionsOf(db: Db, reading: Reading, row: VisitRow, isPromised: boolean): Promise<Action[]> {
  if (!isOpen(row)) return [];
  const common = { blocked: null, client_id: null };
  const died = await diedOf(db, reading.clinic.id, row.patient_id);
  const hasOffer = row.offer !== null;
  const isLate = isOverdue(row, reading.now);
  return [
    ...(isLate
      ? []
      : [
          {
            ...common,
            name: 'accept',
            label: 'Accept',
            is_primary: !hasOffer && !isPromised,
            tray: null,
            blocked: died,
            will_read: died ? null : await willReadOf(db, reading, row.client_id, told(reading, row)),
          } as const,
        ]),
    ...(hasOffer
      ? []
      : [
          {
            ...common,
            name: 'offer',
            label: 'Offer other times',
            is_primary: isLate || isPromised,
            blocked: died,
            tray: 'offer',
            will_read: null,
          } as const,
        ]),
    { ...common, name: 'decline', label: 'Decline', is_primary: false, tray: 'decline', will_read: null },
  ];
}

/** Offers of which the owner picked a time, with the time that they had asked for. */
const pickedOffers = (db: Db, { clinic }: Reading, row: VisitRow) =>
  db
    .selectFrom('offers')
    .leftJoin('desk_answers', (join) =>
      join.onRef('desk_answers.clinic_id', '=', 'offers.clinic_id').onRef('desk_answers.id', '=', 'offers.id'),
    )
    .select(['offers.ended_at', 'desk_answers.ids'])
    .where('offers.clinic_id', '=', clinic.id)
    .where('offers.appointment_id', '=', row.id)
    .where('offers.state', '=', 'picked')
    .execute();

/** Whether the owner picked one of the times that were offered in answer to the request. */
export const wasPicked = async (db: Db, clinicId: string, appointmentId: string): Promise<boolean> =>
  (await db
    .selectFrom('offers')
    .innerJoin('desk_answers', (join) =>
      join.onRef('desk_answers.clinic_id', '=', 'offers.clinic_id').onRef('desk_answers.id', '=', 'offers.id'),
    )
    .select('offers.id')
    .where('offers.clinic_id', '=', clinicId)
    .where('offers.appointment_id', '=', appointmentId)
    .where('offers.state', '=', 'picked')
    .where('desk_answers.kind', '=', 'request')
    .executeTakeFirst()) !== undefined;

/** What the owner did, so that nothing waits for the clinic any more; null where it was not they. */
async function endedBy(db: Db, reading: Reading, row: VisitRow): Promise<string | null> {
  if (isOpen(row)) return null;
  const owner = row.first_name || ownerWords(row);
  const near = (at: Date) => nearWords(at, reading.clinic.shop.timezone, todayOf(reading));
  if (row.status === 'DELETED') return `${owner} canceled this${row.changed_at ? ` ${near(row.changed_at)}` : ''}.`;
  const isPicked = (await pickedOffers(db, reading, row)).length > 0;
  return isPicked ? `${owner} picked one of the offered times, ${near(row.starts_at)}.` : null;
}

/** The times that the owner picked, as what happened. */
export async function pickedLines(db: Db, reading: Reading, row: VisitRow): Promise<Item['happened']> {
  const near = (at: Date | string) => nearWords(new Date(at), reading.clinic.shop.timezone, todayOf(reading));
  const picked = await pickedOffers(db, reading, row);
  return picked.map(({ ended_at, ids }) => ({
    at: ended_at!.toISOString(),
    who: ownerWords(row),
    what: `Picked ${near(timeAfter(ended_at!, { ...row, picked }))}${ids?.['starts_at'] ? `, offered in place of ${near(ids['starts_at'])}` : ', which was offered'}`,
    state: null,
  }));
}

/**
 * Offers that ended without a pick, as what happened: those that ran out, those of which a clinic file left no time
 * (clinicFile/apply/offered.ts), and those for a pet that has died. How its owner ended one is told elsewhere.
 */
export async function ranOutLines(db: Db, { clinic }: Reading, row: VisitRow): Promise<Item['happened']> {
  const offers = await db
    .selectFrom('offers')
    .leftJoin('offered_times', (join) =>
      join.onRef('offered_times.clinic_id', '=', 'offers.clinic_id').onRef('offered_times.offer_id', '=', 'offers.id'),
    )
    .select((offer) => ['offers.until', 'offers.ended_at', offer.fn.count('offered_times.id').as('times')])
    .where('offers.clinic_id', '=', clinic.id)
    .where('offers.appointment_id', '=', row.id)
    .where('offers.state', '=', 'ended')
    .groupBy(['offers.clinic_id', 'offers.id', 'offers.until', 'offers.ended_at'])
    .execute();
  const died = await diedOf(db, clinic.id, row.patient_id);
  const moved = new Set(row.details.moves?.map(({ at }) => at));
  return offers.flatMap(({ until, ended_at, times }) => {
    if (ended_at! >= until)
      return [
        {
          at: until.toISOString(),
          who: ownerWords(row),
          what: 'Picked none of the offered times before they ran out',
          state: null,
        },
      ];
    const at = ended_at!.toISOString();
    const what =
      Number(times) === 0
        ? 'By the clinic’s records none of the offered times is free any more'
        : died !== null && isOpen(row) && !moved.has(at)
          ? `What was offered is held no longer: ${died.replace(/\.$/, '')}`
          : null;
    return what === null ? [] : [{ at, who: clinic.shop.name, what, state: null }];
  });
}

/** The visit's time from then on: what it was moved from next, by its owner or by another pick, else the one that it has. */
function timeAfter(
  then: Date,
  { details, picked, starts_at }: VisitRow & { picked: Awaited<ReturnType<typeof pickedOffers>> },
): Date {
  const [next] = [
    ...(details.moves ?? []).map(({ at, from }) => ({ at: Date.parse(at), from })),
    ...picked.flatMap(({ ended_at, ids }) =>
      ids?.['starts_at'] ? [{ at: ended_at!.getTime(), from: ids['starts_at'] }] : [],
    ),
  ]
    .filter(({ at }) => at > then.getTime())
    .toSorted((a, b) => a.at - b.at);
  return next ? new Date(next.from) : starts_at;
}

/** The owner's own moves, as what happened. */
function movedLines(reading: Reading, row: VisitRow): Item['happened'] {
  const near = (at: string) => nearWords(new Date(at), reading.clinic.shop.timezone, todayOf(reading));
  return (row.details.moves ?? []).map(({ at, from, to }) => ({
    at,
    who: ownerWords(row),
    what: `Moved it from ${near(from)} to ${near(to)}`,
    state: null,
  }));
}

async function happenedTo(db: Db, reading: Reading, row: VisitRow): Promise<Item['happened']> {
  const { clinic } = reading;
  const owner = ownerWords(row);
  const messages = await messagesAbout(db, reading, { column: 'visit_id', id: row.id });
  const money = await moneyHappened(db, reading, { column: 'appointment_id', id: row.id }, owner);
  const promised = await promises(db, clinic.id).where('link.appointment_id', '=', row.id).execute();
  return [
    { at: row.created_at.toISOString(), who: owner, what: 'Asked for the appointment', state: null },
    ...movedLines(reading, row),
    ...(await pickedLines(db, reading, row)),
    ...(await ranOutLines(db, reading, row)),
    ...(row.status === 'DELETED' && row.changed_at
      ? [{ at: row.changed_at.toISOString(), who: owner, what: 'Canceled', state: null }]
      : []),
    ...promised.map(({ used_at }) => ({
      at: used_at!.toISOString(),
      who: giverNames.link,
      what: 'Said that another time will be offered',
      state: null,
    })),
    ...money,
    ...messages,
  ];
}

async function shownOf(db: Db, reading: Reading, row: VisitRow): Promise<Shown> {
  const { clinic, now } = reading;
  const actions = await keywordActions(db, clinic.id);
  const visit = visitOf(clinic, row);
  const offer = await liveOffer(db, clinic.id, row.id);
  const owner = ownerWords(row);
  const isPromised = (await promisedIn(db, clinic.id, row.id)).has(row.id);
  const ways = await actionsOf(db, reading, row, isPromised);
  const isReached = ways.length === 0 || (await willReadOf(db, reading, row.client_id, told(reading, row))) !== null;
  const ended = await endedBy(db, reading, row);
  const died = await diedOf(db, clinic.id, row.patient_id);
  const hint = [
    ...(ended ? [ended] : []),
    ...(isOverdue(row, now) && !row.offer ? ['Its time has passed without an answer.'] : []),
    ...(isReached ? [] : [`${owner} gets no messages. Please call.`]),
  ];
  return {
    listed: listedOf(reading, row, { actions, isPromised }),
    pet_line: await petLineOf(db, reading, row.patient_id),
    client_id: row.client_id,
    ...contactsOf(visit.client),
    ask: {
      title: visit.productName,
      line: lineOf(reading, row),
      state:
        isOpen(row) && row.offer
          ? `Offered until ${nearWords(new Date(row.offer.until), clinic.shop.timezone, todayOf(reading))}`
          : isOverdue(row, now)
            ? 'Not answered'
            : statusLabel(row.status, row.starts_at, now),
      money: moneyOf(row),
    },
    day:
      !isOpen(row) || isOverdue(row, now) || died !== null ? null : await dayOf(db, reading, row, owner.split(' ')[0]!),
    note:
      !row.note?.trim() && visit.said.length === 0
        ? null
        : {
            text: [row.note, ...visit.said].filter(Boolean).join('\n'),
            urgent: urgentPlaces(actions, { note: row.note, productIds: productIdsOf(row) }),
            notice: noticeOf(actions, row),
          },
    glance: await glanceOf(db, reading, row.patient_id),
    happened: await happenedTo(db, reading, row),
    offered: (offer?.times ?? []).map(({ starts_at, provider_id }) => ({
      at: starts_at.toISOString(),
      clinician: clinicianOf(clinic, provider_id),
    })),
    proved: null,
    records: [],
    hint: hint.length === 0 ? null : hint.join(' '),
    actions: ways,
  };
}

const refuse = (message: string): never => {
  throw new ApiError('not_allowed', { message });
};

/** Why a request cannot be answered any more; null where it can. `startsAt` is the time that was answered. */
function lost({ clinic, now }: Reading, row: VisitRow | null, startsAt: string | undefined): string | null {
  if (!row) return 'The request is gone.';
  const owner = row.first_name || ownerWords(row);
  if (row.status === 'DELETED')
    return `${owner} canceled first${row.details.deposit_on_cancel === 'refunded' ? '; the deposit goes back' : ''}.`;
  if (row.status === 'DECLINED') return 'It was declined already.';
  if (row.status !== 'REQUESTED')
    return startsAt !== undefined && row.starts_at.toISOString() !== startsAt
      ? `${owner} picked another time first.`
      : 'It was accepted already.';
  if (startsAt !== undefined && row.starts_at.toISOString() !== startsAt)
    return `${owner} moved it first, to ${nearWords(row.starts_at, clinic.shop.timezone, dateInZone(now, clinic.shop.timezone))}.`;
  return null;
}

/** Locks the request that is answered. Throws `not_found` or why it cannot be answered. */
async function openRequest(trx: Trx, answering: Answering): Promise<VisitRow> {
  const row = await lockVisit(trx, answering.clinic.id, answering.thingId);
  if (!row) throw new ApiError('not_found');
  const reason = lost(answering, row, undefined);
  return reason === null ? row : refuse(reason);
}

/** The same without a lock, for what changes nothing. */
async function seenRequest(db: Db, answering: Answering): Promise<VisitRow> {
  const row = await findVisit(db, answering.clinic.id, answering.thingId);
  if (!row) throw new ApiError('not_found');
  const reason = lost(answering, row, undefined);
  return reason === null ? row : refuse(reason);
}

const answered = (words: string, row: VisitRow, more: Record<string, string> = {}) => ({
  words,
  ids: { appointment: row.id, starts_at: row.starts_at.toISOString(), ...more },
});

/** Runs an answer that leaves, unless the request has changed since it was recorded. */
async function leaving(
  trx: Trx,
  answering: Answering,
  run: (row: VisitRow) => Promise<unknown>,
): Promise<{ voided: string | null }> {
  const row = await lockVisit(trx, answering.clinic.id, answering.thingId);
  const voided = lost(answering, row, answering.ids['starts_at']);
  if (voided === null) await run(row!);
  return { voided };
}

const previewOf = (given: Partial<Preview> & Pick<Preview, 'button'>): Preview => ({
  words: null,
  ways: '',
  money: null,
  does: [],
  held_until: null,
  ...given,
});

const accepting: AnswerRule = {
  async preview(db, answering) {
    const row = await seenRequest(db, answering);
    if (isOverdue(row, answering.now)) refuse(tooLate);
    const will = await willReadOf(db, answering, row.client_id, told(answering, row));
    return previewOf({ ...will, button: 'Accept' });
  },
  async record(trx, answering) {
    const row = await openRequest(trx, answering);
    const died = await diedOf(trx, answering.clinic.id, row.patient_id);
    if (died !== null) refuse(died);
    return isOverdue(row, answering.now) ? refuse(tooLate) : answered('accepted', row);
  },
  async leave(trx, answering) {
    let voided: string | null = null;
    const left = await leaving(trx, answering, async (row) => {
      voided = isOverdue(row, answering.now) ? tooLate : await diedOf(trx, answering.clinic.id, row.patient_id);
      if (voided === null) await accept(trx, answering.clinic, row, answering.services, answering.now);
    });
    return { voided: left.voided ?? voided };
  },
  takeBack: async () => {},
};

/** What is said with a decline. Throws `validation` without a reason of a visit, and for "other" without words. */
function decliningOf({ body }: Answering): Declining & { reason: VisitReason } {
  const words = body.words?.trim() ?? '';
  if (!is(body.reason, VisitReason))
    throw new ApiError('validation', { fields: { reason: 'Please choose a reason.' } });
  if (body.reason === 'other' && words === '')
    throw new ApiError('validation', { fields: { words: 'Please say why, in your own words.' } });
  return { reason: body.reason, ...(words !== '' && { words }) };
}

const heldDeposit = ({ deposit }: VisitRow) => (deposit?.status === 'complete' ? deposit : null);

const declining: AnswerRule = {
  async preview(db, answering) {
    const row = await seenRequest(db, answering);
    const { clinic, services, body } = answering;
    const paid = heldDeposit(row);
    const said = {
      reason: body.reason,
      why: declinedText(body.reason, body.words),
      hasDied: (await diedOf(db, clinic.id, row.patient_id)) !== null,
      deposit: paid && `${refunding({ amount: paid.amount_cents / 100, card_last4: paid.card_last4 })} ${BANK_DAYS}`,
    };
    const messages = declines(clinic, visitOf(clinic, row), true, services.config.publicUrl, said);
    const will = await willReadOf(db, answering, row.client_id, messages);
    const amount = paid && formatCents(paid.amount_cents);
    return previewOf({
      ...will,
      money:
        paid &&
        `${amount} to ${cardWords(paid.card_last4).replace('your card', 'the card').replace('you paid', 'they paid')}, in full. ${BANK_DAYS}`,
      does: ['Its time is free again.'],
      button: amount ? `Decline and refund ${amount}` : 'Decline',
    });
  },
  async record(trx, answering) {
    const { reason } = decliningOf(answering);
    const row = await openRequest(trx, answering);
    return answered('declined', row, { reason });
  },
  leave: (trx, answering) =>
    leaving(trx, answering, (row) =>
      decline(trx, answering.clinic, row, decliningOf(answering), answering.services, answering.now),
    ),
  async takeBack(trx, { clinic, thingId }) {
    const row = await findVisit(trx, clinic.id, thingId);
    // Who canceled a request that was being declined was told that the deposit goes back.
    if (row?.status === 'DELETED' && row.details.deposit_on_cancel === 'refunded' && row.deposit)
      return `The deposit goes back all the same: ${row.first_name || ownerWords(row)} canceled meanwhile.`;
  },
};

const timesWords = (count: number): string => (count === 1 ? '1 time' : `${count} times`);

/** The times of the answer, in order, each once. Throws in words where they cannot be offered. */
export function timesOf({ body, clinic, now }: Answering): {
  times: { at: Date; providerId: string | null }[];
  until: Date;
} {
  const given = (body.times ?? []).map(({ at, provider_id }) => ({ at: new Date(at), providerId: provider_id }));
  if (given.length === 0) throw new ApiError('validation', { fields: { times: 'Please choose a time to offer.' } });
  const times = given.sort((a, b) => a.at.getTime() - b.at.getTime());
  const isTwice = times.some(
    (one, index) =>
      index > 0 &&
      one.at.getTime() === times[index - 1]!.at.getTime() &&
      one.providerId === times[index - 1]!.providerId,
  );
  if (isTwice) refuse('One of the times is chosen twice.');
  const until = offerEnd(
    times.map(({ at }) => at),
    now,
  );
  if (until === null)
    throw new ApiError('not_allowed', {
      message: `${clockWords(times[0]!.at, clinic.shop.timezone)} is too soon: an offer ends two hours before its first time, so nobody could pick in time.`,
    });
  return { times, until };
}

const offerMessages = (
  { clinic, services }: Reading,
  row: VisitRow,
  offer: { times: readonly OfferedTime[]; until: Date },
): NewMessage[] => offers(clinic, visitOf(clinic, row), offer, services.config.publicUrl);

/**
 * Holds the offered times one after the other, each beside the ones before it. Throws `slot_gone` with all that are not
 * free any more.
 */
export async function holdTimes(
  trx: Trx,
  answering: Answering,
  row: VisitRow,
  times: readonly OfferTime[],
): Promise<void> {
  const { clinic, now, answerId, services } = answering;
  const wish = wishToMove(clinic, row, [], todayOf(answering));
  const held: { from: number; to: number }[] = [];
  const gone: OfferTime[] = [];
  for (const { at, providerId } of times) {
    const rule = narrowed(bookingRule(clinic, wish), [{ providerId }]);
    const place = await findPlace(trx, {
      clinicId: clinic.id,
      rule,
      at: at.getTime(),
      sessionId: '',
      now,
      newId: services.ids.next,
    }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'slot_gone') throw error;
      const isOwn =
        held.some(({ from, to }) => from < at.getTime() + 1 && at.getTime() < to) || overlapsNext(held, at, row);
      if (!isOwn) return null;
      return refuse(
        `${nearWords(at, clinic.shop.timezone, todayOf(answering))} overlaps another of the times. Please choose times that do not overlap.`,
      );
    });
    if (!place) {
      gone.push({ at, providerId });
      continue;
    }
    held.push({ from: at.getTime(), to: place.end });
    const [pick] = place.picks;
    await keepTime(trx, clinic.id, answerId, {
      id: services.ids.next(),
      startsAt: new Date(pick!.at),
      endsAt: new Date(place.end),
      providerId: pick!.providerId,
      roomId: pick!.roomId,
      segments: place.picks.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
      claims: place.claims,
    });
  }
  if (gone.length > 0) throw timesGone(answering, gone, times.length);
}

/** Whether a visit of the row's length that begins at `at` would run into one of the held times. */
const overlapsNext = (held: readonly { from: number; to: number }[], at: Date, row: VisitRow): boolean => {
  const to = at.getTime() + row.ends_at.getTime() - row.starts_at.getTime();
  return held.some((one) => one.from < to && at.getTime() < one.to);
};

const offering: AnswerRule = {
  async preview(db, answering) {
    const row = await seenRequest(db, answering);
    if (row.offer) refuse('Times are offered already.');
    const { times, until } = timesOf(answering);
    const named = times.map(({ at, providerId }) => ({ at, clinician: clinicianOf(answering.clinic, providerId) }));
    const will = await willReadOf(db, answering, row.client_id, offerMessages(answering, row, { times: named, until }));
    return previewOf({
      ...will,
      does: ['The time that was asked for stays held, too.'],
      button: `Send ${timesWords(times.length)}`,
      held_until: until.toISOString(),
    });
  },
  async record(trx, answering) {
    const { clinic, now, answerId } = answering;
    const row = await openRequest(trx, answering);
    if (row.offer) refuse('Times are offered already.');
    const { times, until } = timesOf(answering);
    await keepOffer(trx, clinic.id, { id: answerId, appointmentId: row.id, until, now });
    await holdTimes(trx, answering, row, times);
    return answered(`${timesWords(times.length)} offered`, row, { offer: answerId });
  },
  async leave(trx, answering) {
    const { clinic, now, services, answerId } = answering;
    let voided: string | null = null;
    const left = await leaving(trx, answering, async (row) => {
      const offer = await liveOffer(trx, clinic.id, row.id);
      if (offer?.id !== answerId || offer.until <= now || !(await openOffer(trx, clinic.id, answerId))) {
        voided = 'The times are not held any more.';
        return;
      }
      const times = offer.times.map(({ starts_at, provider_id }) => ({
        at: starts_at,
        clinician: clinicianOf(clinic, provider_id),
      }));
      await noteOthers(trx, clinic.id, row.id, now);
      await tell(trx, services, offerMessages(answering, row, { times, until: offer.until }));
    });
    const reason = left.voided ?? voided;
    if (reason !== null) await giveBackTimes(trx, answering);
    return { voided: reason };
  },
  takeBack: giveBackTimes,
};

/** Frees what the answer holds, unless it has ended already. */
export async function giveBackTimes(trx: Trx, { clinic, thingId, answerId, now }: Answering): Promise<void> {
  await lockVisit(trx, clinic.id, thingId);
  const offer = await liveOffer(trx, clinic.id, thingId);
  if (offer?.id === answerId) await endOffer(trx, clinic.id, thingId, now);
}

export const request: Kind = {
  kind: 'request',
  async list(db, reading) {
    const rows = await listRequests(db, reading.clinic.id, recentlyFrom(reading.now));
    const actions = rows.length === 0 ? [] : await keywordActions(db, reading.clinic.id);
    const promised = rows.length === 0 ? null : await promisedIn(db, reading.clinic.id);
    return rows.map((row) => listedOf(reading, row, { actions, isPromised: promised?.has(row.id) ?? false }));
  },
  async read(db, reading, thingId) {
    const row = await findVisit(db, reading.clinic.id, thingId);
    return row && shownOf(db, reading, row);
  },
  answers: { accept: accepting, offer: offering, decline: declining },
  async wish(db, reading, thingId) {
    const row = await findVisit(db, reading.clinic.id, thingId);
    if (!row || !isOpen(row)) return null;
    return {
      wish: wishToMove(reading.clinic, row, [], todayOf(reading)),
      providerId: row.provider_id,
      earliest: offeredFrom(reading.now),
    };
  },
};
