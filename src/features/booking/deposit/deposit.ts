import { failureOf } from '../../../api/api';
import { selectShop } from '../../../state/clinic';
import { serverNow } from '../../../state/clock';
import { selectOwner, sessionLost } from '../../../state/session';
import type { PaymentRequest } from '../../../contract/payments';
import { appointmentBody } from '../../../domain/booking/saving';
import { isReturningFor } from '../../../domain/client/clientType';
import { bankUrl, isOpen, paymentTexts, returnText, standingOf } from '../../../domain/payment/payment';
import {
  hasCode,
  type Failure,
  isFinal,
  isOutdated,
  capSentence,
  isAnswered,
  meaningOf,
} from '../../../domain/failure';
import { bookingApi } from '../api';
import type { CardEntry } from '../outside';
import { isHoldOver } from '../hold/hold';
import { keepDraft } from '../draft/keepDraft';
import { isOwnerLost, verifyAgain } from '../client/lookup';
import { readOffer } from '../store/readOffer';
import { report } from '../store/report';
import { saveAppointment } from '../saving/save';
import { chargingChanged, paymentStarted } from '../store/slice';
import type { AppThunk } from '../../../state/store';
import { once } from '../../../api/once';

/** The view of the deposit step. `message` is an error, or the result of an earlier attempt. */
export type DepositView =
  | { kind: 'opening' }
  | { kind: 'payable'; payment: PaymentRequest; message: string | null }
  /** `isLeft`: the page is about to leave for the bank. */
  | { kind: 'processing'; payment: PaymentRequest; bank: string | null; message: string; isLeft?: true }
  | { kind: 'paid'; payment: PaymentRequest; message: string | null }
  /** No answer came, so the payment may have gone through; it is read before anything else (D-13). */
  | { kind: 'unknown' }
  /** The payment can no longer be made, or not by this owner (D-40). */
  | { kind: 'over'; message: string }
  /** There is no such payment (D-40). */
  | { kind: 'missing' };

/**
 * Opens the step: reads a payment that was begun by a link, before a reload or at the bank; otherwise starts the
 * deposit (DEP-12, DEP-13, D-13, D-98).
 */
export const openDeposit = (): AppThunk<Promise<DepositView>> => async (dispatch, getState) => {
  const { params, draft } = getState().booking;
  const known = params.paymentId ?? draft.paymentRequestId;
  if (known === null) return dispatch(startDeposit(null));
  const answer = await dispatch(readPayment(known));
  const failure = failureOf(answer);
  if (failure && params.paymentId !== null && isFinal(failure)) return { kind: 'missing' };
  if (failure && !isFinal(failure)) return { kind: 'unknown' };
  const payment = answer.data ?? null;
  const said = payment && params.isPaymentReturn ? returnText(payment) : null;
  if (params.paymentId !== null && payment) return dispatch(openLink(payment, said));
  const standing = payment && standingOf(payment);
  if (payment && standing === 'paid') return { kind: 'paid', payment, message: said };
  if (payment && standing === 'processing')
    return { kind: 'processing', payment, bank: null, message: paymentTexts.processing };
  // The owner came back from the bank without a result, or the last card failed: a new payment is opened (DEP-18).
  return dispatch(
    startDeposit(said ?? (payment?.status === 'failed' ? (payment.message ?? paymentTexts.unsuccessful) : null)),
  );
};

/**
 * Reads a payment. An owner whose session has run out reads it as a guest, as anybody with its address can (ROUTE-04,
 * D-40).
 */
const readPayment =
  (paymentId: string): AppThunk<Promise<{ data?: PaymentRequest | undefined; error?: unknown }>> =>
  async (dispatch, getState) => {
    const read = () =>
      once(dispatch(bookingApi.endpoints.getPayment.initiate({ params: { paymentId } }, { forceRefetch: true })));
    const answer = await read();
    const failure = failureOf(answer);
    if (!failure || meaningOf(failure) !== 'signedOut' || !selectOwner(getState())) return answer;
    dispatch(sessionLost('ranOut'));
    return read();
  };

/** Requests a setup without a card; a setup that was confirmed but never charged is given up (D-98). */
const freshCard = (paymentId: string) =>
  bookingApi.endpoints.chargePaymentMethod.initiate({ body: { payment_request_id: paymentId, new_card: true } });

