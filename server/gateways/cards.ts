/** Who receives the money: the clinic, and its own account at the provider; `account` is null where it has none. */
export type Payee = { clinicId: string; account: string | null };

/**
 * A place for a card at the provider (D-98), where the owner is about to enter one or has entered it. The page needs
 * `clientSecret` to enter the card.
 */
export type Setup = { ref: string; customer: string; clientSecret: string; isConfirmed: boolean; last4: string | null };

/**
 * A charge as the provider knows it. `redirectTo` is the page of the owner's bank where the owner has to approve the
 * payment, null where that is not needed.
 */
export type Charge = {
  ref: string;
  /** The key that the charge was made with. */
  key: string;
  amountCents: number;
  status: 'succeeded' | 'processing' | 'requires_action' | 'failed';
  redirectTo: string | null;
  /** Why it failed, in words for the owner. */
  message: string | null;
};

type ChargeRequest = {
  /** Requests with the same key make one charge, however often they are sent. */
  key: string;
  setup: string;
  amountCents: number;
  paymentId: string;
  /** The address to which the bank's page sends the owner back. */
  returnUrl: string;
};

/**
 * A refund: money that goes back from a charge to its card. `key` is the one that the refund was made with, null for a
 * refund made by hand at the provider.
 */
export type Refund = {
  ref: string;
  key: string | null;
  amountCents: number;
  /** A refund that succeeded can still fail later, when the card's bank sends the money back. */
  status: 'succeeded' | 'pending' | 'failed';
  /** Why it failed, in words for the clinic. */
  message: string | null;
};

/** The charge to refund, by the provider's id, and the payment that the charge must belong to. */
export type Refunded = { charge: string; paymentId: string };

export type RefundRequest = Refunded & {
  /** Requests with the same key make one refund, however often they are sent. */
  key: string;
  amountCents: number;
};

/**
 * An event that the provider sends by itself, after its answer to a call or in place of one. Each event id counts once
 * (D-207). Events about refunds arrive in any order, so they only say whose refunds to read: the charge's.
 */
export type CardEvent = { id: string; clinicId: string; paymentId: string } & (
  | { charge: Charge }
  | { refundOf: string }
);

/**
 * The card provider. Every call can be repeated: calls with the same key take effect once. A call that throws
 * CardsUnavailable may have taken effect all the same. Never call the provider within a database transaction.
 */
export type Cards = {
  provider: 'sandbox' | 'stripe';
  /** The provider's public key, with which the page shows the provider's card element; null in the sandbox. */
  publicKey: string | null;
  startSetup(payee: Payee, key: string): Promise<Setup>;
  readSetup(payee: Payee, ref: string): Promise<Setup>;
  /** Charges the card of a confirmed setup. */
  charge(payee: Payee, request: ChargeRequest): Promise<Charge>;
  readCharge(payee: Payee, ref: string): Promise<Charge>;
  /** The charge that was made with a key, or null when none was. */
  findCharge(payee: Payee, key: string): Promise<Charge | null>;
  /** Cancels a charge that waits for the owner. Returns it as `failed`, or as what it had become before. */
  cancelCharge(payee: Payee, ref: string): Promise<Charge>;
  /** Every refund of a charge, failed ones included. Throws RefundRefused when the payment has no such charge. */
  readRefunds(payee: Payee, of: Refunded): Promise<Refund[]>;
  /** Refunds an amount of a charge. Throws RefundRefused when the provider refuses; then no money has moved. */
  refund(payee: Payee, request: RefundRequest): Promise<Refund>;
};

/** The provider refuses to refund; the message says why. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
}

/** The provider did not answer. What was asked may have happened or not. */
export class CardsUnavailable extends Error {
  override readonly name = 'CardsUnavailable';
}
