import { canComeEarlier } from '../../../../src/domain/appointment/waitlist';
import { daySpan, openStarts } from '../../../../src/domain/booking/openTimes';
import { addDays, dateInZone, dayClock, daysBetween } from '../../../../src/domain/clinicTime';
import { clockWords } from '../../../../src/domain/desk/clockWords';
import { offeredFrom, offerEnd } from '../../../../src/domain/desk/offer';
import { nearWords } from '../../../../src/domain/desk/words';
import { ApiError } from '../../../calls/errors';
import type { NewMessage } from '../../../calls/messages';
import type { Db, Trx } from '../../../db/transaction';
import { wishToMove } from '../../appointments/access';
import { diedOf } from '../../appointments/patient';
import { endOffer, keepOffer, liveOffer, openOffer } from '../../appointments/offers';
import { earlierOffers, offWaitlist, type OfferedTime } from '../../appointments/ownerMessages';
import { findVisit, lockVisit, type VisitRow } from '../../appointments/repository';
import { tell, visitOf } from '../../appointments/visit';
import { resourcesOf } from '../../schedule/place';
import { busyByResource, busyWithin } from '../../schedule/repository';
import { bookingRule, narrowed } from '../../schedule/rule';
import { deleteListed } from '../../waitlist/repository';
import { clinicianOf, contactsOf, glanceOf, petLineOf, todayOf, willReadOf } from '../about';
import { dayOf } from '../day';
import type { Answering, AnswerRule, Kind, Reading, Shown } from '../kind';
import { action, bare, messagesAbout, preview, refuse } from './parts';
import { giveBackTimes, holdTimes, ranOutLines, timesOf } from './request';
import { askOf, goneOf, heldWords, LEFT, leftWords, overOf, waitedLines, whyLeft } from './waitlistOver';
import { findPlace, listedOf, waitlistRows, type Row } from './waitlistRows';

/** Owners who would come earlier: offered a freed time, which moves their appointment, or taken off the list (D-425). */

/** How far ahead a freed time is looked for, days. */
const searchedDays = 60;

type Time = { at: Date; providerId: string | null };

/** The earliest free time for the visit before its own, of the same types and clinician; null for none. */
async function freedTime(db: Db, reading: Reading, row: VisitRow): Promise<Time | null> {
  const { clinic, now } = reading;
  const rule = narrowed(bookingRule(clinic, wishToMove(clinic, row, [], todayOf(reading))), [
    { providerId: row.provider_id },
  ]);
  const [first, last] = [todayOf(reading), dateInZone(row.starts_at, rule.zone)];
  const dates = Array.from({ length: Math.min(searchedDays, daysBetween(first, last) + 1) }, (_, index) =>
    addDays(first, index),
  ).filter((date) => date <= rule.lastDate);
  if (dates.length === 0) return null;
  const spans = dates.map((date) => daySpan(dayClock(date, rule.zone)));
  const busy = busyByResource(
    await busyWithin(
      db,
      clinic.id,
      resourcesOf(rule),
      { from: spans[0]!.from, to: spans.at(-1)!.to },
      { sessionId: null, now },
    ),
  );
  for (const date of dates)
    for (const { at, picks } of openStarts(date, rule, busy, offeredFrom(now).getTime())) {
      if (at >= row.starts_at.getTime()) return null;
      return { at: new Date(at), providerId: picks[0]!.providerId };
    }
  return null;
}

/** The time with its clinician's name, as owners read it. */
const namedTime = ({ clinic }: Reading, { at, providerId }: Time): OfferedTime => ({
  at,
  clinician: clinicianOf(clinic, providerId),
});

/** '2:00pm' on the day of the visit that the owner has, where that is today; else with its day: 'today 2:00pm'. */
function timeWords(reading: Reading, visit: VisitRow, at: Date): string {
  const [zone, today] = [reading.clinic.shop.timezone, todayOf(reading)];
  return dateInZone(at, zone) === today && dateInZone(visit.starts_at, zone) === today
    ? clockWords(at, zone)
    : nearWords(at, zone, today);
}

/** The day of the freed time, named, in which the visit that the owner has is one of others. */
async function dayOfFreed(db: Db, reading: Reading, visit: VisitRow, { at, providerId }: Time): Promise<Shown['day']> {
  const ends_at = new Date(at.getTime() + visit.ends_at.getTime() - visit.starts_at.getTime());
  const day = await dayOf(db, reading, { ...visit, id: '', provider_id: providerId, starts_at: at, ends_at }, '');
  const near = nearWords(at, reading.clinic.shop.timezone, todayOf(reading));
  return day && { ...day, words: day.words.replace(/^(It fits\. )?/, `$1${near.replace(/^t/, 'T')}: `) };
}

