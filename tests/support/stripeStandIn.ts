import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to Stripe: form-encoded, with dots in place of the brackets of nested names. */
export type Asked = {
  method: string;
  path: string;
  fields: Record<string, string>;
  key: string | null;
  account: string | null;
  version: string | null;
};
type Thing = { id: string; object: string; [name: string]: unknown };

export const stripeEnv = {
  STRIPE_SECRET_KEY: 'sk_test_portal',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_portal',
  STRIPE_WEBHOOK_SECRET: 'whsec_portal',
};

const fail = (status: number, error: Record<string, unknown>) => ({ status, body: { error } });
const badRequest = (message: string, param?: string) =>
  fail(400, { type: 'invalid_request_error', message, ...(param ? { param } : {}) });

/** The parameter names of each call that the portal uses; others are refused, as Stripe does. */
const taken: Record<string, RegExp> = {
  '/v1/customers': /^metadata\.\w+$/,
  '/v1/setup_intents': /^(customer|usage|allowed_payment_method_types\.0|metadata\.\w+)$/,
  '/v1/payment_intents':
    /^(amount|currency|customer|payment_method|allowed_payment_method_types\.0|confirm|return_url|receipt_email|metadata\.\w+)$/,
  '/v1/refunds': /^(payment_intent|amount|metadata\.\w+)$/,
};

/**
 * Starts a stand-in for the parts of Stripe that the portal uses, by its documentation: https://docs.stripe.com/api.
 * It checks authentication, parameter names and idempotency, and moves intents through their states. `enterCard`
 * confirms a card.
 */
