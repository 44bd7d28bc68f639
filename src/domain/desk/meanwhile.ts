import type { Item } from '../../contract/desk/inbox';
import { answeredWords } from './giver';

/**
 * Who did what to an item that waits no more, while the person was writing an answer: a colleague who was first, or its
 * owner, whom the item's hint names. Null where it was the person's own answer.
 */
export function meanwhileWords({ row: { answer }, hint }: Pick<Item, 'row' | 'hint'>, zone: string): string | null {
  const colleague =
    answer && !answer.is_mine ? `${answeredWords({ ...answer, at: new Date(answer.at) }, zone)}.` : null;
  // Until an answer has left, the item is as it was before.
  const isOnItsWay = answer !== null && answer.left_at === null;
  if (isOnItsWay) return colleague;
  return hint ?? colleague ?? (answer ? null : 'Nothing waits for the clinic here any more.');
}
