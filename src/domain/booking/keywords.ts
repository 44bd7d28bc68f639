import type { KeywordAction } from '../../contract/catalogue';
import { comparable, inMatchingOrder } from './keywordActions';

/** The title of a keyword notice (KEY-01). */
export const NOTICE_TITLE = 'Important Notice';
/** The heading over the clinic's phone (KEY-02). */
export const NOTICE_CONTACT = 'Contact Us';
/** The button that opens text us (KEY-03). */
export const NOTICE_TEXT_US = 'Text us instead';
/** The button back to the form (KEY-05). */
export const NOTICE_BACK = 'Go back';

type Visit = {
  /** The note as typed (D-85). */
  note: string;
  productIds: readonly string[];
};

/** Whether an action is for a visit whose note compares as `text` (KEY-08, D-409). */
const concerns = (action: KeywordAction, text: string, productIds: Visit['productIds']): boolean => {
  const isOfType = action.all_products || action.product_ids.some((id) => productIds.includes(id));
  return (
    isOfType &&
    (action.keywords.length === 0 || action.keywords.some((keyword) => text.includes(comparable(keyword).trim())))
  );
};

/**
 * Returns the actions that apply to a visit, in the order of the four groups (KEY-06 to KEY-08). An action without
 * keywords applies to every visit of its types (D-92).
 */
export function matchingActions(actions: readonly KeywordAction[], { note, productIds }: Visit): KeywordAction[] {
  const text = comparable(note);
  return inMatchingOrder(actions).filter((action) => concerns(action, text, productIds));
}

/** Whether the owner may continue after the notice; a missing allow_bypass allows it (D-91). */
export const isBypassable = (action: Pick<KeywordAction, 'allow_bypass'>): boolean => action.allow_bypass !== false;

/**
 * Returns the notice to show before booking, null for none (INFO-20). A notice that blocks booking comes first; the
 * others are asked once, until the id of a passed one is `confirmed` (D-92).
 */
export function noticeFor(
  actions: readonly KeywordAction[],
  visit: Visit,
  confirmed: string | null,
): KeywordAction | null {
  const matches = matchingActions(actions, visit);
  const barrier = matches.find((action) => !isBypassable(action));
  if (barrier) return barrier;
  return confirmed === null ? (matches[0] ?? null) : null;
}

/**
 * Returns the label of the button that continues from a notice: the clinic's own text on a prompt, else 'Continue';
 * null if the owner may not continue (KEY-04, D-91).
 */
export function noticeButton(
  action: Pick<KeywordAction, 'action_type' | 'prompt_message' | 'allow_bypass'>,
): string | null {
  if (!isBypassable(action)) return null;
  const own = action.action_type === 'prompt' ? action.prompt_message?.trim() : undefined;
  return own || 'Continue';
}
