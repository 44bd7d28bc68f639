import { invisible } from './plainSigns';

/** Characters of a name in a message (D-401). */
const most = 60;

const unseen = new RegExp(`[${invisible}\\p{Cf}\\p{Cs}]`, 'gu');
const breaks = /[\p{Cc}\p{Z}]+/gu;
/** Full stops of other scripts that an address takes for a dot; the compatible ones are dots by now. */
const dots = /[。｡]/gu;

/** A dot that stands in an address: something before it and a letter or digit right after it. */
const insideDot = /(?<=[^\s.])\.+(?=[\p{L}\p{N}])/gu;
/** Words with such a dot that are no address; each is written with a space instead. */
const titled = /^\P{L}*(?:mr|mrs|ms|miss|mx|dr|st|ste|jr|sr|prof|rev|fr|capt|sgt|lt|col|gen|sir|lady)\.\p{L}+\P{L}*$/iu;
const initials = /^(?:\P{L}*\p{L}\.)+(?:\p{L}\p{M}*)?\P{L}*$/u;
/** A scheme with what it opens, the beginning of a web address, or an e-mail address. */
const address = /:\/\/|(?:^|[^\p{L}\p{N}])www\.|[^\s@]@[^\s@]|^\P{L}*(?:https?|ftp|mailto|tel|sms|sip|geo|data):\S/iu;
/** Five digits and more with nothing but signs between them: phones make a number of them that can be called. */
const callable = /\p{N}(?:[^\p{L}\p{N}]{0,4}\p{N}){4,}/gu;

function withoutAddress(word: string): string {
  if (address.test(word)) return '';
  // No address ends in digits but one of digits alone.
  const isHost = /[^\s.]\.+\p{L}/u.test(word) && !titled.test(word) && !initials.test(word);
  return isHost ? '' : word.replace(insideDot, '. ');
}

const tidied = (text: string): string => text.replace(breaks, ' ').trim();

/** One pass; what it takes away may leave something that the next one takes. */
const onePass = (text: string): string =>
  tidied(tidied(text).split(' ').map(withoutAddress).join(' ').replace(callable, ' ').replaceAll('@', ' '));

/**
 * A name that somebody typed, as it may stand in a message to somebody else or in a subject (D-401): one line of at
 * most 60 characters, without what a mail program or a phone would turn into a link. A name that is nothing but a host,
 * such as a pet's Bo.Jo, is told without its dots. Empty where nothing is left.
 */
export function nameInMessage(name: string): string {
  const plain = name.normalize('NFKC').replace(unseen, '').replace(dots, '.');
  const left = withoutLinks(plain);
  return left === '' && !/[@:/\\]/.test(plain) ? withoutLinks(plain.replaceAll('.', ' ')) : left;
}

function withoutLinks(plain: string): string {
  let text = plain;
  for (let before = ''; text !== before;) {
    before = text;
    text = onePass(text);
  }
  return [...text].slice(0, most).join('').trim();
}
