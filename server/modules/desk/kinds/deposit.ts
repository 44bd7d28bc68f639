import type { CreateAppointment } from '../../../../src/contract/appointments';
import { dateInZone } from '../../../../src/domain/clinicTime';
import { visitDue } from '../../../../src/domain/desk/due';
import { nearWords } from '../../../../src/domain/desk/words';
import { BANK_DAYS, cardWords, refunding } from '../../../../src/domain/payment/refund';
import { formatCents } from '../../../../src/domain/shop/money';
import { MINUTE } from '../../../../src/limits';
import { ApiError } from '../../../calls/errors';
import type { NewMessage } from '../../../calls/messages';
import type { Services } from '../../../calls/services';
import { inSavepoint, withTransaction, type Db, type Trx } from '../../../db/transaction';
import { createBooking } from '../../appointments/create';
import { findVisit } from '../../appointments/repository';
import { answerHours } from '../../clinics/answerDue';
import { refundToldOf } from '../../deposits/refunds/messages';
import { openRefund } from '../../deposits/refunds/repository';
import { findPayment, lockPayment, payerOf, waitingDeposits, type PaymentRow } from '../../deposits/repository';
import { keepPlace, releasePlace } from '../../payments/paymentHolds';
import { findPlace, type Place } from '../../schedule/place';
import { bookingRule, narrowed, type Wish } from '../../schedule/rule';
import { wishOf } from '../../schedule/wish';
import { contactsOf, ownerWords, todayOf, willReadOf } from '../about';
import { latestAnswerTo } from '../answers';
import type { Answering, Kind, Listed, Reading, Shown } from '../kind';
import { moneyHappened } from './money';
import { action, bare, preview, refuse, timesGone } from './parts';

/**
 * Paid deposits without a time: that of their booking was gone (D-215), so the clinic chooses one; or they were paid by a
 * link for no appointment (D-40), which the clinic settles. Or it gives the money back.
 */

type Row = Awaited<ReturnType<typeof waitingDeposits>>[number];

/** How long a chosen time is held for the answer to leave, milliseconds: longer than servers take to come back. */
const heldMs = 24 * 60 * MINUTE;

const productOf = ({ clinic }: Reading, id: string): string =>
  clinic.products.find((one) => one.id === id)?.name ?? 'an appointment';

function listedOf(reading: Reading, row: Row): Listed {
  const { clinic } = reading;
  const paidAt = row.completed_at ?? row.created_at;
  const wanted = row.booking && new Date(row.booking.date);
  return {
    thingId: row.id,
    place: 'waits',
    pet: row.booking
      ? { id: row.booking.patientId ?? null, name: row.booking.patientName, species: row.booking.speciesName }
      : null,
    owner: ownerWords(row),
    says: `Paid ${formatCents(row.amount_cents)}, no time`,
    what: productOf(reading, row.product_id),
    asked_at: paidAt.toISOString(),
    due_at: visitDue({ askedAt: paidAt, startsAt: wanted }, answerHours(clinic))?.toISOString() ?? null,
    urgent_word: null,
    approved_by: null,
    needs_clinician: false,
    offered_until: null,
    stamp: '',
  };
}

async function shownOf(db: Db, reading: Reading, row: Row): Promise<Shown> {
  const { clinic } = reading;
  const amount = formatCents(row.amount_cents);
  const wanted = row.booking && new Date(row.booking.date);
  const zone = clinic.shop.timezone;
  const payment = await findPayment(db, clinic.id, row.id);
  const told = payment && isWaiting(payment) ? await refundToldOf(db, clinic, payment, sentenceOf(payment)) : [];
  return {
    ...bare,
    ...contactsOf(row),
    listed: listedOf(reading, row),
    client_id: row.client_id,
    ask: {
      title: productOf(reading, row.product_id),
      line: wanted
        ? `Wanted ${nearWords(wanted, zone, todayOf(reading))}; that time was gone when the card was charged.`
        : 'Paid by a link, for no appointment.',
      state: 'Paid, no time',
      money: `${amount} paid`,
    },
    note: row.booking?.note ? { text: row.booking.note, urgent: [], notice: null } : null,
    happened: await moneyHappened(db, reading, { column: 'id', id: row.id }, ownerWords(row)),
    hint: row.booking
      ? 'The owner was asked to choose another time, too.'
      : 'Nothing books it by itself: please find a time with the owner.',
    actions: [
      row.booking
        ? action('choose_time', 'Choose a time', { is_primary: true, tray: 'choose_time' })
        : action('let_be', 'Mark settled', { is_primary: true }),
      action('refund', `Refund ${amount}`, { will_read: await willReadOf(db, reading, row.client_id, told) }),
    ],
  };
}

