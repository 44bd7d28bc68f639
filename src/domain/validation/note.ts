import { limits } from '../../limits';

/** VAL-16 */
export const NOTE_REQUIRED = 'Please provide detail about the visit';
/** VAL-17 */
export const NOTE_TOO_LONG = 'Please limit your note to 500 characters';
/** VAL-18 */
export const NOTE_TOO_SHORT = 'Please provide a little more detail - even just a few words about the visit';

/** A note's message. Lengths are of the trimmed text as typed; one that sanitising empties counts as empty (D-84, D-85). */
export function noteProblem(note: string, isRequired: boolean): string | null {
  const typed = note.trim();
  if (isRequired && sanitiseNote(note) === '') return NOTE_REQUIRED;
  if (typed.length > limits.noteMax) return NOTE_TOO_LONG;
  return isRequired && typed.length < limits.noteMin ? NOTE_TOO_SHORT : null;
}

/** Always kept: letters, marks and digits of all scripts, spaces, quotes, and the signs of doses and measures. */
const kept = /[\p{L}\p{M}\p{N}\s'"%:+<>=±~°×≤≥≈]/u;
/** Parts of emoji that are marks by category. */
const emojiMark = /[\u20E3\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u;
const word = /[\p{L}\p{N}]/u;
const digit = /\p{N}/u;

/** The first character that is not a blank of the same line, from `from` on in steps of `by`. */
function neighbour(characters: readonly string[], from: number, by: 1 | -1): string {
  let index = from + by;
  while (characters[index] === ' ' || characters[index] === '\t') index += by;
  return characters[index] ?? '';
}

/**
 * The note as it is saved (VAL-21 to 24): straight quotes, no emoji, symbols or punctuation, trimmed.
 * What is dropped leaves a space, and what a number or a dose is made of stays: no dose may change (D-84).
 */
export function sanitiseNote(note: string): string {
  const straight = note
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/⁄/g, '/');
  const characters = Array.from(straight);
  const stays = (character: string, index: number): boolean => {
    if (emojiMark.test(character)) return false;
    if (kept.test(character)) return true;
    const next = characters[index + 1] ?? '';
    if (character === '.' || character === ',') return digit.test(characters[index - 1] ?? '') || digit.test(next);
    if (character === '-' && digit.test(next)) return true;
    if (character !== '-' && character !== '/') return false;
    return word.test(neighbour(characters, index, -1)) && word.test(neighbour(characters, index, 1));
  };
  return characters
    .map((character, index) => (stays(character, index) ? character : ' '))
    .join('')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}
