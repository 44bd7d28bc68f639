import { failureOf } from '../../../api/api';
import { authApi } from '../../../api/auth';
import { selectShop } from '../../../state/clinic';
import { serverNow } from '../../../state/clock';
import { selectOwner } from '../../../state/session';
import type { ClientRecord } from '../../../contract/clients';
import type { InsuranceQuote } from '../../../contract/insurance';
import { isCalledOff } from '../../../domain/appointment/bookedEvent';
import { dateInZone } from '../../../domain/clinicTime';
import { ageOf, cardFailed, INSURED_ALREADY, purchased, PURCHASE_FAILED } from '../../../domain/insurance/offer';
import { isOffered } from '../../../domain/insurance/offered';
import * as limits from '../../../limits';
import { bookingApi } from '../api';
import type { CardEntry } from '../outside';
import { clientQuery, offerDetails, selectClient } from '../store/facts';
import { readBooked } from '../saving/booked';
import { askedTwice } from './askTwice';
import type { AppThunk } from '../../../state/store';
import { hasCode, isFinal, type Failure } from '../../../domain/failure';
import { once } from '../../../api/once';

/** How long to wait for the offers, milliseconds (D-102). */
const patienceMs = 10_000;

/**
 * Loads the offers for the pet; empty where the step is skipped: details missing, a quote found, no insurer, no answer,
 * an appointment that was called off meanwhile (INS-01, INS-04, INS-05).
 */
export const openInsurance = (): AppThunk<Promise<InsuranceQuote[]>> => async (dispatch) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<InsuranceQuote[]>((resolve) => {
    timer = setTimeout(() => resolve([]), patienceMs);
  });
  try {
    return await Promise.race([dispatch(askInsurer()), late]);
  } finally {
    clearTimeout(timer);
  }
};

const askInsurer = (): AppThunk<Promise<InsuranceQuote[]>> => async (dispatch, getState, services) => {
  const shop = selectShop(getState());
  const [client, booked] = await Promise.all([dispatch(loadClient()), dispatch(readBooked())]);
  if (booked && isCalledOff(booked.status)) return [];
  const details = offerDetails(getState());
  const { customer, appointmentId } = getState().booking.draft;
  const { clientId, petName, speciesName, email, state, zip } = details;
  if (
    !shop ||
    !customer ||
    !appointmentId ||
    clientId === null ||
    email === null ||
    !isOffered(shop.feature_settings, details)
  )
    return [];
  const fresh = { forceRefetch: true };
  const insurer = await once(dispatch(bookingApi.endpoints.getInsurerClientId.initiate({}, fresh)));
  if (!insurer.data?.client_id) return [];
  const found = await once(
    dispatch(
      bookingApi.endpoints.findInsuranceQuote.initiate(
        { params: { client_id: clientId }, query: { name: petName } },
        fresh,
      ),
    ),
  );
  if (found.data !== null) return [];
  const pet = client?.patients.find(({ id }) => id === customer.patientId);
  const age = ageOf(
    customer.birthdate ?? pet?.birthdate,
    dateInZone(new Date(serverNow(getState(), services)), shop.timezone),
  );
  const body = {
    client_id: clientId,
    name: petName,
    species: speciesName,
    breed: customer.breed ?? pet?.breed ?? null,
    age,
    plan: limits.insurancePlan,
    state,
    zip,
    email,
  };
  const offers = await dispatch(bookingApi.endpoints.offerInsurance.initiate({ body }));
  return offers.data ?? [];
};

/** Loads the clinic's record of the owner, which is not loaded after a reload; null without one. */
const loadClient = (): AppThunk<Promise<ClientRecord | null>> => async (dispatch, getState) => {
  const owner = selectOwner(getState());
  if (owner) await once(dispatch(authApi.endpoints.clientByUser.initiate(clientQuery(owner))));
  return selectClient(getState());
};

/**
 * The result of accepting an offer: the pet is insured, a card is needed, or a message that says what went wrong; the
 * appointment stays booked in any case. `unheard`: no answer came, so it may have worked, or the premium is still being paid
 * (`isProcessing`); `again` asks once more without doing anything twice (D-13, D-413).
 */
