import type { KeywordAction } from '../../contract/catalogue';

/** Keywords that can match; a blank one would match every note and is ignored (D-92). */
const usable = (keywords: readonly string[]): string[] => keywords.map((keyword) => keyword.trim()).filter((keyword) => keyword !== '');

/** Ones of types before ones of all types, with keywords before without; prompts first in each group (KEY-06, KEY-07). */
const rank = ({ keywords, all_products, action_type }: KeywordAction): number =>
  (keywords.length > 0 ? 0 : 4) + (all_products ? 2 : 0) + (action_type === 'prompt' ? 0 : 1);

/** Keyword actions in the order in which a note is matched against them; those of other types drop out without changing it. */
export const inMatchingOrder = (actions: readonly KeywordAction[]): KeywordAction[] =>
  actions.map((action) => ({ ...action, keywords: usable(action.keywords) })).sort((a, b) => rank(a) - rank(b));
