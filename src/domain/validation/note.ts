import { limits } from '../../limits';
import { invisible, straightSigns } from '../plainSigns';

/** Under a required note that is empty (VAL-16). */
export const NOTE_REQUIRED = 'Please provide detail about the visit';
/** Under a note of more than 500 characters (VAL-17). */
export const NOTE_TOO_LONG = 'Please limit your note to 500 characters';
/** Under a required note of less than 5 characters (VAL-18). */
export const NOTE_TOO_SHORT = 'Please provide a little more detail - even just a few words about the visit';

/**
 * A note's message. Lengths are of the trimmed text as typed; one that sanitising empties counts as empty (D-84, D-85).
 */
export function noteProblem(note: string, isRequired: boolean): string | null {
  const typed = note.trim();
  if (isRequired && sanitiseNote(note) === '') return NOTE_REQUIRED;
  if (typed.length > limits.noteMax) return NOTE_TOO_LONG;
  return isRequired && typed.length < limits.noteMin ? NOTE_TOO_SHORT : null;
}

/** Pictures are dropped, also those that are a letter, a sign of sums or a mark by category. */
const picture = '[\\p{Extended_Pictographic}\\u20E3]';
/** Units that are one sign: ℃ ℥ ㎎ … */
const unit = '℃℉℔℥℈№㋀-㋏㌀-㏿';
/** What a dash or a slash may join. */
const word = `(?!${picture})[\\p{L}\\p{M}\\p{N}%‰‱٪°${unit}]`;
/** How a number begins. */
const number = '[.,·٫]?\\p{N}';

/** Points and commas of numbers in many scripts. */
const point = '.,…‥\\uFE19\\uFE30·‧・･•。｡、،٫٬';
const pattern = (body: string): RegExp => new RegExp(body, 'gu');
/** Signs that are not seen go, but within a word or a number they are as little seen in what is saved. */
const unseen = pattern(`(?<!${word}|${invisible})${invisible}+|${invisible}+(?!${word}|${invisible})`);
/**
 * What does not stay: all but letters, marks, digits, blanks, quotes, signs of doses and measures, and what is looked
 * at by its place.
 */
const dropped = pattern(
  `${picture}|[^\\p{L}\\p{M}\\p{N}\\p{Sm}${invisible}\\s'"%‰‱٪؉؊:*^\\\\°${unit}\\-/${point}#;&@]|[|]`,
);
/**
 * Points and commas that belong to no number, a # that no number is counted in, and what stands between no two numbers.
 */
const astray = pattern(
  `(?<![\\p{N}${point}])[${point}]+(?![\\p{N}${point}])|(?<!\\p{N})#|(?<!\\p{N} ?)[;&@]|[;&@](?! ?[-+±~<>=≤≥≈]*${number})`,
);
/** Something dropped between two numbers. */
const between = pattern(`(?<=\\p{N})\0(?= ?[-+±~<>=≤≥≈]*${number})`);
const numberNext = new RegExp(`^${number}`, 'u');
const wordBefore = new RegExp(`(?:${word}|\\p{N}['"])\0? ?$`, 'u');
const wordNext = new RegExp(`^\0? ?(?:${word}|${number})`, 'u');

/** Whether dashes and slashes stay: a sign before a number, a range, a share, a word of two parts. */
const joins = (run: string, before: string, after: string): boolean =>
  (numberNext.test(after) && (run.endsWith('-') || /\p{N}$/u.test(before))) ||
  (run.length === 1 && wordBefore.test(before) && wordNext.test(after));

/** Signs that are written in several ways, in one of them: digits, full-width signs, quotes, dashes, signs of sums. */
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

/** Blanks, and what was dropped (a NUL), as one of each at most. */
const tidied = (text: string): string =>
  text.replace(/[^\S\n]+/gu, ' ').replace(/ ?\0[ \0]*/g, (gap) => (gap.length > 1 ? '\0 ' : '\0'));

/**
 * The note as it is saved (VAL-21 to 24): straight quotes, no emoji, symbols or punctuation, trimmed; never longer than
 * it was. What numbers and doses are made of stays, full-width signs in their plain form: no number becomes another
 * (D-84, D-409). What is dropped leaves a space, and a semicolon between two numbers, which a space could make one.
 */
export function sanitiseNote(note: string): string {
  const marked = tidied(plainSigns(note).replace(unseen, '').replace(dropped, '\0').replace(astray, '\0')).replace(
    /[-/]+/g,
    (run, at: number, all: string) =>
      joins(run, all.slice(0, at).slice(-6), all.slice(at + run.length).slice(0, 6)) ? run : '\0',
  );
  return tidied(marked)
    .replace(between, ';')
    .replace(/\0/g, ' ')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}
