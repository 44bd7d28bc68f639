import type { Trx } from '../../db/transaction';
import type { buyInsurance, completeInsurance } from '../../../src/contract/insurance';
import type { Input, Output } from '../../../src/contract/endpoint';
import { isCalledOff } from '../../../src/domain/appointment/bookedEvent';
import { INSURED_ALREADY, OFFER_REPLACED, PAID_ALREADY, PURCHASE_FAILED } from '../../../src/domain/insurance/offer';
import { isEnabled } from '../../../src/domain/shop/settings';
import * as limits from '../../../src/limits';
import { InsurerUnavailable, PurchaseRefused, type Insurer, type Premium } from '../../gateways/insurer';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import type { Services } from '../../calls/services';
import { findAppointment } from '../appointments/repository';
import type { ClientRow } from '../clients/repository';
import { depositOf } from '../deposits/repository';
import { boughtQuote, changeQuote, findQuote, lockQuote, openQuotes, type QuoteRow } from './repository';

type Body = Input<typeof buyInsurance>['body'];
type Reply = Output<typeof buyInsurance>;

/** The reply while the premium is being paid: no card is needed, and the outcome is not known yet (D-413). */
const underWay = { complete: false, processing: true };
const waiting: Reply = { complete: false, client_secret: null, stripe_public_key: null, stripe_account: null };

/** The quote was replaced by another one for its pet, which was accepted later. */
const isReplaced = ({ status }: Pick<QuoteRow, 'status'>): boolean => status === 'replaced' || status === 'withdrawn';
const conflict = (message: string) => new ApiError('conflict', { message });

/**
 * Checks the purchase of a quote for one of the client's appointments, and opens it. The insurer decides the premium,
 * and `amount` (cents) must equal it, so that the owner pays what they saw (API-55, D-201). One purchase is open for a
 * pet: the one that is opened last replaces the others, as with deposits (DEP-18). The client's record must be held, so
 * that purchases are opened one after the other. Throws `not_found`, `not_allowed` and `conflict`.
 */
export async function agreeToBuy(
  trx: Trx,
  { clinic, client, body, services }: { clinic: Clinic; client: ClientRow; body: Body; services: Services },
): Promise<Reply> {
  const quote = await lockQuote(trx, clinic.id, client.id, body.quote_id);
  const appointment = await findAppointment(trx, clinic.id, client.id, body.appointment_id);
  if (!quote || !appointment) throw new ApiError('not_found');
  if (quote.status === 'complete') return { complete: true };
  if (services.insurer === null || !isEnabled(clinic.shop.feature_settings, 'vertical_insure_enabled'))
    throw new ApiError('not_allowed');
  // Declined, or canceled in another tab, while the offer was open.
  if (isCalledOff(appointment.status)) throw new ApiError('not_allowed');
  if (body.amount !== quote.premium_cents) throw conflict(PURCHASE_FAILED);
  if (await boughtQuote(trx, clinic.id, client.id, quote.pet_name)) throw conflict(INSURED_ALREADY);
  const others = (await openQuotes(trx, clinic.id, client.id, quote.pet_name)).filter(({ id }) => id !== quote.id);
  if (others.some(({ status }) => status === 'processing')) throw conflict(PAID_ALREADY);
  if (isReplaced(quote)) throw conflict(OFFER_REPLACED);
  for (const other of others) await changeQuote(trx, other, { status: 'replaced' }, ['card_entry']);
  const status = quote.status === 'processing' ? 'processing' : 'card_entry';
  await changeQuote(trx, quote, { appointment_id: appointment.id, status });
  return waiting;
}

/**
 * Runs a request to the insurer. Throws `not_allowed` if it is refused and `unavailable` if the insurer does not
 * answer, both with the words of INS-12.
 */
async function orRefused<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PurchaseRefused) throw new ApiError('not_allowed', { message: PURCHASE_FAILED });
    throw error instanceof InsurerUnavailable
      ? new ApiError('unavailable', { message: PURCHASE_FAILED, retryAfter: 5 })
      : error;
  }
}

/**
 * Whether the appointment's deposit was paid by this session within the last half hour: only then may its card be
 * charged again (D-98).
 */
async function hasCard(
  { db }: Services,
  clinicId: string,
  appointmentId: string | null,
  session: Session,
  now: Date,
): Promise<boolean> {
  const deposit = appointmentId === null ? null : await depositOf(db, clinicId, appointmentId);
  return (
    deposit?.status === 'complete' &&
    deposit.session_id === session.id &&
    deposit.completed_at !== null &&
    now.getTime() - deposit.completed_at.getTime() < limits.paymentMs
  );
}

/**
 * Has the insurer withdraw the quotes that the opened purchase replaced, so that no card entered for one of them is
 * charged any more. Throws `conflict` where one of them was paid before that, or is being paid.
 */
async function withdrawReplaced(services: Services, insurer: Insurer, quote: QuoteRow, now: Date): Promise<void> {
  for (const other of await openQuotes(services.db, quote.clinic_id, quote.client_id, quote.pet_name)) {
    if (other.id === quote.id || other.status !== 'replaced') continue;
    const premium = await orRefused(() => insurer.withdraw(other.clinic_id, other.quote_ref));
    await record(services, other, premium, now);
    if (premium === 'unpaid') await changeQuote(services.db, other, { status: 'withdrawn' }, ['replaced']);
    else throw conflict(premium === 'paid' ? INSURED_ALREADY : PAID_ALREADY);
  }
  // This quote itself may have been bought by the same call, sent twice.
  const bought = await boughtQuote(services.db, quote.clinic_id, quote.client_id, quote.pet_name);
  if (bought && bought.id !== quote.id) throw conflict(INSURED_ALREADY);
}

