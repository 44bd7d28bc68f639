import { capSentence, failureText, hasCode, isAnswered, type Failure } from '../../domain/failure';
import { ALIAS_USED } from '../../domain/validation/contact';

/** A sign-in that was refused, whatever the reason (LOGIN-10). */
export const LOGIN_WRONG = 'Wrong email or password';

/** What a password screen says about a failure: by field, and as a whole. Without a network the app says it. */
export type Problem = { fields: Record<string, string>; text: string | null };

/**
 * A sign-in that failed (LOGIN-10): every refusal is told alike, whatever the reason, so that nothing is learned from it
 * (D-204). After too many, when the right password waits as well, the owner is told to wait. Only a broken server says so.
 */
export function loginProblem(failure: Failure): Problem {
  const problem = problemOf(failure, LOGIN_WRONG);
  if (!isAnswered(failure) || Object.keys(problem.fields).length > 0) return problem;
  const wait = capSentence(failure);
  return { fields: {}, text: wait === null ? LOGIN_WRONG : `${LOGIN_WRONG}. ${wait}` };
}

/** A sign-up that failed: the server's message, or 'Error' (SIGNUP-16, D-21); a broken server's says nothing to anybody (ERR-03). */
export function signUpProblem(failure: Failure): Problem {
  if (hasCode(failure, 'AliasAlreadyUsed')) return { fields: { phoneNumber: ALIAS_USED }, text: null };
  return problemOf(failure, 'Error');
}

/** Any other failure of these screens. */
export function problemOf(failure: Failure, unknown?: string): Problem {
  const text = failureText(failure, unknown);
  const fields = failure.kind === 'http' ? failure.fields : {};
  return { fields, text: Object.keys(fields).length > 0 ? null : text };
}
