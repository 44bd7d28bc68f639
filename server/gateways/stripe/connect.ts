import Stripe from 'stripe';
import { optional, string, type, union } from 'superstruct';
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

export const connectStripe = (
  { secretKey }: StripeKeys,
  address?: StripeAddress,
  patience = { maxNetworkRetries: retries, timeout: timeoutMs },
): Stripe => new Stripe(secretKey, { ...patience, telemetry: false, httpClient: objectsOnly(), ...address });

/**
 * Answers that are no object fail as ones that are no JSON do. Stripe's library would take them, and throws where nobody
 * catches it: the call would never end, and the server would.
 */
function objectsOnly(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request);
    const toJSON = response.toJSON.bind(response);
    response.toJSON = async () => {
      const answer: unknown = await toJSON();
      if (!isAnswer.is(answer)) throw new SyntaxError('The answer is no object.');
      return answer;
    };
    return response;
  };
  return client;
}

const isAnswer = type({ error: optional(union([string(), type({})])) });
