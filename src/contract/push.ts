import { boolean, literal, nullable, object, optional, size, string, type, type Infer } from 'superstruct';
import { endpoint } from './endpoint';
import { text } from './wire';

/**
 * A browser's subscription to push messages: where they are sent to, and the keys that they are encrypted for (RFC
 * 8291), base64url.
 */
export const PushSubscribed = object({
  endpoint: text(1024),
  keys: object({ p256dh: size(string(), 87), auth: size(string(), 22) }),
});
export type PushSubscribed = Infer<typeof PushSubscribed>;

/**
 * GET /push/v1/key: the public key that a browser subscribes with, null where the server sends no push; and whether the
 * caller's session has a subscription (D-440).
 */
export const pushKey = endpoint({
  name: 'pushKey',
  method: 'GET',
  path: '/push/v1/key',
  access: 'owner',
  response: type({ key: nullable(string()), is_on: boolean() }),
  silent: true,
});

/**
 * PUT /push/v1/subscription: keeps the browser's subscription with the caller's session, in place of an earlier one, and
 * for as long as the session lives (D-440). With `replaces` only where the session has the subscription of that address,
 * which the browser has given up. 400 validation for an address that push is not sent to.
 */
export const addPush = endpoint({
  name: 'addPush',
  method: 'PUT',
  path: '/push/v1/subscription',
  access: 'owner',
  body: object({ ...PushSubscribed.schema, replaces: optional(text(1024)) }),
  response: type({ added: literal(true) }),
  silent: true,
  aside: true,
});

/** DELETE /push/v1/subscription: removes the session's subscription. */
export const removePush = endpoint({
  name: 'removePush',
  method: 'DELETE',
  path: '/push/v1/subscription',
  access: 'owner',
  response: type({ removed: literal(true) }),
  silent: true,
  aside: true,
});

/**
 * POST /push/v1/shown: the device has shown the push with this receipt, so no text message or e-mail follows it (D-441).
 * The answer is the same for a receipt that nobody knows.
 */
export const pushShown = endpoint({
  name: 'pushShown',
  method: 'POST',
  path: '/push/v1/shown',
  access: 'none',
  body: object({ receipt: text(64) }),
  response: type({ noted: literal(true) }),
  silent: true,
  aside: true,
});
