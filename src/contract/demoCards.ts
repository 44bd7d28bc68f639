import { nullable, object, optional, string, type, enums } from 'superstruct';
import { endpoint } from './endpoint';
import { NextAction } from './payments';
import { text } from './wire';

/**
 * POST /demo/cards/confirm (API-59, D-220): the sandbox's stand-in for the card provider's own element; demo mode only.
 * `email` is for the receipt, `exp` is MM/YY. 404; 409 conflict where a card was remembered already. It is no call of
 * the portal's API, so the list of those lacks it.
 */
export const confirmDemoCard = endpoint({
  name: 'confirmDemoCard',
  method: 'POST',
  path: '/demo/cards/confirm',
  access: 'none',
  silent: true,
  body: object({
    client_secret: text(255),
    card_number: text(32),
    exp: text(9),
    cvc: text(4),
    email: optional(nullable(text(255))),
  }),
  response: type({
    status: enums(['succeeded', 'requires_action', 'failed']),
    message: optional(nullable(string())),
    next_action: optional(nullable(NextAction)),
  }),
});
