import { invisible } from './plainSigns';

/** The most characters that a name may have in a message (D-401). */
const most = 60;

const unseen = new RegExp(`[${invisible}\\p{Cf}\\p{Cs}]`, 'gu');
const breaks = /[\p{Cc}\p{Z}]+/gu;
/**
 * Full stops of other scripts, which web addresses treat as a dot. Those that Unicode calls compatible with a dot are
 * plain dots by the time this is used.
 */
const dots = /[。｡]/gu;

/** A dot inside an address: there is something before it, and a letter or digit right after it. */
const insideDot = /(?<=[^\s.])\.+(?=[\p{L}\p{N}])/gu;
/**
 * Words with such a dot that are not addresses, a title with a name (`titled`) and initials: they stay, with a space
 * after the dot.
 */
const titled = /^\P{L}*(?:mr|mrs|ms|miss|mx|dr|st|ste|jr|sr|prof|rev|fr|capt|sgt|lt|col|gen|sir|lady)\.\p{L}+\P{L}*$/iu;
const initials = /^(?:\P{L}*\p{L}\.)+(?:\p{L}\p{M}*)?\P{L}*$/u;
/**
 * What makes a word an address by itself: a scheme with something after it, `www.`, or the form of an e-mail address.
 */
const address = /:\/\/|(?:^|[^\p{L}\p{N}])www\.|[^\s@]@[^\s@]|^\P{L}*(?:https?|ftp|mailto|tel|sms|sip|geo|data):\S/iu;
/**
 * Five or more digits with at most four other characters, none of them a letter, between one and the next: phones turn
 * these into a number that can be called.
 */
const callable = /\p{N}(?:[^\p{L}\p{N}]{0,4}\p{N}){4,}/gu;

function withoutAddress(word: string): string {
  if (address.test(word)) return '';
  // A host name has a letter after one of its dots: the only addresses that end in digits are made of digits alone.
  const isHost = /[^\s.]\.+\p{L}/u.test(word) && !titled.test(word) && !initials.test(word);
  return isHost ? '' : word.replace(insideDot, '. ');
}

const tidied = (text: string): string => text.replace(breaks, ' ').trim();

/** One cleaning pass over a text. What it removes may bring parts together that the next pass has to remove. */
const onePass = (text: string): string =>
  tidied(tidied(text).split(' ').map(withoutAddress).join(' ').replace(callable, ' ').replaceAll('@', ' '));

/**
 * Prepares a name that somebody typed for a message to somebody else, or for a subject line (D-401). The result is one
 * line of at most 60 characters without anything that a mail program or a phone would turn into a link; it is empty
 * where nothing is left. A name that is nothing but a host name, such as a pet's Bo.Jo, is written with spaces for its
 * dots.
 */
export function nameInMessage(name: string): string {
  const plain = plainly(name);
  const left = withoutLinks(plain);
  return left === '' && !/[@:/\\]/.test(plain) ? withoutLinks(plain.replaceAll('.', ' ')) : left;
}

/** A number with a decimal point, which is part of no address. */
const decimal = /(?<![.\p{N}])(\p{N}+)\.(?=\p{N}+(?![.\p{N}]))/gu;

/**
 * Whether a text that somebody sent can be told in a message exactly as it is (D-401): nothing in it would become a
 * link. For what must be told in full or not at all, as a dose.
 */
export function isPlainInMessage(text: string): boolean {
  const plain = tidied(plainly(text)).replace(decimal, '$1,');
  return plain !== '' && unlinked(plain) === plain;
}

const plainly = (text: string): string => text.normalize('NFKC').replace(unseen, '').replace(dots, '.');

function unlinked(plain: string): string {
  let text = plain;
  for (let before = ''; text !== before;) {
    before = text;
    text = onePass(text);
  }
  return text;
}

const withoutLinks = (plain: string): string => [...unlinked(plain)].slice(0, most).join('').trim();