export type Bought =
  | { kind: 'done'; text: string; isInsured: boolean }
  | { kind: 'card'; clientSecret: string; publicKey: string | null; account: string | null }
  | { kind: 'unheard'; isProcessing: boolean; again: AppThunk<Promise<Bought>> };

const cents = (quote: InsuranceQuote): number => quote.subscription_premium.payment_amount;
const done = (quote: InsuranceQuote): Bought => ({ kind: 'done', text: purchased(cents(quote)), isInsured: true });
const undone = (text: string): Bought => ({ kind: 'done', text, isInsured: false });
/**
 * What a refusal means: nothing was charged, since the pet is insured or being insured from another tab or page, as the
 * server's message says; or else `text`.
 */
const refusedFor = (failure: Failure | null, text: string): Bought => {
  const known = failure?.kind === 'http' && hasCode(failure, 'conflict') ? failure.message : null;
  return { kind: 'done', text: known || text, isInsured: known === INSURED_ALREADY };
};

/** Buys the accepted offer (INS-07, INS-11, INS-12). Repeating it makes no second purchase. */
export const acceptOffer =
  (quote: InsuranceQuote): AppThunk<Promise<Bought>> =>
  async (dispatch, getState) => {
    const { clientId, appointmentId, deposit_paid } = getState().booking.draft;
    if (clientId === null || appointmentId === null) return undone(PURCHASE_FAILED);
    const body = {
      amount: cents(quote),
      quote_id: quote.quote_id,
      client_id: clientId,
      appointment_id: appointmentId,
      is_deposit_paid: deposit_paid,
    };
    const answer = await askedTwice(() => dispatch(bookingApi.endpoints.buyInsurance.initiate({ body })));
    const failure = failureOf(answer);
    if (failure && !isFinal(failure)) return { kind: 'unheard', isProcessing: false, again: acceptOffer(quote) };
    if (!answer.data) return refusedFor(failure, PURCHASE_FAILED);
    const { complete, processing, client_secret, stripe_public_key, stripe_account } = answer.data;
    if (complete) return done(quote);
    if (processing) return { kind: 'unheard', isProcessing: true, again: completePurchase(quote, 2) };
    if (!client_secret) return undone(PURCHASE_FAILED);
    return {
      kind: 'card',
      clientSecret: client_secret,
      publicKey: stripe_public_key ?? null,
      account: stripe_account ?? null,
    };
  };

/**
 * Pays the premium with the entered card (INS-07, INS-13, D-102). Without an answer the card may have been charged; a
 * card may be refused because the pet was insured from another tab meanwhile.
 */
export const payPremium =
  (quote: InsuranceQuote, clientSecret: string, entry: CardEntry): AppThunk<Promise<Bought>> =>
  async (dispatch, getState) => {
    const confirmed = await entry.confirm({ clientSecret, email: offerDetails(getState()).email });
    const known = await dispatch(completePurchase(quote, confirmed.kind === 'confirmed' ? 2 : 1));
    const isUnheard = known.kind === 'unheard' && !known.isProcessing;
    return confirmed.kind === 'refused' && isUnheard ? undone(cardFailed(1)) : known;
  };

/** Asks whether the premium is paid; `step` names what failed otherwise. */
const completePurchase =
  (quote: InsuranceQuote, step: 1 | 2): AppThunk<Promise<Bought>> =>
  async (dispatch) => {
    const answer = await askedTwice(() =>
      dispatch(bookingApi.endpoints.completeInsurance.initiate({ body: { quote_id: quote.quote_id } })),
    );
    const failure = failureOf(answer);
    const isProcessing = answer.data?.processing === true;
    if (isProcessing || (failure && !isFinal(failure)))
      return { kind: 'unheard', isProcessing, again: completePurchase(quote, step) };
    return answer.data?.complete ? done(quote) : refusedFor(failure, cardFailed(step));
  };
