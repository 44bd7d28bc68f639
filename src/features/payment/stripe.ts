import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';

type Factory = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };

let isAllowed = false;

/** Lets Trusted Types accept the address of Stripe's script, and no other (D-209). */
function allowStripe(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory };
  if (isAllowed || !trustedTypes) return;
  isAllowed = true;
  trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin === 'https://js.stripe.com') return url;
      throw new TypeError('A script of another origin.');
    },
  });
}

const opened = new Map<string, Promise<Stripe>>();

/** Loads Stripe for a key and an account, once; after a failure it can be called again. */
export function openStripe(publicKey: string, account: string | null): Promise<Stripe> {
  const name = `${publicKey} ${account ?? ''}`;
  const known = opened.get(name);
  if (known) return known;
  allowStripe();
  const opening = loadStripe(publicKey, account === null ? {} : { stripeAccount: account }).then((stripe) => {
    if (!stripe) throw new Error('Stripe needs a browser');
    return stripe;
  });
  opened.set(name, opening);
  opening.catch(() => opened.delete(name));
  return opening;
}
