import { capSentence, failureText, hasCode, isAnswered, type Failure } from '../../domain/failure';
import { ALIAS_USED } from '../../domain/validation/contact';

/** The message for every refused sign-in, whatever the reason (LOGIN-10). */
export const LOGIN_WRONG = 'Wrong email or password';

/**
 * The messages of a password screen about a failure, by field and for the whole form. The app itself says that there is
 * no network.
 */
export type Problem = { fields: Record<string, string>; text: string | null };

/**
 * Returns the messages for a failed sign-in (LOGIN-10). All refusals read the same, so that nothing is learned from
 * them (D-204), except that after too many attempts the owner is told to wait, and that a server error is named.
 */
export function loginProblem(failure: Failure): Problem {
  const problem = problemOf(failure, LOGIN_WRONG);
  if (!isAnswered(failure) || Object.keys(problem.fields).length > 0) return problem;
  const wait = capSentence(failure);
  return { fields: {}, text: wait === null ? LOGIN_WRONG : `${LOGIN_WRONG}. ${wait}` };
}

/**
 * Returns the messages for a failed sign-up: the server's, or 'Error' (SIGNUP-16, D-21); a server error's text is never
 * shown (ERR-03).
 */
export function signUpProblem(failure: Failure): Problem {
  if (hasCode(failure, 'AliasAlreadyUsed')) return { fields: { phoneNumber: ALIAS_USED }, text: null };
  return problemOf(failure, 'Error');
}

/** Returns the messages for any other failure of these screens. */
export function problemOf(failure: Failure, unknown?: string): Problem {
  const text = failureText(failure, unknown);
  const fields = failure.kind === 'http' ? failure.fields : {};
  return { fields, text: Object.keys(fields).length > 0 ? null : text };
}
