import type { KeywordAction } from '../../contract/catalogue';
import { invisible, straightSigns } from '../plainSigns';

const unseen = new RegExp(`${invisible}|(?!\\p{White_Space})\\p{Cc}`, 'gu');
/**
 * Letters that differ in case alone, or by how they are written within a word, become one: ẞ is ss, and a final ς is σ.
 */
const folded = (text: string): string =>
  Array.from(text.toLowerCase().toUpperCase(), (letter) => letter.toLowerCase()).join('');

/**
 * A note or a keyword as the two are compared (D-409): its compatibility form, case folded, straight quotes and
 * hyphens,
 * single spaces, nothing that is not seen. However a phone spells a text, this is the same.
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
 * Ones of types before ones of all types, with keywords before without; prompts first in each group (KEY-06, KEY-07).
 */
const rank = ({ keywords, all_products, action_type }: KeywordAction): number =>
  (keywords.length > 0 ? 0 : 4) + (all_products ? 2 : 0) + (action_type === 'prompt' ? 0 : 1);

/**
 * Keyword actions in the order in which a note is matched against them; those of other types drop out without changing
 * it.
 */
export const inMatchingOrder = (actions: readonly KeywordAction[]): KeywordAction[] =>
  actions.map((action) => ({ ...action, keywords: usable(action.keywords) })).sort((a, b) => rank(a) - rank(b));
