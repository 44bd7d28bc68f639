import { hasCode, type Failure } from '../failure';

/** Shown under a wrong code (VERIF-09). */
export const CODE_WRONG = "Oops, that didn't work. Please enter the code that was sent to you.";

/**
 * Shown when the code of a contact was tried too often. The owner can go on with a new code, or with the previous
 * contact (D-402).
 */
export const CODE_SPENT = 'That was too many tries. Please ask for a new code.';

/**
 * The six digits of a pasted code: 6 digits, or 7 characters with one hyphen; null for anything else, which is ignored
 * (VERIF-03).
 */
export function codePasted(text: string): string | null {
  const trimmed = text.trim();
  if (/^\d{6}$/.test(trimmed)) return trimmed;
  return /^[\d-]{7}$/.test(trimmed) && /^\d+-\d+$/.test(trimmed) ? trimmed.replace('-', '') : null;
}

/** The heading of the screen that asks for a code (VERIF-01), by where the code was sent (D-29). */
export const codeHeading = (channel: 'phone' | 'email'): string =>
  channel === 'phone' ? 'Check your phone!' : 'Check your email!';

/** Shown after too many tries (VERIF-11); the clinic's phone follows it where it is known. */
export const CANNOT_VERIFY = "We're sorry, we cannot verify your information at this time. Please try again later";

/**
 * Why a code was not accepted: it is `wrong`, no further try is accepted (`exceeded`), or no answer told whether it is
 * right (`failed`).
 */
export type CodeRefusal = 'wrong' | 'exceeded' | 'failed';

/** Reads from a failed try why the code was not accepted (VERIF-09, VERIF-10). */
export function codeRefusal(failure: Failure): CodeRefusal {
  if (hasCode(failure, 'VerificationMaximumExceeded')) return 'exceeded';
  return hasCode(failure, 'InvalidCode') ? 'wrong' : 'failed';
}
