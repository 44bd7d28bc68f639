import { object } from 'superstruct';
import { endpoint } from './endpoint';
import { Receipt, phoneDigits } from './wire';

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
