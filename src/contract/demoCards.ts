import { nullable, object, optional, string, type, enums } from 'superstruct';
import { endpoint } from './endpoint';
import { NextAction } from './payments';
import { text } from './wire';

/**
 * POST /demo/cards/confirm (API-59, D-220): enters a test card, in place of the card provider's own element; demo mode
 * only. `email` is for the receipt, `exp` is MM/YY. 404; 409 conflict where a card was entered already. It is no part
 * of the portal's API, so the contract's list of calls does not have it.
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
