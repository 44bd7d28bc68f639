import * as limits from '../../limits';

/** Shown under a name that lacks a first or a last name (VAL-03), and under an empty one (D-136). */
export const NAME_INCOMPLETE = 'Please enter your full first and last name';
/** Shown under a name of more than 255 characters (VAL-02). */
export const NAME_TOO_LONG = 'Please keep your name less than 255 characters';

/**
 * Trims a text and leaves single spaces. Control characters, which nobody sees and no clinic file takes, become spaces
 * too.
 */
export const tidySpaces = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Splits a full name into first and last name at its last space (INFO-17). A single word is a first name. */
export function splitName(fullName: string): { first: string; last: string } {
  const tidy = tidySpaces(fullName);
  const space = tidy.lastIndexOf(' ');
  return space < 0 ? { first: tidy, last: '' } : { first: tidy.slice(0, space), last: tidy.slice(space + 1) };
}

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * The message for a full name; null for a right one, which has a first and a last name of at least two letters each and
 * at most 255 characters (VAL-01 to 03, D-86).
 */
export function nameProblem(fullName: string): string | null {
  const { first, last } = splitName(fullName);
  if (letters(first) < 2 || letters(last) < 2) return NAME_INCOMPLETE;
  return tidySpaces(fullName).length > limits.nameMax ? NAME_TOO_LONG : null;
}
