/** The card provider as a screen sees it: fields to enter a card, and a way to confirm it. The card itself never reaches the portal (D-98). */

/**
 * What became of entering a card. `refused` says why in the provider's words; `taken`: the intent remembers another card,
 * or this one from an earlier try, so that this one needs a fresh intent; `unknown`: nobody answered.
 */
export type Confirmed =
  | { kind: 'confirmed' }
  | { kind: 'refused'; message: string }
  | { kind: 'taken' }
  | { kind: 'unknown' };

/** A card that is ready to be confirmed for the intent that a secret opens. `email` is for the provider's receipt. */
export type CardEntry = { confirm(given: { clientSecret: string; email: string | null }): Promise<Confirmed> };

/** `setup` remembers a card for a charge of the server's; `payment` pays with it at once (an insurance premium). */
export type CardFieldsProps = {
  purpose: 'setup' | 'payment';
  /** The provider's key for pages; null for the sandbox. */
  publicKey: string | null;
  /** The clinic's own account at the provider, if it has one. */
  account: string | null;
  isLocked: boolean;
  /** Called with the entry once a card can be confirmed, with null when it no longer can. */
  onReady: (entry: CardEntry | null) => void;
};
