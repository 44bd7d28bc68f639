import Stripe from 'stripe';
import { aheadMs } from '../retryAfter';
import { connectStripe, type StripeAddress, type StripeKeys } from './connect';
import { eventTypes } from './events';

const timeoutMs = 10_000;

export type StripeSaid = {
  /** Why the key could not be tried, or was refused; null where Stripe takes it. */
  fault: string | null;
  isRefused: boolean;
  /** Whether an answer came, be it of an error. */
  isReached: boolean;
  /** The endpoint that gets events at our address, with the event types that it lacks; unknown where the key may not read it. */
  endpoint: 'unknown' | 'none' | 'disabled' | { missing: string[] };
  /** How far Stripe's clock is ahead of this machine's, milliseconds. */
  aheadMs: number | null;
};

/** Asks Stripe whether it takes the secret key, and where it sends events. Changes nothing there. */
export async function askStripe(keys: StripeKeys, address: string, stripeAt?: StripeAddress): Promise<StripeSaid> {
  const stripe = connectStripe(keys, stripeAt, { maxNetworkRetries: 0, timeout: timeoutMs });
  try {
    const { data, lastResponse } = await stripe.webhookEndpoints.list({ limit: 100 });
    const ahead = aheadMs(lastResponse.headers['date']);
    return { fault: null, isRefused: false, isReached: true, endpoint: endpointOf(data, address), aheadMs: ahead };
  } catch (error) {
    const nothing = { endpoint: 'unknown', aheadMs: null } as const;
    // A restricted key is a good one, though it may not read this.
    if (error instanceof Stripe.errors.StripePermissionError)
      return { fault: null, isRefused: false, isReached: true, ...nothing };
    const isRefused = error instanceof Stripe.errors.StripeAuthenticationError;
    const isReached =
      !(error instanceof Stripe.errors.StripeConnectionError) && error instanceof Stripe.errors.StripeError;
    return { fault: error instanceof Error ? error.message : 'unknown', isRefused, isReached, ...nothing };
  }
}

function endpointOf(endpoints: readonly Stripe.WebhookEndpoint[], address: string): StripeSaid['endpoint'] {
  const ours = endpoints.filter(({ url }) => url === address);
  const enabled = ours.filter(({ status }) => status === 'enabled');
  if (enabled.length === 0) return ours.length === 0 ? 'none' : 'disabled';
  const sent = new Set(enabled.flatMap(({ enabled_events }) => enabled_events as string[]));
  return { missing: sent.has('*') ? [] : eventTypes.filter((type) => !sent.has(type)) };
}
