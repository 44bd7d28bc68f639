import type { KeywordAction } from '../../contract/catalogue';
import { invisible, straightSigns } from '../plainSigns';

const unseen = new RegExp(`${invisible}|(?!\\p{White_Space})\\p{Cc}`, 'gu');
/** Folds letters that differ only by case or position in a word into one: ẞ becomes ss, a final ς becomes σ. */
const folded = (text: string): string =>
  Array.from(text.toLowerCase().toUpperCase(), (letter) => letter.toLowerCase()).join('');

/**
 * Makes a note or keyword comparable (D-409): compatibility form, case folded, straight quotes and hyphens, single
 * spaces, no invisible characters. Different spellings of the same text give the same result.
 */
export function comparable(text: string): string {
  // Accents that stand for an apostrophe fall apart in the compatibility form, so signs are straightened before it too.
  const plain = folded(straightSigns(text.replace(unseen, '')).normalize('NFKD')).normalize('NFKC');
  return straightSigns(plain).replace(/\p{White_Space}+/gu, ' ');
}

/** Keywords that can match; a blank one would match every note and is ignored (D-92). */
const usable = (keywords: readonly string[]): string[] =>
  keywords.map((keyword) => keyword.trim()).filter((keyword) => comparable(keyword).trim() !== '');

/**
 * Ranks an action: of types before of all types, with keywords before without, prompts first in each group (KEY-06,
 * KEY-07).
 */
const rank = ({ keywords, all_products, action_type }: KeywordAction): number =>
  (keywords.length > 0 ? 0 : 4) + (all_products ? 2 : 0) + (action_type === 'prompt' ? 0 : 1);

/** Sorts keyword actions in the order in which a note is matched; leaving some out does not change the order. */
export const inMatchingOrder = (actions: readonly KeywordAction[]): KeywordAction[] =>
  actions.map((action) => ({ ...action, keywords: usable(action.keywords) })).sort((a, b) => rank(a) - rank(b));
