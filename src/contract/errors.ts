import { literal, optional, record, string, type, unknown, type Infer } from 'superstruct';

/** The closed set of error codes that a reply can carry. */
export const errorCodes = [
  'validation',
  'VerificationMaximumExceeded',
  'unauthorized',
  'InvalidCode',
  'wrong_password',
  'not_found',
  'slot_gone',
  'AliasAlreadyUsed',
  'conflict',
  'unsupported_media_type',
  'idempotency_mismatch',
  'not_allowed',
  'too_many_requests',
  'invalid_tenant',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The HTTP status and the message of each code. */
export const errorReplies: Record<ErrorCode, { status: number; message: string }> = {
  validation: { status: 400, message: 'Please check what you entered.' },
  VerificationMaximumExceeded: { status: 400, message: 'VerificationMaximumExceeded' },
  unauthorized: { status: 401, message: 'Please sign in again.' },
  InvalidCode: { status: 401, message: 'Invalid code' },
  wrong_password: { status: 401, message: 'Wrong email or password' },
  not_found: { status: 404, message: 'Not found' },
  slot_gone: {
    status: 409,
    message: "We're sorry, this time is no longer available. Please choose another time.",
  },
  AliasAlreadyUsed: { status: 409, message: 'AliasAlreadyUsed' },
  conflict: { status: 409, message: 'This has changed in the meantime. Please try again.' },
  unsupported_media_type: { status: 415, message: 'Please send JSON.' },
  idempotency_mismatch: { status: 422, message: 'This request was already sent with other details.' },
  not_allowed: { status: 422, message: 'This is not possible online. Please call the clinic.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  invalid_tenant: { status: 500, message: 'Invalid tenant and user' },
  internal: { status: 500, message: 'Internal error' },
  unavailable: { status: 503, message: 'The service is busy. Please try again in a moment.' },
};

/**
 * What WWW-Authenticate says with a 401 when the token's session merely ran out. For a session that somebody ended it
 * is the plain challenge (D-01, RFC 6750).
 */
export const RAN_OUT = 'expired';

/** The body of every failed reply. `fields` goes with `validation` and, at the desk, with `unauthorized` (TakenOff) and with a cancellation's `conflict`, `result` with `idempotency_mismatch`. */
export const ErrorReply = type({
  success: literal(false),
  code: optional(string()),
  message: optional(unknown()),
  fields: optional(record(string(), string())),
  result: optional(unknown()),
});
export type ErrorReply = Infer<typeof ErrorReply>;
