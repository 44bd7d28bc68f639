import Stripe from 'stripe';
import type { Config } from '../../config/config';

/** Stripe's keys: the secret one, the one for the page, and the one that events are signed with. */
export type StripeKeys = NonNullable<Config['stripe']>;

/** Another address than Stripe's own, for tests. */
export type StripeAddress = { host: string; port: number; protocol: 'http' | 'https' };

/**
 * A call without an answer after this time is made again, milliseconds; the same Idempotency-Key keeps it from taking
 * effect twice. It is given up within the 30 seconds that proxies wait for an answer (docs/operations.md); where one of our
 * own calls asks twice and Stripe is slow for both, the proxy gives up before us, and the page repeats its call.
 */
const timeoutMs = 8_000;
const retries = 2;

export const connectStripe = ({ secretKey }: StripeKeys, address?: StripeAddress): Stripe =>
  new Stripe(secretKey, { maxNetworkRetries: retries, timeout: timeoutMs, telemetry: false, ...address });
