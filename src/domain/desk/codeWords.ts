import { codeAttempts } from '../../limits';

/** What a refused sign-in code is told with, after so many refusals of the code that was sent last: what to do (D-421). */
export const codeWords = (refusals: number): string =>
  refusals < codeAttempts
    ? 'Invalid code. Check it, or send another one.'
    : `Invalid code. After ${codeAttempts} wrong tries a code counts no more, even the right one: send another one.`;
