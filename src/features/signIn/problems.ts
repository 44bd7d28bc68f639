import { texts } from '../../api/errorPolicy';
import { hasCode, type Failure } from '../../offline/exchange';

/** A sign-in that was refused, whatever the reason (LOGIN-10). */
export const LOGIN_WRONG = 'Wrong email or password';
/** Under a contact that is somebody else's (D-21). */
const ALIAS_USED = 'This phone number or email is already in use. Please sign in as a returning client.';

/** What a password screen says about a failure: by field, and as a whole. Without a network the app says it. */
export type Problem = { fields: Record<string, string>; text: string | null };

/**
 * A sign-in that failed (LOGIN-10): every refusal is told alike, whatever the reason, so that nothing is learned from it
 * (D-204). After too many, when the right password waits as well, the owner is told to wait. Only a broken server says so.
 */
export function loginProblem(failure: Failure): Problem {
  if (failure.kind !== 'http' || failure.status >= 500 || Object.keys(failure.fields).length > 0)
    return problemOf(failure, LOGIN_WRONG);
  const wait = hasCode(failure, 'too_many_requests') && failure.message ? `. ${failure.message}` : '';
  return { fields: {}, text: LOGIN_WRONG + wait };
}

/** A sign-up that failed: the server's message, or 'Error' (SIGNUP-16, D-21); a broken server's says nothing to anybody (ERR-03). */
export function signUpProblem(failure: Failure): Problem {
  if (hasCode(failure, 'AliasAlreadyUsed')) return { fields: { phoneNumber: ALIAS_USED }, text: null };
  return problemOf(failure, 'Error');
}

/** Any other failure of these screens. */
export function problemOf(failure: Failure, unknown: string): Problem {
  if (failure.kind === 'network' || failure.kind === 'aborted') return { fields: {}, text: null };
  if (failure.kind === 'malformed') return { fields: {}, text: unknown };
  if (failure.status === 500) return { fields: {}, text: texts.oops };
  const hasFields = Object.keys(failure.fields).length > 0;
  return { fields: failure.fields, text: hasFields ? null : (failure.message ?? unknown) };
}
