import type { Trx } from '../../db/transaction';
import type { buyInsurance, completeInsurance } from '../../../src/contract/insurance';
import type { Input, Output } from '../../../src/contract/endpoint';
import { PURCHASE_FAILED } from '../../../src/domain/insurance/offer';
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

/**
 * Checks the purchase of a quote for one of the client's appointments, and stores that appointment in the quote. The
 * insurer decides the premium, and `amount` (cents) must equal it, so that the owner pays what they saw (API-55,
 * D-201). Throws `not_found`, `not_allowed` and `conflict`.
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
  if (body.amount !== quote.premium_cents)
    throw new ApiError('conflict', { message: 'The premium is another one now. Please look at the offer again.' });
  if (await boughtQuote(trx, clinic.id, client.id, quote.pet_name))
    throw new ApiError('conflict', { message: 'This pet is insured already.' });
  const open = await openQuotes(trx, clinic.id, client.id, quote.pet_name);
  if (open.some((one) => one.status === 'processing' && one.id !== quote.id))
    throw new ApiError('conflict', { message: 'Insurance for this pet is being paid already.' });
  await changeQuote(trx, quote, { appointment_id: appointment.id });
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
 * Buys the quote that was checked, outside any transaction. Buying it again is the same purchase. The secret is read
 * anew each time (D-202).
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
  const request = {
    clinicId: clinic.id,
    ref: quoteRef,
    premiumCents: quote.premium_cents,
    pet: quote.details,
    hasCard: await hasCard(services, clinic.id, quote.appointment_id, session, now),
  };
  const purchase = await orRefused(() => insurer.buy(request));
  await changeQuote(
    services.db,
    quote,
    purchase.complete
      ? { status: 'complete', completed_at: now }
      : { status: purchase.clientSecret === null ? 'processing' : 'card_entry' },
  );
  if (purchase.complete) return { complete: true };
  if (purchase.clientSecret === null) return underWay;
  return {
    complete: false,
    client_secret: purchase.clientSecret,
    stripe_public_key: insurer.publicKey,
    stripe_account: null,
  };
}

/**
 * Returns the state of the quote's premium as the insurer knows it (API-56), and records it. Throws `unavailable` if
 * the insurer does not answer, since the state is not known then.
 */
async function premiumOf({ db, insurer }: Services, quote: QuoteRow, now: Date): Promise<Premium> {
  if (quote.status === 'complete') return 'paid';
  if (insurer === null || !['card_entry', 'processing'].includes(quote.status)) return 'unpaid';
  const premium = await orRefused(() => insurer.premium(quote.clinic_id, quote.quote_ref));
  await changeQuote(
    db,
    quote,
    premium === 'paid'
      ? { status: 'complete', completed_at: now }
      : { status: premium === 'processing' ? 'processing' : 'card_entry' },
  );
  return premium;
}

/** Tells whether the premium has been paid, or is still being paid, after the owner entered a card (API-56, D-413). */
export async function completionOf(
  services: Services,
  quote: QuoteRow,
  now: Date,
): Promise<Output<typeof completeInsurance>> {
  const premium = await premiumOf(services, quote, now);
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
  return null;
}