/** Throws `conflict` where the pet is insured or being insured by another quote, or another one replaced this one. */
async function mustBeAlone(
  services: Services,
  { clinic, client, quote, now }: { clinic: Clinic; client: ClientRow; quote: QuoteRow; now: Date },
): Promise<void> {
  const other = await purchaseOf(services, clinic, client, quote.pet_name, now);
  if (other && other.id !== quote.id) {
    const isPaid = (await boughtQuote(services.db, clinic.id, client.id, quote.pet_name)) !== null;
    throw conflict(isPaid ? INSURED_ALREADY : PAID_ALREADY);
  }
  if (isReplaced(quote)) throw conflict(OFFER_REPLACED);
}

/**
 * Buys the quote that was checked, outside any transaction, once no other one for its pet can be paid any more. Buying
 * it again is the same purchase. The secret is read anew each time (D-202).
 */
export async function buy(
  services: Services,
  insurer: Insurer,
  {
    clinic,
    client,
    session,
    quoteRef,
    now,
  }: { clinic: Clinic; client: ClientRow; session: Session; quoteRef: string; now: Date },
): Promise<Reply> {
  const quote = (await findQuote(services.db, clinic.id, client.id, quoteRef))!;
  if (quote.status === 'complete') return { complete: true };
  // Another purchase may replace this one at any moment, and then has the insurer withdraw it.
  const mustStand = async () => {
    const known = (await findQuote(services.db, clinic.id, client.id, quoteRef))!;
    if (isReplaced(known)) await mustBeAlone(services, { clinic, client, quote: known, now });
  };
  await mustStand();
  await withdrawReplaced(services, insurer, quote, now);
  const request = {
    clinicId: clinic.id,
    ref: quoteRef,
    premiumCents: quote.premium_cents,
    pet: quote.details,
    hasCard: await hasCard(services, clinic.id, quote.appointment_id, session, now),
  };
  const purchase = await orRefused(() => insurer.buy(request)).catch(async (error: unknown) => {
    await mustStand();
    throw error;
  });
  if (purchase.complete || purchase.clientSecret === null) {
    await record(services, quote, purchase.complete ? 'paid' : 'processing', now);
    return purchase.complete ? { complete: true } : underWay;
  }
  await mustStand();
  return {
    complete: false,
    client_secret: purchase.clientSecret,
    stripe_public_key: insurer.publicKey,
    stripe_account: null,
  };
}

/**
 * Records what the insurer says of the quote's premium. One that came to nothing may be paid with another card; a
 * replaced one stays replaced until it is paid or withdrawn.
 */
async function record({ db }: Services, quote: QuoteRow, premium: Premium, now: Date): Promise<void> {
  if (premium === 'paid') await changeQuote(db, quote, { status: 'complete', completed_at: now });
  else if (premium === 'processing') await changeQuote(db, quote, { status: 'processing' }, ['card_entry']);
  else await changeQuote(db, quote, { status: 'card_entry' }, ['processing']);
}

/**
 * Returns the state of the quote's premium as the insurer knows it (API-56), and records it. Throws `unavailable` if
 * the insurer does not answer, since the state is not known then.
 */
async function premiumOf(services: Services, quote: QuoteRow, now: Date): Promise<Premium> {
  const { insurer } = services;
  if (quote.status === 'complete') return 'paid';
  if (insurer === null || !['card_entry', 'processing', 'replaced'].includes(quote.status)) return 'unpaid';
  const premium = await orRefused(() => insurer.premium(quote.clinic_id, quote.quote_ref));
  await record(services, quote, premium, now);
  return premium;
}

/**
 * Tells whether the premium has been paid, or is still being paid, after the owner entered a card (API-56, D-413).
 * Throws `conflict` where nothing was charged because another quote for the pet is bought, being paid, or was accepted
 * later.
 */
export async function completionOf(
  services: Services,
  { clinic, client, quote, now }: { clinic: Clinic; client: ClientRow; quote: QuoteRow; now: Date },
): Promise<Output<typeof completeInsurance>> {
  const premium = await premiumOf(services, quote, now);
  if (premium === 'unpaid') await mustBeAlone(services, { clinic, client, quote, now });
  return premium === 'processing' ? underWay : { complete: premium === 'paid' };
}

/** Uses the state stored last if the insurer does not answer: a premium that was being paid still is. */
const asLastHeard = (asked: Promise<Premium>, { status }: QuoteRow): Promise<Premium> =>
  asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'unavailable')
      return status === 'processing' ? 'processing' : 'unpaid';
    throw error;
  });

/**
 * Returns the quote that already covers the pet (API-57): one that is bought or being paid, even if the page was closed
 * after the card was entered; null for none.
 */
export async function purchaseOf(
  services: Services,
  clinic: Clinic,
  client: ClientRow,
  petName: string,
  now: Date,
): Promise<QuoteRow | null> {
  const bought = await boughtQuote(services.db, clinic.id, client.id, petName);
  if (bought) return bought;
  for (const quote of await openQuotes(services.db, clinic.id, client.id, petName)) {
    if ((await asLastHeard(premiumOf(services, quote, now), quote)) !== 'unpaid') return quote;
  }
  // One that another call has recorded as paid since is no longer among the open ones.
  return boughtQuote(services.db, clinic.id, client.id, petName);
}