export async function stripeStandIn() {
  const things = new Map<string, Thing>();
  const first = new Map<string, { asked: string; answer: { status: number; body: unknown } }>();
  const seen: Asked[] = [];
  /**
   * What happens to the next requests: they never arrive (`drop`), their reply is lost (`lose`), they get a status
   * instead, they are done and something else is answered (`says`), or they pass (null).
   */
  const faults: ('drop' | 'lose' | number | { says: unknown } | null)[] = [];
  let made = 0;
  /** The webhook endpoints that the account has; null where the key may not read them. */
  const account: { endpoints: { url: string; status: string; enabled_events: string[] }[] | null } = { endpoints: [] };
  /** What happens to the next refunds: the status that the card's bank gives, or a refusal with Stripe's message. */
  const refundsMeet: ('succeeded' | 'pending' | 'failed' | { refusal: string })[] = [];
  const make = (prefix: string, object: string, rest: Record<string, unknown>): Thing => {
    const id = `${prefix}_${++made}`;
    const thing = { id, object, created: 1795273200, ...rest };
    things.set(id, thing);
    return thing;
  };

  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const fault = faults.shift();
      if (fault === 'drop') return request.socket.destroy();
      const answer =
        typeof fault === 'number' ? fail(fault, { type: 'api_error', message: 'Overloaded' }) : answerTo(request, body);
      if (fault === 'lose') return request.socket.destroy();
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        'request-id': `req_${seen.length}`,
        'stripe-should-retry': 'false',
      });
      return response.end(JSON.stringify(typeof fault === 'object' && fault ? fault.says : answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function answerTo(request: IncomingMessage, body: string): { status: number; body: unknown } {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const isPost = request.method === 'POST';
    const fields = fieldsOf(isPost ? body : url.search.slice(1));
    const header = (name: string) => (request.headers[name] as string | undefined) ?? null;
    const asked: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      fields,
      key: header('idempotency-key'),
      account: header('stripe-account'),
      version: header('stripe-version'),
    };
    seen.push(asked);
    if (header('authorization') !== `Bearer ${stripeEnv.STRIPE_SECRET_KEY}`)
      return fail(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    if (!isPost) return reading(url.pathname, fields);
    if (header('content-type') !== 'application/x-www-form-urlencoded') return badRequest('Send form data.');
    const unknown = Object.keys(fields).find((name) => taken[url.pathname] && !taken[url.pathname]!.test(name));
    if (unknown)
      return fail(400, {
        type: 'invalid_request_error',
        code: 'parameter_unknown',
        message: `Received unknown parameter: ${unknown}`,
        param: unknown,
      });
    const known = asked.key === null ? undefined : first.get(asked.key);
    const shape = `${url.pathname}?${new URLSearchParams(fields)}`;
    if (known && known.asked !== shape)
      return fail(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    const answer = known?.answer ?? writing(url.pathname, fields);
    if (asked.key !== null) first.set(asked.key, { asked: shape, answer: structuredClone(answer) });
    return answer;
  }

  function reading(path: string, fields: Record<string, string>) {
    if (path === '/v1/payment_intents/search') {
      const marks = [...(fields['query'] ?? '').matchAll(/metadata\["(\w+)"\]:"([^"]*)"/g)];
      if (marks.length === 0) return badRequest('Bad query');
      const data = [...things.values()].filter(
        (one) =>
          one.object === 'payment_intent' &&
          marks.every(([, name, value]) => (one['metadata'] as Record<string, string>)[name!] === value),
      );
      return { status: 200, body: { object: 'search_result', data, has_more: false } };
    }
    if (path === '/v1/webhook_endpoints')
      return account.endpoints === null
        ? fail(403, {
            type: 'invalid_request_error',
            message: 'The provided key does not have the required permissions',
          })
        : { status: 200, body: { object: 'list', data: account.endpoints, has_more: false } };
    if (path === '/v1/refunds')
      return {
        status: 200,
        body: { object: 'list', data: refundsOf(fields['payment_intent'] ?? ''), has_more: false },
      };
    const thing = things.get(path.split('/').at(-1) ?? '');
    if (!thing)
      return fail(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such thing: ${path}` });
    const whole =
      fields['expand.0'] === 'payment_method' && typeof thing['payment_method'] === 'string'
        ? { payment_method: things.get(thing['payment_method']) }
        : {};
    return { status: 200, body: { ...thing, ...whole } };
  }

  function writing(path: string, fields: Record<string, string>) {
    const metadata = Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (name.startsWith('metadata.') ? [[name.slice(9), value]] : [])),
    );
    if (path === '/v1/customers') return { status: 200, body: make('cus', 'customer', { metadata }) };
    if (path === '/v1/setup_intents') {
      if (!things.has(fields['customer'] ?? '')) return badRequest('No such customer', 'customer');
      const intent = make('seti', 'setup_intent', {
        customer: fields['customer'],
        status: 'requires_payment_method',
        payment_method: null,
        usage: fields['usage'],
        metadata,
      });
      intent['client_secret'] = `${intent.id}_secret_x`;
      return { status: 200, body: intent };
    }
    if (path === '/v1/payment_intents') return charging(fields, metadata);
    if (path === '/v1/refunds') return refunding(fields, metadata);
    const [, id] = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(path) ?? [];
    const intent = id === undefined ? undefined : things.get(id);
    if (!intent)
      return fail(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment_intent' });
    if (!['requires_action', 'requires_payment_method', 'processing'].includes(String(intent['status']))) {
      return fail(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: 'You cannot cancel this PaymentIntent.',
      });
    }
    intent['status'] = 'canceled';
    return { status: 200, body: intent };
  }

  function charging(fields: Record<string, string>, metadata: Record<string, string>) {
    const method = things.get(fields['payment_method'] ?? '');
    if (!method) return badRequest('No such payment_method', 'payment_method');
    if (method['customer'] !== fields['customer'])
      return badRequest('The payment method belongs to another customer.', 'payment_method');
    if (fields['currency'] !== 'usd' || !/^\d+$/.test(fields['amount'] ?? '') || fields['confirm'] !== 'true')
      return badRequest('Bad charge');
    const behaviour = String(method['behaviour']);
    const intent = make('pi', 'payment_intent', {
      amount: Number(fields['amount']),
      currency: 'usd',
      customer: fields['customer'],
      payment_method: method.id,
      metadata,
      receipt_email: fields['receipt_email'] ?? null,
      status:
        behaviour === 'pays'
          ? 'succeeded'
          : behaviour === 'bank'
            ? 'requires_action'
            : behaviour === 'slow'
              ? 'processing'
              : 'requires_payment_method',
      next_action:
        behaviour === 'bank'
          ? {
              type: 'redirect_to_url',
              redirect_to_url: { url: 'https://hooks.stripe.com/3ds', return_url: fields['return_url'] },
            }
          : null,
      last_payment_error:
        behaviour === 'declined'
          ? { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
          : null,
    });
    intent['client_secret'] = `${intent.id}_secret_x`;
    if (behaviour !== 'declined') return { status: 200, body: intent };
    return fail(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      payment_intent: intent,
    });
  }

  const refundsOf = (intent: string) =>
    [...things.values()].filter((one) => one.object === 'refund' && one['payment_intent'] === intent).reverse();

  function refunding(fields: Record<string, string>, metadata: Record<string, string>) {
    const intent = things.get(fields['payment_intent'] ?? '');
    if (!intent)
      return fail(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment_intent' });
    const met = refundsMeet.shift() ?? 'succeeded';
    if (typeof met === 'object') return badRequest(met.refusal);
    const gone = refundsOf(intent.id)
      .filter((one) => one['status'] !== 'failed')
      .reduce((sum, one) => sum + Number(one['amount']), 0);
    const amount = fields['amount'] === undefined ? Number(intent['amount']) - gone : Number(fields['amount']);
    if (gone >= Number(intent['amount']))
      return fail(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: `Charge ch_${intent.id} has already been refunded.`,
      });
    if (intent['status'] !== 'succeeded' || amount + gone > Number(intent['amount']))
      return badRequest('Refund amount is greater than unrefunded amount on charge', 'amount');
    return {
      status: 200,
      body: make('re', 'refund', {
        amount,
        payment_intent: intent.id,
        charge: `ch_${intent.id}`,
        metadata,
        status: met,
        failure_reason: met === 'failed' ? 'lost_or_stolen_card' : null,
      }),
    };
  }

  return {
    account,
    refundsMeet,
    refunds: () => [...things.values()].filter((one) => one.object === 'refund'),
    /** Returns an intent's charge as events contain it, with a copy of the intent's metadata. */
    chargeOf: (intent: Thing): Thing => ({
      id: `ch_${intent.id}`,
      object: 'charge',
      payment_intent: intent.id,
      metadata: intent['metadata'],
      amount: intent['amount'],
      refunded: true,
    }),
    /** Makes a refund as somebody does in Stripe's dashboard. */
    refundByHand: (intent: Thing, amount = Number(intent['amount'])): Thing =>
      make('re', 'refund', {
        amount,
        payment_intent: intent.id,
        charge: `ch_${intent.id}`,
        metadata: {},
        status: 'succeeded',
        failure_reason: null,
      }),
    at: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' as const },
    seen,
    faults,
    things,
    charges: () => [...things.values()].filter((one) => one.object === 'payment_intent'),
    /** Confirms a setup with a card, as Stripe's element does on the page. Throws when the setup already has a card. */
    enterCard(
      secret: string | null | undefined,
      behaviour: 'pays' | 'declined' | 'bank' | 'slow' = 'pays',
      email: string | null = null,
    ): void {
      const intent = things.get((secret ?? '').split('_secret_')[0] ?? '');
      if (!intent) throw new Error('There is no such setup.');
      if (intent['status'] === 'succeeded') throw new Error('setup_intent_unexpected_state');
      const method = make('pm', 'payment_method', {
        customer: intent['customer'],
        behaviour,
        billing_details: { email },
        card: { last4: '4242' },
      });
      Object.assign(intent, { status: 'succeeded', payment_method: method.id });
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/**
 * Makes a signed event as Stripe sends it: https://docs.stripe.com/webhooks#verify-manually. `at` is when it
 * was signed.
 */
export function signedEvent(
  at: Date,
  type: string,
  object: unknown,
  {
    id = 'evt_1',
    secret = stripeEnv.STRIPE_WEBHOOK_SECRET,
    account,
  }: { id?: string; secret?: string; account?: string } = {},
) {
  const payload = JSON.stringify(
    { id, object: 'event', type, api_version: '2026-10-28.endive', ...(account ? { account } : {}), data: { object } },
    null,
    2,
  );
  const time = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return {
    payload,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${time},v1=${signature}` },
  };
}

/** Parses 'metadata[clinic_id]=x' into { 'metadata.clinic_id': 'x' }. */
const fieldsOf = (form: string): Record<string, string> =>
  Object.fromEntries(
    [...new URLSearchParams(form)].map(([name, value]) => [name.replaceAll(/\[(\w+)\]/g, '.$1'), value]),
  );

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