/** Opens a payment that the clinic asked for by a link (D-40). After a failed card, card fields are empty again. */
const openLink =
  (payment: PaymentRequest, said: string | null): AppThunk<Promise<DepositView>> =>
  async (dispatch) => {
    if (!isOpen(payment) || payment.client_secret) return viewOf(payment, said ?? payment.message ?? null);
    const answer = await dispatch(freshCard(payment.id));
    const failure = failureOf(answer);
    if (failure && !isFinal(failure)) return { kind: 'unknown' };
    return answer.data
      ? viewOf(answer.data, said ?? payment.message ?? null)
      : { kind: 'over', message: said ?? paymentTexts.wrong };
  };

function viewOf(payment: PaymentRequest, message: string | null): DepositView {
  switch (standingOf(payment)) {
    case 'paid':
      return { kind: 'paid', payment, message };
    case 'refunded':
      return { kind: 'over', message: payment.status === 'refunded' ? paymentTexts.refunded : paymentTexts.refunding };
    case 'payable':
      return { kind: 'payable', payment, message };
    case 'bank':
      return {
        kind: 'processing',
        payment,
        bank: bankUrl(payment, location.origin),
        message: message ?? paymentTexts.processing,
      };
    case 'processing':
      return { kind: 'processing', payment, bank: null, message: paymentTexts.processing };
    case 'over':
      return { kind: 'over', message: paymentTexts.wrong };
  }
}

/**
 * Creates the payment request, for a request already saved or for the booking that the payment will make (DEP-12,
 * D-215).
 */
const startDeposit =
  (message: string | null): AppThunk<Promise<DepositView>> =>
  async (dispatch, getState, services) => {
    if (dispatch(isHoldOver())) return { kind: 'opening' };
    if (dispatch(isOwnerLost())) return dispatch(askForOwner());
    const { draft, params } = getState().booking;
    const shop = selectShop(getState());
    const userId = getState().session.user?.id;
    const productId = draft.selectedProducts[0]?.products[0]?.id;
    if (!shop || !userId || productId === undefined) return { kind: 'over', message: paymentTexts.wrong };
    const now = new Date(serverNow(getState(), services));
    const record = draft.clientId === null ? null : { created_at: draft.customer?.created_at };
    const isReturning = isReturningFor(record, draft.returningClientFlow, now);
    const booking = draft.isSaved
      ? null
      : appointmentBody(draft, shop, { userId, isReturning, productToken: params.productToken });
    if (!draft.isSaved && !booking) return { kind: 'over', message: paymentTexts.wrong };
    const body = {
      payment_type: 'DEPOSIT',
      source: 'client_booking',
      product_id: productId,
      client_id: draft.clientId,
      created_by: userId,
      appointment_id: draft.appointmentId,
      booking,
      booking_key: booking && draft.createKey,
    } as const;
    const answer = await dispatch(bookingApi.endpoints.startPayment.initiate({ body }));
    if (answer.data) {
      const payment = answer.data;
      dispatch(
        paymentStarted({
          id: payment.id,
          expiresAt: standingOf(payment) === 'payable' ? (payment.expires_at ?? null) : null,
        }),
      );
      return viewOf(payment, message);
    }
    return dispatch(notStarted(failureOf(answer)));
  };

/**
 * Sends a code to an owner whose session was lost; only an owner pays a deposit, and comes back here after it (ERR-04).
 */
const askForOwner = (): AppThunk<Promise<DepositView>> => async (dispatch) =>
  (await dispatch(verifyAgain())) ? { kind: 'opening' } : { kind: 'over', message: paymentTexts.unexpected };

const notStarted =
  (failure: Failure | null): AppThunk<Promise<DepositView>> =>
  async (dispatch, getState) => {
    if (!failure) return { kind: 'unknown' };
    if (hasCode(failure, 'slot_gone')) {
      dispatch(report('slot-gone'));
      return { kind: 'over', message: paymentTexts.wrong };
    }
    // The clinic asks this owner for no deposit, or takes no payments now: saves without one (D-201, D-216).
    if (isOutdated(failure)) {
      const saved = hasCode(failure, 'not_allowed') ? await dispatch(saveAppointment(false)) : null;
      if (saved?.kind === 'saved') {
        dispatch(report('deposit-settled'));
        return { kind: 'opening' };
      }
      if (!getState().booking.draft.isSaved && (saved === null || saved.kind === 'changed')) {
        await dispatch(readOffer());
        dispatch(report('visit-refused'));
        return { kind: 'over', message: paymentTexts.wrong };
      }
    }
    if (meaningOf(failure) === 'signedOut' && dispatch(isOwnerLost())) return dispatch(askForOwner());
    // The cap of online bookings is reached (D-404): the clinic's message says whom to call.
    return isAnswered(failure)
      ? { kind: 'over', message: capSentence(failure) ?? paymentTexts.unexpected }
      : { kind: 'unknown' };
  };

