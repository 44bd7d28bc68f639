import { limits } from '../../limits';

/** VAL-04, RLOOK-08 */
export const EMAIL_INVALID = 'Please enter a valid email';
/** VAL-05 */
export const EMAIL_TOO_LONG = 'Please enter within 255 characters';

const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

export const tidyEmail = (text: string): string => text.trim();

/** Whether the text is an e-mail address by the simple pattern (D-15). */
export const isEmail = (text: string): boolean => pattern.test(tidyEmail(text));

/** A typed address's message; an empty one has none. */
export function emailProblem(text: string): string | null {
  const email = tidyEmail(text);
  if (email === '') return null;
  if (email.length > limits.emailMax) return EMAIL_TOO_LONG;
  return isEmail(email) ? null : EMAIL_INVALID;
}

/** As `emailProblem`, also accepting the clinic's test suffix where one is set (RLOOK-09, D-15). */
export function emailProblemWithSuffix(text: string, testSuffix: string): string | null {
  const email = tidyEmail(text);
  const isTestAddress = testSuffix !== '' && email.length > testSuffix.length && email.endsWith(testSuffix);
  return isTestAddress && email.length <= limits.emailMax ? null : emailProblem(text);
}
