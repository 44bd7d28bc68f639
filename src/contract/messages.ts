import { array, object, string, type, type Infer } from 'superstruct';
import { endpoint } from './endpoint';
import { Receipt, id, instant, phoneDigits } from './wire';

/** POST /message/v1/messages/text_us (API-60, D-107): asks the clinic to start a text chat with this number. */
export const textUs = endpoint({
  name: 'textUs',
  method: 'POST',
  path: '/message/v1/messages/text_us',
  access: 'session',
  body: object({ phone_number: phoneDigits() }),
  response: Receipt,
  idempotent: true,
});

/**
 * A wish to be texted (D-424): `state` is `open` or `answered`, since `state_at`. `phone_number` is in E.164.
 */
export const TextRequest = type({
  id: id(),
  phone_number: string(),
  state: string(),
  state_at: instant(),
  created_at: instant(),
});
export type TextRequest = Infer<typeof TextRequest>;

/** GET /message/v1/messages/text_us: the visitor's wishes of the last 90 days, the latest first (D-424). */
export const listTextRequests = endpoint({
  name: 'listTextRequests',
  method: 'GET',
  path: '/message/v1/messages/text_us',
  access: 'session',
  response: array(TextRequest),
  silent: true,
});