/**
 * Confirms the entered card and charges it once (DEP-06, DEP-17 to DEP-19, D-98). A setup that took a card earlier or
 * in another tab is replaced by a new one. If the hold ended meanwhile and nothing was paid, the time is released
 * afterwards (D-61).
 */
export const payDeposit =
  (offered: PaymentRequest, entry: CardEntry, email: string | null): AppThunk<Promise<DepositView>> =>
  async (dispatch) => {
    if (dispatch(isHoldOver())) return { kind: 'opening' };
    dispatch(chargingChanged(true));
    let view: DepositView | null = null;
    try {
      view = await dispatch(charge(offered, entry, email));
    } finally {
      // While the page leaves for the bank, the charge is still running: stepping back now would cancel that.
      if (view?.kind !== 'processing' || !view.isLeft) dispatch(chargingChanged(false));
    }
    if (view.kind === 'payable') dispatch(isHoldOver());
    return view;
  };

const charge =
  (offered: PaymentRequest, entry: CardEntry, email: string | null): AppThunk<Promise<DepositView>> =>
  async (dispatch) => {
    const confirm = ({ client_secret }: PaymentRequest) => entry.confirm({ clientSecret: client_secret ?? '', email });
    let [payment, confirmed] = [offered, await confirm(offered)];
    if (confirmed.kind === 'taken') {
      const fresh = await dispatch(freshCard(payment.id));
      if (!fresh.data) return dispatch(notCharged(failureOf(fresh), payment));
      if (standingOf(fresh.data) !== 'payable') return dispatch(charged(fresh.data));
      [payment, confirmed] = [fresh.data, await confirm(fresh.data)];
    }
    if (confirmed.kind !== 'confirmed')
      return {
        kind: 'payable',
        payment,
        message: confirmed.kind === 'refused' ? confirmed.message : paymentTexts.unexpected,
      };
    const { client_secret, platform_customer_id = null } = payment;
    const body = {
      payment_request_id: payment.id,
      client_id: null,
      platform_customer_id,
      client_secret: client_secret ?? null,
    };
    const answer = await dispatch(bookingApi.endpoints.chargePaymentMethod.initiate({ body }));
    return answer.data ? dispatch(charged(answer.data)) : dispatch(notCharged(failureOf(answer), payment));
  };

const charged =
  (payment: PaymentRequest): AppThunk<Promise<DepositView>> =>
  async (dispatch, getState) => {
    const view = viewOf(payment, payment.message ?? null);
    if (view.kind === 'processing' && view.bank !== null) {
      // Saves the draft, which the return from the bank needs.
      await dispatch(keepDraft());
      // When the browser restores this page from its cache, no charge is running.
      addEventListener('pageshow', () => dispatch(chargingChanged(false)), { once: true });
      location.assign(view.bank);
      return { ...view, bank: null, isLeft: true };
    }
    if (payment.status !== 'failed') return view;
    const message = payment.message ?? paymentTexts.unsuccessful;
    // After a failed card, a link's payment takes the next one; a booking's deposit is started anew (DEP-18).
    return getState().booking.params.paymentId !== null ? viewOf(payment, message) : dispatch(startDeposit(message));
  };

const notCharged =
  (failure: Failure | null, payment: PaymentRequest): AppThunk<Promise<DepositView>> =>
  async (dispatch) => {
    if (!failure || !isFinal(failure)) return { kind: 'unknown' };
    if (hasCode(failure, 'slot_gone')) {
      dispatch(chargingChanged(false));
      dispatch(report('slot-gone'));
      return { kind: 'over', message: paymentTexts.wrong };
    }
    const view = await dispatch(openDeposit());
    if (view.kind === 'paid') return { ...view, message: paymentTexts.alreadyPaid };
    if (view.kind === 'payable')
      return {
        ...view,
        message:
          view.payment.id === payment.id && failure.kind === 'http' && failure.code === 'not_allowed'
            ? (failure.message ?? paymentTexts.unexpected)
            : paymentTexts.unexpected,
      };
    return view;
  };
