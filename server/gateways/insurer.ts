import type { InsuredPet } from '../db/documents';

type PremiumQuote = { ref: string; premiumCents: number };

/**
 * The outcome of buying a quote: complete, or a card is needed, which the page takes with `clientSecret`. While a
 * premium is being paid already, `clientSecret` is null and no card is needed.
 */
type Purchase = { complete: true } | { complete: false; clientSecret: string | null };

/** Whether a premium is paid. While it is `processing` it may still be paid, so no other card may be entered for it. */
export type Premium = 'paid' | 'processing' | 'unpaid';

type PurchaseRequest = {
  clinicId: string;
  ref: string;
  premiumCents: number;
  pet: InsuredPet;
  /** Whether a deposit was paid in this visit with a card that the provider may charge again. */
  hasCard: boolean;
};

/**
 * The insurer. Buying the same quote again makes no second purchase. Never call the insurer within a database
 * transaction.
 */
export type Insurer = {
  /** The partner's id for the offer (API-58). */
  partnerId: string;
  publicKey: string | null;
  /** The offers for a pet; an empty list when the insurer does not insure it. Throws InsurerUnavailable. */
  quote(pet: InsuredPet): Promise<PremiumQuote[]>;
  /** Buys a quote. Throws PurchaseRefused or InsurerUnavailable. */
  buy(request: PurchaseRequest): Promise<Purchase>;
  /** Whether the premium of a quote is paid. Throws InsurerUnavailable. */
  premium(clinicId: string, ref: string): Promise<Premium>;
  /**
   * Withdraws a quote and returns what its premium is then. Once that is `unpaid` the quote can be neither bought nor
   * paid any more, not even by a purchase that was asked for before; a premium that is paid or being paid is left as it
   * is. Throws InsurerUnavailable.
   */
  withdraw(clinicId: string, ref: string): Promise<Premium>;
};

/** The insurer did not answer. */
export class InsurerUnavailable extends Error {
  override readonly name = 'InsurerUnavailable';
}

/** The insurer refuses to sell this quote. */
export class PurchaseRefused extends Error {
  override readonly name = 'PurchaseRefused';
}
