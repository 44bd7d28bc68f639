/**
 * The card provider for the screens: fields to enter a card, and a way to confirm it. The card's numbers never reach
 * the portal (D-98).
 */

/**
 * The result of confirming a card. `refused` has the provider's reason; `taken`: the intent already holds a card from
 * an earlier attempt, so this card needs a new intent; `unknown`: no answer came.
 */
export type Confirmed =
  | { kind: 'confirmed' }
  | { kind: 'refused'; message: string }
  | { kind: 'taken' }
  | { kind: 'unknown' };

/** A card that is ready to be confirmed for the intent of a client secret. `email` is for the provider's receipt. */
export type CardEntry = { confirm(given: { clientSecret: string; email: string | null }): Promise<Confirmed> };

/**
 * The props of the card's fields. `setup` stores a card that the server charges later; `payment` pays with it at once
 * (an insurance premium).
 */
export type CardFieldsProps = {
  purpose: 'setup' | 'payment';
  /** The provider's publishable key; null for the sandbox. */
  publicKey: string | null;
  /** The clinic's own account at the provider, if it has one. */
  account: string | null;
  isLocked: boolean;
  /** The id of the element that says why the card was refused; undefined if it was not. */
  refusedBy?: string | undefined;
  /** Called with the entry once a card can be confirmed, with null when it no longer can. */
  onReady: (entry: CardEntry | null) => void;
};
