import { limits } from '../../limits';

/** VAL-03; also for an empty name (D-136). */
export const NAME_INCOMPLETE = 'Please enter your full first and last name';
/** Under a name of more than 255 characters (VAL-02). */
export const NAME_TOO_LONG = 'Please keep your name less than 255 characters';

/** Trimmed, with single spaces; control characters, which nobody sees and no clinic file takes, are spaces too. */
export const tidySpaces = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** First and last name, split on the last space (INFO-17). A single word is a first name. */
export function splitName(fullName: string): { first: string; last: string } {
  const tidy = tidySpaces(fullName);
  const space = tidy.lastIndexOf(' ');
  return space < 0 ? { first: tidy, last: '' } : { first: tidy.slice(0, space), last: tidy.slice(space + 1) };
}

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** A full name's message: a first and a last name of two letters each, 255 characters at most (VAL-01 to 03, D-86). */
export function nameProblem(fullName: string): string | null {
  const { first, last } = splitName(fullName);
  if (letters(first) < 2 || letters(last) < 2) return NAME_INCOMPLETE;
  return tidySpaces(fullName).length > limits.nameMax ? NAME_TOO_LONG : null;
}
