import { errorReplies, type ErrorCode } from '../../src/contract/errors';

export type ApiErrorDetails = {
  /** Message for the owner instead of the code's default one. */
  message?: string;
  /**
   * What is wrong with each field, for `validation`; for `unauthorized` what became of a member (TakenOff); for
   * `conflict` what would become of a deposit (D-414).
   */
  fields?: Record<string, string>;
  /** The first result, for `idempotency_mismatch`. */
  result?: unknown;
  /** Seconds until another try makes sense, for 429 and 503. */
  retryAfter?: number;
  /** True when the token's session expired by itself, rather than being ended by somebody (D-01). */
  hasRunOut?: boolean;
  /** True when a cap is reached (D-404); the clinic's contact is added to the message before the reply is sent. */
  isCap?: boolean;
};

/**
 * An error that the caller is told about, with one of a fixed set of codes. Any other thrown error becomes `internal`.
 */
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