async function shownOf(db: Db, reading: Reading, row: Row): Promise<Shown> {
  const { clinic } = reading;
  const visit = (await findVisit(db, clinic.id, row.appointment_id))!;
  const died = await diedOf(db, clinic.id, visit.patient_id);
  const freed = visit.offer || died !== null ? null : await freedTime(db, reading, visit);
  const offered = freed && { times: [namedTime(reading, freed)], until: offerEnd([freed.at], reading.now)! };
  const remove = action('remove', 'Take off the list', {
    will_read: await willReadOf(db, reading, visit.client_id, await removed(db, reading, visit)),
  });
  const offers = [
    action('offer_freed', freed ? `Offer ${timeWords(reading, visit, freed.at)}` : 'Offer a freed time', {
      is_primary: true,
      blocked: died ?? (freed ? null : 'No earlier time is free yet.'),
      will_read: died
        ? null
        : offered && (await willReadOf(db, reading, visit.client_id, messagesOf(reading, visit, offered))),
      ...(freed && { times: [{ at: freed.at.toISOString(), provider_id: freed.providerId }] }),
    }),
    action('offer', 'Another time', { tray: 'offer', blocked: died }),
  ];
  return {
    ...bare,
    ...contactsOf(row),
    listed: listedOf(reading, row),
    happened: [
      ...waitedLines(row.created_at, visit),
      ...(await ranOutLines(db, reading, visit)),
      ...(await messagesAbout(db, reading, { column: 'visit_id', id: visit.id })),
    ],
    pet_line: await petLineOf(db, reading, row.patient_id),
    client_id: row.client_id,
    ask: askOf(reading, row, 'Has'),
    day: freed && (await dayOfFreed(db, reading, visit, freed)),
    note: visit.note ? { text: visit.note, urgent: [], notice: null } : null,
    glance: await glanceOf(db, reading, row.patient_id),
    offered: (visit.offer?.times ?? []).map(({ starts_at, provider_id }) => ({
      at: new Date(starts_at).toISOString(),
      clinician: clinicianOf(clinic, provider_id),
    })),
    hint: row.has_left ? heldWords(reading, row) : visit.offer || freed ? null : 'No earlier time is free yet.',
    actions: row.has_left ? [] : [...(visit.offer ? [] : offers), remove],
  };
}

/** Reads the place with its appointment as it is now; throws `not_allowed` where it does not wait any more. */
async function waiting(db: Db, answering: Answering, isLocked: boolean): Promise<{ row: Row; visit: VisitRow }> {
  const row = await findPlace(db, answering, answering.thingId);
  const visit =
    row &&
    (isLocked
      ? await lockVisit(db as Trx, answering.clinic.id, row.appointment_id)
      : await findVisit(db, answering.clinic.id, row.appointment_id));
  if (!row || !visit) refuse(LEFT);
  if (!visit.is_waitlisted) refuse(leftWords(visit));
  if (!canComeEarlier({ status: visit.status, start: visit.starts_at }, answering.now)) refuse(leftWords(visit));
  return { row, visit };
}

/** The times that the answer offers: the freed one, or those that were chosen, which must be earlier. */
async function offeredBy(db: Db, answering: Answering, visit: VisitRow): Promise<{ times: Time[]; until: Date }> {
  const died = await diedOf(db, answering.clinic.id, visit.patient_id);
  if (died !== null) refuse(died);
  if (visit.offer || (await liveOffer(db, answering.clinic.id, visit.id))) refuse('Times are offered already.');
  const isChosen = answering.body.times !== undefined || answering.body.name === 'offer';
  const freed = isChosen ? null : await freedTime(db, answering, visit);
  if (!isChosen && freed === null) refuse('No earlier time is free any more.');
  const { times, until } = freed ? { times: [freed], until: offerEnd([freed.at], answering.now)! } : timesOf(answering);
  if (times.some(({ at }) => at >= visit.starts_at)) refuse('Please choose times before their appointment.');
  return { times, until };
}

const messagesOf = (
  { clinic, services }: Reading,
  visit: VisitRow,
  offer: { times: readonly OfferedTime[]; until: Date },
) => earlierOffers(clinic, visitOf(clinic, visit), offer, services.config.publicUrl);

/** The reason of a refusal as a sentence; any other error is thrown on. */
const reasonOf = (error: unknown): string => {
  if (error instanceof ApiError && error.code === 'not_allowed') return error.message;
  throw error;
};

/** The same answer, given to the appointment. */
const toVisit = (answering: Answering, id: string): Answering => ({ ...answering, thingId: id });

