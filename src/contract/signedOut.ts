import { literal, object, pattern, string, type } from 'superstruct';
import { endpoint } from './endpoint';

/**
 * POST /jwt/signed-out: ends the session whose token has this hash (SHA-256, base64url). It is for a device that was
 * signed out of without a network and keeps no token (D-308); the answer is the same where there is no such session.
 */
export const endSignedOut = endpoint({
  name: 'endSignedOut',
  method: 'POST',
  path: '/jwt/signed-out',
  access: 'none',
  body: object({ token_hash: pattern(string(), /^[\w-]{43}$/) }),
  response: type({ ended: literal(true) }),
  silent: true,
});
