import { array, boolean, nullable, number, object, optional, string, type, type Infer } from 'superstruct';
import { endpoint } from './endpoint';
import { id, text } from './wire';

/** A premium offer; payment_amount is cents (ENT-18). */
export const InsuranceQuote = type({
  id: id(),
  quote_id: id(),
  subscription_premium: type({ payment_amount: number() }),
});
export type InsuranceQuote = Infer<typeof InsuranceQuote>;

/**
 * POST /insurance_quotes (API-55): buys the accepted quote, at once or with a card that the page then takes. `amount`
 * is the premium that the owner saw, cents. One purchase is open for a pet: a later one replaces an earlier one, which
 * then takes no card. 404; 409 conflict when the premium is another, the pet is insured or being insured by another
 * quote, or another one has replaced this one, with a message for the owner; 422 not_allowed; 503 unavailable.
 */
export const buyInsurance = endpoint({
  name: 'buyInsurance',
  method: 'POST',
  path: '/insurance_quotes',
  access: 'owner',
  silent: true,
  body: object({
    amount: number(),
    quote_id: id(),
    client_id: id(),
    appointment_id: id(),
    is_deposit_paid: optional(boolean()),
  }),
  response: type({
    complete: boolean(),
    /** The premium is being paid already: no card is needed, and nobody knows yet whether it goes through (D-413). */
    processing: optional(boolean()),
    client_secret: optional(nullable(string())),
    stripe_public_key: optional(nullable(string())),
    stripe_account: optional(nullable(string())),
  }),
  idempotent: true,
});

/**
 * PUT /insurance_quotes/complete_payment (API-56): whether the card's payment went through; `processing` while nobody
 * knows yet (D-413). 404; 409 conflict where nothing was charged because the pet is insured or being insured by another
 * quote, or another one was accepted later, with a message for the owner; 503 unavailable.
 */
export const completeInsurance = endpoint({
  name: 'completeInsurance',
  method: 'PUT',
  path: '/insurance_quotes/complete_payment',
  access: 'owner',
  silent: true,
  body: object({ quote_id: id() }),
  response: type({ complete: boolean(), processing: optional(boolean()) }),
});

/**
 * GET /insurance_quotes/find/{client_id}?name (API-57): the quote that the pet of this name has already, bought or
 * being paid; null without one.
 */
export const findInsuranceQuote = endpoint({
  name: 'findInsuranceQuote',
  method: 'GET',
  path: '/insurance_quotes/find/:client_id',
  access: 'owner',
  silent: true,
  params: object({ client_id: id() }),
  query: object({ name: text(30) }),
  response: nullable(type({ id: id() })),
});

/** GET /insurance_quotes/client_id (API-58, D-102): the insurer's partner id for the offer; null without an insurer. */
export const getInsurerClientId = endpoint({
  name: 'getInsurerClientId',
  method: 'GET',
  path: '/insurance_quotes/client_id',
  access: 'owner',
  silent: true,
  response: type({ client_id: nullable(string()) }),
});

/**
 * POST /insurance_quotes/offer: what insuring this pet would cost, for the portal's own card of D-102; an empty list
 * where no offer is made.
 */
export const offerInsurance = endpoint({
  name: 'offerInsurance',
  method: 'POST',
  path: '/insurance_quotes/offer',
  access: 'owner',
  silent: true,
  body: object({
    client_id: id(),
    name: text(30),
    species: text(64),
    breed: optional(nullable(text(255))),
    age: number(),
    plan: text(64),
    state: optional(nullable(text(64))),
    zip: optional(nullable(text(32))),
    email: text(255),
  }),
  response: array(InsuranceQuote),
});