const isWaiting = ({ appointment_id, status }: PaymentRow): boolean => appointment_id === null && status === 'complete';

/** Who paid; undefined where their record is gone. */
const payerIn = (db: Db, { clinic_id, client_id }: PaymentRow) =>
  db
    .selectFrom('clients')
    .select(['first_name', 'last_name', 'phone', 'email', 'metadata'])
    .where('clinic_id', '=', clinic_id)
    .where('id', '=', client_id)
    .executeTakeFirst();

/** Why the deposit waits no more, or null. */
async function lost(db: Db, payment: PaymentRow | null): Promise<string | null> {
  if (payment === null) return 'The payment is gone.';
  if (isWaiting(payment)) return null;
  if (payment.appointment_id === null) return 'It is given back already.';
  const payer = await payerIn(db, payment);
  return `${payer?.first_name || (payer ? ownerWords(payer) : 'The owner')} has booked with it meanwhile.`;
}

async function lockWaiting(trx: Trx, { clinic, thingId }: Answering): Promise<PaymentRow> {
  const payment = await lockPayment(trx, clinic.id, thingId);
  if (!payment) throw new ApiError('not_found');
  const reason = await lost(trx, payment);
  return reason === null ? payment : refuse(reason);
}

/** The visit that was paid for. */
const wishFor = (reading: Reading, booking: CreateAppointment): Wish =>
  wishOf(
    reading.clinic,
    {
      productIds: booking.products.map(({ id }) => id),
      productToken: booking.product_token,
      providerIds: [],
      locationId: booking.location_id,
      isDropoff: booking.isDropoff,
    },
    dateInZone(reading.now, reading.clinic.shop.timezone),
  );

/** The time that was chosen. Throws `validation` for none or several, and `not_allowed` where nothing was booked. */
function chosen({ body }: Answering, payment: PaymentRow) {
  const [time, ...more] = body.times ?? [];
  if (!time || more.length > 0) throw new ApiError('validation', { fields: { times: 'Please choose one time.' } });
  if (!payment.booking) refuse('This payment was for no booking: please call the owner.');
  return { at: new Date(time.at), providerId: time.provider_id, booking: payment.booking as CreateAppointment };
}

/** The booking without the room and the segments of the time that is gone. */
const withoutPlace = (booking: CreateAppointment): CreateAppointment => ({
  ...booking,
  roomId: null,
  secondary_date_time_provider_id: null,
  secondary_room_id: null,
  tertiary_date_time_provider_id: null,
  tertiary_room_id: null,
});

const hasBooking = 'It was paid for a booking: please choose a time for it.';
const byLink = 'This payment was made by a link: please call the owner.';

/** The place of the chosen time. Throws `slot_gone` where it is not free any more. */
const placeFor = (trx: Trx, answering: Answering, payment: PaymentRow): Promise<Place> => {
  const { clinic, now, services } = answering;
  const { at, providerId, booking } = chosen(answering, payment);
  return findPlace(trx, {
    clinicId: clinic.id,
    rule: narrowed(bookingRule(clinic, wishFor(answering, booking)), [{ providerId }]),
    at: at.getTime(),
    sessionId: '',
    paymentId: payment.id,
    now,
    newId: services.ids.next,
  }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'slot_gone') throw timesGone(answering, [{ at, providerId }], 1);
    throw error;
  });
};

