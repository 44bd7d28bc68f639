/** Whose money it is: the clinic, and its account at the provider where it has one of its own. */
export type Payee = { clinicId: string; account: string | null };

/** A card that an owner is about to enter, or has entered, at the provider (D-98). `clientSecret` lets a page do so. */
export type Setup = { ref: string; customer: string; clientSecret: string; isConfirmed: boolean; last4: string | null };

/** What became of a charge. `redirectTo` is where the owner's bank wants to see the owner. */
export type Charge = {
  ref: string;
  /** The key that it was made with. */
  key: string;
  amountCents: number;
  status: 'succeeded' | 'processing' | 'requires_action' | 'failed';
  redirectTo: string | null;
  /** Why it failed, in words for the owner. */
  message: string | null;
};

type ChargeRequest = {
  /** The same key is the same charge, however often it is asked for. */
  key: string;
  setup: string;
  amountCents: number;
  paymentId: string;
  /** Where the owner comes back to after a redirect. */
  returnUrl: string;
};

/** Money that goes back from a charge to its card. `key` is the one it was made with, null for one made by hand at the provider. */
export type Refund = {
  ref: string;
  key: string | null;
  amountCents: number;
  /** One that succeeded can fail yet, when the card's bank sends it back. */
  status: 'succeeded' | 'pending' | 'failed';
  /** Why it failed, in words for the clinic. */
  message: string | null;
};

/** Which charge money goes back from, and the payment that it has to be of. */
export type Refunded = { charge: string; paymentId: string };

export type RefundRequest = Refunded & {
  /** The same key is the same refund, however often it is asked for. */
  key: string;
  amountCents: number;
};

/**
 * What the provider says by itself, later than its answer or in its place. Each id counts once (D-207). News of refunds
 * come in any order, so they only say which charge to ask about.
 */
export type CardEvent = { id: string; clinicId: string; paymentId: string } & (
  | { charge: Charge }
  | { refundOf: string }
);

/**
 * The card provider. Every call can be repeated: what has a key happens once a key. A call that throws CardsUnavailable
 * may have had its effect all the same. Never call it within a transaction.
 */
export type Cards = {
  provider: 'sandbox' | 'stripe';
  /** The page's key to the provider's card element; null in the sandbox. */
  publicKey: string | null;
  startSetup(payee: Payee, key: string): Promise<Setup>;
  readSetup(payee: Payee, ref: string): Promise<Setup>;
  /** Charges the card of a confirmed setup. */
  charge(payee: Payee, request: ChargeRequest): Promise<Charge>;
  readCharge(payee: Payee, ref: string): Promise<Charge>;
  /** The charge that was made with a key, or null when none was. */
  findCharge(payee: Payee, key: string): Promise<Charge | null>;
  /** Calls a charge off that waits for the owner; its answer is `failed`, or what it had become before. */
  cancelCharge(payee: Payee, ref: string): Promise<Charge>;
  /** Every refund of a charge, failed ones too. Throws RefundRefused where it knows no such charge of the payment's. */
  readRefunds(payee: Payee, of: Refunded): Promise<Refund[]>;
  /** Gives back money of a charge. Throws RefundRefused when it will not, and then none has moved. */
  refund(payee: Payee, request: RefundRequest): Promise<Refund>;
};

/** The provider does not give the money back; the message is its own. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
}

/** The provider did not answer; what was asked may have happened or not. */
export class CardsUnavailable extends Error {
  override readonly name = 'CardsUnavailable';
}