const offering: AnswerRule = {
  preview: async (db, answering) => {
    const { visit } = await waiting(db, answering, false);
    const { times, until } = await offeredBy(db, answering, visit);
    const named = times.map((time) => namedTime(answering, time));
    const will = await willReadOf(
      db,
      answering,
      visit.client_id,
      messagesOf(answering, visit, { times: named, until }),
    );
    return preview(
      times.length === 1 ? `Offer ${timeWords(answering, visit, times[0]!.at)}` : `Offer ${times.length} times`,
      {
        ...will,
        does: ['Their appointment stays until they pick.'],
        held_until: until.toISOString(),
      },
    );
  },
  record: async (trx, answering) => {
    const { clinic, now, answerId } = answering;
    const { row, visit } = await waiting(trx, answering, true);
    const { times, until } = await offeredBy(trx, answering, visit);
    await keepOffer(trx, clinic.id, { id: answerId, appointmentId: visit.id, until, now });
    await holdTimes(trx, answering, visit, times);
    const words =
      times.length === 1 ? `offered ${timeWords(answering, visit, times[0]!.at)}` : `${times.length} times offered`;
    const ids = { place: row.place_id, appointment: visit.id, offer: answerId };
    return { words, ids: { ...ids, starts_at: visit.starts_at.toISOString() } };
  },
  leave: async (trx, answering) => {
    const { clinic, now, services, answerId, ids } = answering;
    const found = await waiting(trx, answering, true).catch(reasonOf);
    const id = ids['appointment'] ?? '';
    if (typeof found === 'string') {
      await giveBackTimes(trx, toVisit(answering, id));
      return { voided: await whyLeft(trx, answering, id) };
    }
    const died = await diedOf(trx, clinic.id, found.visit.patient_id);
    if (died !== null) {
      await giveBackTimes(trx, toVisit(answering, id));
      return { voided: died };
    }
    const offer = await liveOffer(trx, clinic.id, found.visit.id);
    if (
      offer?.id !== answerId ||
      offer.until <= now ||
      offer.times.some(({ starts_at }) => starts_at >= found.visit.starts_at) ||
      !(await openOffer(trx, clinic.id, answerId))
    ) {
      await giveBackTimes(trx, toVisit(answering, id));
      return { voided: 'The time is not held any more, or not earlier.' };
    }
    const times = offer.times.map(({ starts_at, provider_id }) => ({
      at: starts_at,
      clinician: clinicianOf(clinic, provider_id),
    }));
    await tell(trx, services, messagesOf(answering, found.visit, { times, until: offer.until }));
    return { voided: null };
  },
  takeBack: (trx, answering) => giveBackTimes(trx, toVisit(answering, answering.ids['appointment'] ?? '')),
};

/** What is said to who is taken off the list, where their appointment stays; nothing of a pet that has died. */
const removed = async (db: Db, { clinic, services }: Reading, visit: VisitRow): Promise<NewMessage[]> =>
  (await diedOf(db, clinic.id, visit.patient_id)) === null
    ? offWaitlist(clinic, visitOf(clinic, visit), visit.offer !== null, services.config.publicUrl)
    : [];

const removing: AnswerRule = {
  preview: async (db, answering) => {
    const { visit } = await waiting(db, answering, false);
    return preview('Take off the list', {
      ...(await willReadOf(db, answering, visit.client_id, await removed(db, answering, visit))),
      does: ['Their appointment stays.', ...(visit.offer ? ['What is offered is held no longer.'] : [])],
    });
  },
  record: async (trx, answering) => {
    const { row, visit } = await waiting(trx, answering, true);
    return { words: 'taken off the list', ids: { place: row.place_id, appointment: visit.id } };
  },
  leave: async (trx, answering) => {
    const { clinic, services, ids, now } = answering;
    const found = await waiting(trx, answering, true).catch(reasonOf);
    if (typeof found === 'string') return { voided: await whyLeft(trx, answering, ids['appointment']) };
    await endOffer(trx, clinic.id, found.visit.id, now);
    await deleteListed(trx, clinic.id, found.visit.id);
    await tell(trx, services, await removed(trx, answering, found.visit));
    return { voided: null };
  },
  takeBack: async () => {},
};

export const waitlist: Kind = {
  kind: 'waitlist',
  list: async (db, reading) =>
    (await waitlistRows(db, reading.clinic.id, reading.now).execute()).map((row) => listedOf(reading, row)),
  read: async (db, reading, thingId) => {
    const row = await findPlace(db, reading, thingId);
    if (row) return shownOf(db, reading, row);
    return (await overOf(db, reading, thingId)) ?? goneOf(db, reading, thingId);
  },
  answers: { offer_freed: offering, offer: offering, remove: removing },
  wish: async (db, reading, thingId) => {
    const row = await findPlace(db, reading, thingId);
    const visit = row && (await findVisit(db, reading.clinic.id, row.appointment_id));
    if (!visit) return null;
    return {
      wish: wishToMove(reading.clinic, visit, [], todayOf(reading)),
      providerId: visit.provider_id,
      earliest: offeredFrom(reading.now),
    };
  },
};
