import { errorReplies, type ErrorCode } from '../../src/contract/errors';

export type ApiErrorDetails = {
  /** Shown to the owner instead of the code's own message. */
  message?: string;
  /** What is wrong with which field, for `validation`. */
  fields?: Record<string, string>;
  /** The first result, for `idempotency_mismatch`. */
  result?: unknown;
  /** Seconds until another try makes sense, for 429 and 503. */
  retryAfter?: number;
  /** The refused token's session ran out by itself; nobody ended it (D-01). */
  hasRunOut?: boolean;
  /** A cap of the table is reached (D-404): the way to the clinic is added where the call leaves. */
  isCap?: boolean;
};

/** A refusal that the caller is told about, in the closed set of codes. Everything else that is thrown becomes `internal`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(details.message ?? errorReplies[code].message);
    this.code = code;
    this.status = errorReplies[code].status;
    this.details = details;
  }

  /** The reply's body. */
  toReply(): { success: false; code: ErrorCode; message: string; fields?: Record<string, string>; result?: unknown } {
    const { fields, result } = this.details;
    return {
      success: false,
      code: this.code,
      message: this.message,
      ...(fields && { fields }),
      ...(result !== undefined && { result }),
    };
  }
}
