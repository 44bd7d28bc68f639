import type { InsuredPet } from '../db/documents';

type PremiumQuote = { ref: string; premiumCents: number };

/** What became of buying a quote: done, or a card is needed, which the page takes with `clientSecret`; null while a premium is being paid. */
type Purchase = { complete: true } | { complete: false; clientSecret: string | null };

/** How a premium stands; `processing`: it may still be paid, and no other card may be entered for it. */
export type Premium = 'paid' | 'processing' | 'unpaid';

type PurchaseRequest = {
  clinicId: string;
  ref: string;
  premiumCents: number;
  pet: InsuredPet;
  /** A deposit was paid in this visit with a card that the provider may charge again. */
  hasCard: boolean;
};

/** The insurer. Buying the same quote again is the same purchase. Never call it within a transaction. */
export type Insurer = {
  /** The partner's id for the offer (API-58). */
  partnerId: string;
  publicKey: string | null;
  /** Throws InsurerUnavailable. An empty list: it does not insure this pet. */
  quote(pet: InsuredPet): Promise<PremiumQuote[]>;
  /** Throws PurchaseRefused or InsurerUnavailable. */
  buy(request: PurchaseRequest): Promise<Purchase>;
  /** Throws InsurerUnavailable. */
  premium(clinicId: string, ref: string): Promise<Premium>;
};

/** The insurer does not answer. */
export class InsurerUnavailable extends Error {
  override readonly name = 'InsurerUnavailable';
}

/** The insurer does not sell this quote. */
export class PurchaseRefused extends Error {
  override readonly name = 'PurchaseRefused';
}