/** Books the chosen time for whom has paid. Throws as booking does, and `not_allowed` where the payer is gone. */
async function book(
  trx: Trx,
  answering: Answering,
  payment: PaymentRow,
  providerId: string,
  services: Services,
): Promise<{ id: string }> {
  const { clinic, now } = answering;
  const { at, booking } = chosen(answering, payment);
  const session = await payerOf(trx, payment);
  if (!session) throw new ApiError('not_allowed', { message: 'The owner who paid is gone.' });
  const products = booking.products.map((one) => ({ ...one, providerId }));
  const body = { ...withoutPlace(booking), date: at.toISOString(), deposit_paid: true, products };
  return createBooking(trx, { clinic, session, body, now, services, isClinics: true }, payment.id);
}

/** Ends a booking that was made to learn what its owner would read. */
class Rehearsed extends Error {}

/** The messages to the owner if the chosen time were booked now; throws as booking it does. Nothing stays of it. */
async function wouldSend(db: Db, answering: Answering, payment: PaymentRow): Promise<NewMessage[]> {
  const { services } = answering;
  const written: NewMessage[] = [];
  const messages = {
    ...services.messages,
    enqueueAll: async (_: Db, all: readonly NewMessage[]) => void written.push(...all),
  };
  let id = '';
  await withTransaction(db, (trx) =>
    inSavepoint(trx, async () => {
      const [pick] = (await placeFor(trx, answering, payment)).picks;
      ({ id } = await book(trx, answering, payment, pick!.providerId, { ...services, messages }));
      throw new Rehearsed();
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error;
  });
  // The visit gets its own address when it is booked.
  return written.filter(({ notice }) => !notice).map((one) => ({ ...one, text: one.text.replaceAll(id, '...') }));
}

const when = (reading: Reading, at: Date): string => nearWords(at, reading.clinic.shop.timezone, todayOf(reading));

export const deposit: Kind = {
  kind: 'deposit',
  list: async (db, reading) => (await waitingDeposits(db, reading.clinic.id)).map((row) => listedOf(reading, row)),
  async read(db, reading, thingId) {
    const row = (await waitingDeposits(db, reading.clinic.id)).find(({ id }) => id === thingId);
    if (row) return shownOf(db, reading, row);
    return answeredOf(db, reading, thingId);
  },
  answers: {
    choose_time: {
      async preview(db, answering) {
        const payment = await findPayment(db, answering.clinic.id, answering.thingId);
        const reason = await lost(db, payment);
        if (reason !== null) refuse(reason);
        if (payment!.session_id === null) refuse(byLink);
        const { at } = chosen(answering, payment!);
        const told = await wouldSend(db, answering, payment!);
        return preview(`Book ${when(answering, at)}`, {
          ...(await willReadOf(db, answering, payment!.client_id, told)),
          does: [`The deposit of ${formatCents(payment!.amount_cents)} is for this visit.`],
        });
      },
      async record(trx, answering) {
        const { now, services } = answering;
        const payment = await lockWaiting(trx, answering);
        const { at } = chosen(answering, payment);
        if (payment.session_id === null) refuse(byLink);
        const place = await placeFor(trx, answering, payment);
        keepPlace(trx, payment, {
          holdId: services.ids.next(),
          sessionId: payment.session_id!,
          startsAt: at,
          expiresAt: new Date(now.getTime() + heldMs),
          claims: place.claims,
          isPinned: true,
          now,
        });
        return {
          words: `booked ${when(answering, at)}`,
          ids: { payment: payment.id, provider: place.picks[0]!.providerId },
        };
      },
      async leave(trx, answering) {
        const { clinic, services, ids } = answering;
        const payment = await lockPayment(trx, clinic.id, answering.thingId);
        const voided = await lost(trx, payment);
        if (voided !== null) {
          await releasePlace(trx, clinic.id, answering.thingId);
          return { voided };
        }
        await book(trx, answering, payment!, ids['provider']!, services);
        await releasePlace(trx, clinic.id, payment!.id);
        return { voided: null };
      },
      takeBack: (trx, { clinic, thingId }) => releasePlace(trx, clinic.id, thingId),
    },
    // What was paid by a link: the clinic has found a time with its owner, in its own book.
    let_be: {
      async preview(db, answering) {
        const payment = await findPayment(db, answering.clinic.id, answering.thingId);
        const reason = (await lost(db, payment)) ?? (payment!.booking === null ? null : hasBooking);
        if (reason !== null) refuse(reason);
        return preview('Mark settled', { does: ['It waits here no more. The money stays with the clinic.'] });
      },
      async record(trx, answering) {
        const payment = await lockWaiting(trx, answering);
        if (payment.booking !== null) refuse(hasBooking);
        return { words: 'settled', ids: { payment: payment.id } };
      },
      async leave(trx, { clinic, thingId }) {
        return { voided: await lost(trx, await lockPayment(trx, clinic.id, thingId)) };
      },
      takeBack: async () => {},
    },
    refund: {
      async preview(db, answering) {
        const { clinic, thingId } = answering;
        const payment = await findPayment(db, clinic.id, thingId);
        const reason = await lost(db, payment);
        if (reason !== null) refuse(reason);
        const amount = formatCents(payment!.amount_cents);
        const told = await refundToldOf(db, clinic, payment!, sentenceOf(payment!));
        return preview(`Refund ${amount}`, {
          ...(await willReadOf(db, answering, payment!.client_id, told)),
          money: `${amount} to ${cardWords(payment!.card_last4).replace('your card', 'the card').replace('you paid', 'they paid')}, in full. ${BANK_DAYS}`,
        });
      },
      async record(trx, answering) {
        await lockWaiting(trx, answering);
        return { words: 'refunded', ids: { payment: answering.thingId } };
      },
      async leave(trx, answering) {
        const { clinic, now, services } = answering;
        const payment = await lockPayment(trx, clinic.id, answering.thingId);
        const voided = await lost(trx, payment);
        if (voided !== null) return { voided };
        await openRefund(trx, payment!, 'clinic', now);
        await services.messages.enqueueAll(trx, await refundToldOf(trx, clinic, payment!, sentenceOf(payment!)));
        return { voided: null };
      },
      takeBack: async () => {},
    },
  },
  async wish(db, reading, thingId) {
    const payment = await findPayment(db, reading.clinic.id, thingId);
    if (!payment?.booking || !isWaiting(payment)) return null;
    const booking = payment.booking as CreateAppointment;
    const [first] = booking.products;
    return {
      wish: wishFor(reading, booking),
      providerId: first?.anyone ? null : (first?.providerId ?? null),
      earliest: reading.now,
    };
  },
};

/** Where the money is: paid, on its way back, or back. */
const moneyOf = ({ amount_cents, status }: PaymentRow): string =>
  ({ refunded: `${formatCents(amount_cents)} refunded`, refunding: `${formatCents(amount_cents)} on its way back` })[
    status as string
  ] ?? `${formatCents(amount_cents)} paid`;

const sentenceOf = ({ amount_cents, card_last4 }: PaymentRow): string =>
  `${refunding({ amount: amount_cents / 100, card_last4 })} ${BANK_DAYS}`;

/** A deposit that waits no more: booked, or given back. */
async function answeredOf(db: Parameters<Kind['read']>[0], reading: Reading, thingId: string): Promise<Shown | null> {
  const payment = await findPayment(db, reading.clinic.id, thingId);
  const client = payment && (await payerIn(db, payment));
  if (
    !payment ||
    !client ||
    (payment.booking === null && payment.session_id !== null) ||
    !['complete', 'refunding', 'refunded'].includes(payment.status)
  )
    return null;
  const shown = await shownOf(db, reading, { ...payment, ...client });
  const visit =
    payment.appointment_id === null || (await latestAnswerTo(db, reading.clinic.id, 'deposit', thingId))
      ? null
      : await findVisit(db, reading.clinic.id, payment.appointment_id);
  const state =
    payment.appointment_id !== null
      ? 'Booked'
      : ({ refunded: 'Refunded', complete: 'Settled' }[payment.status as string] ?? 'Refunding');
  return {
    ...shown,
    listed: { ...shown.listed, place: 'answered', due_at: null, stamp: state },
    ask: { ...shown.ask, state, money: moneyOf(payment) },
    // Booked by nobody at the desk: then the owner found another time.
    hint: visit && `${visit.first_name || ownerWords(visit)} booked ${when(reading, visit.starts_at)} with it.`,
    actions: [],
  };
}
