import type { Item, ItemKind } from '../../contract/desk/inbox';
import { answeredWords } from './giver';
import { calledName } from './ways';

const overWords: Partial<Record<ItemKind, (owner: string) => string>> = {
  waitlist: (owner) => `${owner} does not wait for an earlier time any more.`,
  records: () => 'There is nothing to tell apart here any more.',
};

/** An item as it was last read, of which the clinic has no trace any more: an owner who left the waitlist. */
export const asOver = (item: Item): Item => ({
  ...item,
  row: { ...item.row, place: 'answered', due_at: null, offered_until: null, presence: [] },
  ask: { ...item.ask, state: 'Over' },
  hint: overWords[item.row.kind]?.(calledName(item.row.owner)) ?? NOTHING_WAITS,
  actions: [],
  day: null,
});

/** What is said at an item of which somebody promised another time by the link in the notice (D-423). */
export const PROMISED = 'Somebody said by the link in the notice that another time will be offered.';

/** What a tray says behind who was first, where its item waits no more. */
export const OVERTAKEN = 'This cannot be sent any more. You can still copy what you wrote.';

/** What its owner will read of it. */
export const NOTHING_GOES = 'Nothing is sent any more.';

const NOTHING_WAITS = 'Nothing waits for the clinic here any more.';

/** Kinds whose hint says what their owner did, once they wait no more. */
const endedKinds: readonly ItemKind[] = ['request', 'waitlist'];

/** Why the answer to an item that waits no more was not carried out; null where its hint says the same, with the time. */
export const whyNot = ({ row: { kind, answer }, hint }: Pick<Item, 'row' | 'hint'>): string | null =>
  hint !== null && endedKinds.includes(kind) ? null : (answer?.voided ?? null);

/**
 * Who did what to an item that waits no more, while the person was writing an answer: a colleague who was first, or its
 * owner, whom the item's hint names; or the person in another tab, where other words are still half written here.
 */
export function meanwhileWords({ row: { answer }, hint }: Pick<Item, 'row' | 'hint'>, zone: string): string {
  const given = answer && `${answeredWords({ ...answer, at: new Date(answer.at) }, zone)}.`;
  // Until an answer has left, the item is as it was before.
  if (given && answer.left_at === null) return given;
  return hint ?? given ?? NOTHING_WAITS;
}
