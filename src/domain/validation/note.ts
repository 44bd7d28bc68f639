import * as limits from '../../limits';
import { lazy } from '../lazy';
import { invisible, straightSigns } from '../plainSigns';

/** Shown under a required note that is empty (VAL-16). */
export const NOTE_REQUIRED = 'Please provide detail about the visit';
/** Shown under a note of more than 500 characters (VAL-17). */
export const NOTE_TOO_LONG = 'Please limit your note to 500 characters';
/** Shown under a required note of less than 5 characters (VAL-18). */
export const NOTE_TOO_SHORT = 'Please provide a little more detail - even just a few words about the visit';

/**
 * The message for a note; null for a right one. Lengths are those of the trimmed text as typed; a note of which
 * sanitising leaves nothing counts as empty (D-84, D-85).
 */
export function noteProblem(note: string, isRequired: boolean): string | null {
  const typed = note.trim();
  if (isRequired && sanitiseNote(note) === '') return NOTE_REQUIRED;
  if (typed.length > limits.noteMax) return NOTE_TOO_LONG;
  return isRequired && typed.length < limits.noteMin ? NOTE_TOO_SHORT : null;
}

/**
 * Pictures such as emoji. They are dropped, even those that Unicode counts among the letters, the mathematical signs or
 * the marks.
 */
const picture = '[\\p{Extended_Pictographic}\\u20E3]';
/** Units that are written as one character: ℃ ℥ ㎎ … */
const unit = '℃℉℔℥℈№㋀-㋏㌀-㏿';
/** A character that a dash or a slash may join to another. */
const word = `(?!${picture})[\\p{L}\\p{M}\\p{N}%‰‱٪°${unit}]`;
/** How a number begins. */
const number = '[.,·٫]?\\p{N}';

/** Points and commas as numbers have them in many scripts. */
const point = '.,…‥\\uFE19\\uFE30·‧・･•。｡、،٫٬';
const pattern = (body: string, flags = 'gu') => lazy(() => new RegExp(body, flags));
/**
 * Invisible signs, which are removed. Within a word or a number they stay, and are as little seen in the saved note.
 */
const unseen = pattern(`(?<!${word}|${invisible})${invisible}+|${invisible}+(?!${word}|${invisible})`);
/**
 * Characters that are dropped: all except letters, marks, digits, spaces, quotes, mathematical signs, signs of doses
 * and measures, and those that stay or go by their place.
 */
const dropped = pattern(
  `${picture}|[^\\p{L}\\p{M}\\p{N}\\p{Sm}${invisible}\\s'"%‰‱٪؉؊:*^\\\\°${unit}\\-/${point}#;&@]|[|]`,
);
/**
 * Characters that are dropped by their place: points and commas that are not next to a digit, a # without a digit
 * before it, and any of `;&@` that is not between two numbers.
 */
const astray = pattern(
  `(?<![\\p{N}${point}])[${point}]+(?![\\p{N}${point}])|(?<!\\p{N})#|(?<!\\p{N} ?)[;&@]|[;&@](?! ?[-+±~<>=≤≥≈]*${number})`,
);
/** A NUL, which marks something that was dropped, between two numbers. */
const between = pattern(`(?<=\\p{N})\0(?= ?[-+±~<>=≤≥≈]*${number})`);
const numberNext = pattern(`^${number}`, 'u');
const wordBefore = pattern(`(?:${word}|\\p{N}['"])\0? ?$`, 'u');
const wordNext = pattern(`^\0? ?(?:${word}|${number})`, 'u');

/**
 * Whether a run of dashes and slashes stays: as the sign before a number, in a range, in a fraction, or in a word of
 * two parts.
 */
const joins = (run: string, before: string, after: string): boolean =>
  (numberNext().test(after) && (run.endsWith('-') || /\p{N}$/u.test(before))) ||
  (run.length === 1 && wordBefore().test(before) && wordNext().test(after));

/**
 * Writes signs that exist in several forms in one of them: digits, full-width signs, quotes, dashes and mathematical
 * signs.
 */
const plainSigns = (note: string): string =>
  straightSigns(
    note
      .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
      .replace(/\u{1F51F}/gu, '⑩')
      .replace(/[\u2024\uFE10-\uFE16\uFE50-\uFE6B\uFF01-\uFF5E]|\p{Nd}/gu, (sign) => sign.normalize('NFKC')),
  )
    .replace(/[〜〰⁓˜]/g, '~')
    .replace(/˚/g, '°')
    .replace(/[⁄∕]/g, '/')
    .replace(/[✕✖➕➖➗]/g, (sign) => ({ '➕': '+', '➖': '-', '➗': '÷' })[sign] ?? '×');

/** Leaves one of each run of spaces, and one of each run of NULs, which mark what was dropped. */
const tidied = (text: string): string =>
  text.replace(/[^\S\n]+/gu, ' ').replace(/ ?\0[ \0]*/g, (gap) => (gap.length > 1 ? '\0 ' : '\0'));

const sanitisedOnce = (note: string): string => {
  const marked = tidied(
    plainSigns(note).replace(unseen(), '').replace(dropped(), '\0').replace(astray(), '\0'),
  ).replace(/[-/]+/g, (run, at: number, all: string) =>
    joins(run, all.slice(0, at).slice(-6), all.slice(at + run.length).slice(0, 6)) ? run : '\0',
  );
  return tidied(marked)
    .replace(between(), ';')
    .replace(/\0/g, ' ')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
};

/**
 * The note as it is saved (VAL-21 to 24): trimmed, with straight quotes, without emoji, symbols and punctuation, and
 * never longer than it was. What numbers and doses are made of stays, with full-width signs in their plain form, so
 * that no number becomes another (D-84, D-409). What is dropped leaves a space, or a semicolon between two numbers,
 * because a space could join them into one. A saved note stays as it is when it is sanitised again.
 */
export function sanitiseNote(note: string): string {
  const saved = sanitisedOnce(note);
  // Again, since what was dropped may have held in place what stood beside it: the & of `1&≤-+1` goes after the dash.
  return saved === note ? saved : sanitiseNote(saved);
}
