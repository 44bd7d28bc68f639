import type { Action, AnswerName, Item, ItemKind } from '../../contract/desk/inbox';

/** What takes the item away for good stands in red at the far end, unless it is the one primary action. */
const ends: readonly AnswerName[] = ['decline', 'remove', 'refund'];

/** An item's ways on, by their place in its foot. */
export type Ways = {
  primary: Action | null;
  others: Action[];
  last: Action | null;
  /** 'This one' of each record, which stand below their columns (telling apart). */
  ofRecords: Action[];
};

/** Sorts an item's actions by their place: the primary one, others, the one at the far end, those of single records. */
export function waysOf(item: Pick<Item, 'actions' | 'records'>): Ways {
  const known = new Set(item.records.map(({ client_id }) => client_id));
  const isOfRecord = ({ name, client_id }: Action) => name === 'tie' && client_id !== null && known.has(client_id);
  const ofRecords = item.actions.filter(isOfRecord);
  const rest = item.actions.filter((action) => !isOfRecord(action));
  const primary = rest.find(({ is_primary }) => is_primary) ?? null;
  const last = rest.find((action) => action !== primary && ends.includes(action.name)) ?? null;
  return { primary, last, ofRecords, others: rest.filter((action) => action !== primary && action !== last) };
}

/** The action whose words the foot shows: the primary one; of what waits for its owner, where none is, the acceptance. */
export const leadOf = ({ primary, others }: Ways): Action | null =>
  primary ?? others.find(({ name }) => name === 'accept') ?? null;

/** The single key of an action: `a` the one whose words the foot shows, `o` other times, `d` the far end, a digit for a record; or null. */
export function keyOf(action: Action, ways: Ways): string | null {
  const record = ways.ofRecords.indexOf(action);
  if (record >= 0) return record < 9 ? String(record + 1) : null;
  if (action === leadOf(ways)) return 'a';
  if (action === ways.last) return 'd';
  return action.tray === 'offer' && ways.others.find(({ tray }) => tray === 'offer') === action ? 'o' : null;
}

/** The action that a key chooses; null for a key of none. */
export function actionOfKey(key: string, ways: Ways): Action | null {
  const all = [...(ways.primary ? [ways.primary] : []), ...ways.others, ...ways.ofRecords];
  if (ways.last) all.push(ways.last);
  return all.find((action) => keyOf(action, ways) === key.toLowerCase()) ?? null;
}

/** How the owner is called in a sentence: 'Noor' of 'Noor Haddad', a phone as it is, 'The owner' for nobody. */
export function calledName(owner: string): string {
  const name = owner.trim();
  if (!name) return 'The owner';
  return /^[+\d(]/.test(name) ? name : (name.split(/\s+/)[0] ?? name);
}

/** 'Noor's', with the sign that print uses. */
export const ownersOf = (owner: string): string => `${calledName(owner)}’s`;

const things: Partial<Record<ItemKind, string>> = { request: 'visit', refill: 'refill' };

/** What is declined: 'Decline Pepper’s visit'; the button's own words where it is neither visit nor refill. */
export function declineWords({ row }: Pick<Item, 'row'>, label: string): string {
  const thing = things[row.kind];
  return thing && row.pet && label === 'Decline' ? `Decline ${row.pet.name}’s ${thing}` : label;
}
