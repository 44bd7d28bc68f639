import type { KeywordAction } from '../../contract/catalogue';
import { comparable } from '../booking/keywordActions';
import { matchingActions } from '../booking/keywords';

/** Urgent words: what the clinic's keyword notices look for, as it stands in an owner's note (D-427). */

/** A place in a text, as JavaScript counts its units. */
export type Place = { from: number; to: number };

type Sign = { from: number; to: number; text: string };

/** The text in signs, each with the marks that belong to it, and its comparable form; a stretch of space is one sign. */
function signsOf(text: string): Sign[] {
  const signs: Sign[] = [];
  for (const found of text.matchAll(/\p{White_Space}+|\P{M}\p{M}*|\p{M}+/gu))
    signs.push({ from: found.index, to: found.index + found[0].length, text: comparable(found[0]) });
  return signs;
}

/** Where the comparable words stand in the text, in order; places that touch or overlap are one. */
function placesOf(text: string, words: readonly string[]): Place[] {
  const signs = signsOf(text);
  const owners = signs.flatMap((sign) => Array.from({ length: sign.text.length }, () => sign));
  const plain = signs.map((sign) => sign.text).join('');
  const places: Place[] = [];
  for (const word of words)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      places.push({ from: owners[at]!.from, to: owners[at + word.length - 1]!.to });
  const joined: Place[] = [];
  for (const place of places.sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = joined.at(-1);
    if (last && place.from <= last.to) last.to = Math.max(last.to, place.to);
    else joined.push({ ...place });
  }
  return joined;
}

/** The places of the clinic's keywords in a note, for a visit of these types; none where nothing matches. */
export function urgentPlaces(
  actions: readonly KeywordAction[],
  visit: { note: string | null; productIds: readonly string[] },
): Place[] {
  const { note, productIds } = visit;
  if (!note || actions.length === 0) return [];
  const text = comparable(note);
  const words = matchingActions(actions, { note, productIds })
    .flatMap(({ keywords }) => keywords.map((keyword) => comparable(keyword).trim()))
    .filter((word) => word !== '' && text.includes(word));
  return words.length === 0 ? [] : placesOf(note, [...new Set(words)]);
}

/** The first urgent word of a note, as it is written; null for none. */
export function urgentWord(
  actions: readonly KeywordAction[],
  visit: Parameters<typeof urgentPlaces>[1],
): string | null {
  const [first] = urgentPlaces(actions, visit);
  return first ? visit.note!.slice(first.from, first.to) : null;
}
