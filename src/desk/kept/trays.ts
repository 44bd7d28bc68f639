import { is } from 'superstruct';
import { HalfWritten, isMissed } from '../../domain/desk/halfWritten';
import type { Draft, Drafts } from './drafts';

/**
 * Which trays are folded out is each tab's own, and stays with it over a reload: what is written is shown in every tab of
 * the browser, and opens in none of them.
 */
const traysKey = 'desk-trays';

/** The items whose trays this tab has folded out. */
function keptTrays(): readonly string[] {
  try {
    return (sessionStorage.getItem(traysKey) ?? '').split('\n');
  } catch {
    return [];
  }
}

const isOpen = (draft: Draft | undefined): boolean => draft?.['isOpen'] === 'yes';

function keep(itemIds: readonly string[]): void {
  try {
    sessionStorage.setItem(traysKey, itemIds.join('\n'));
  } catch {
    // Where nothing is kept, a reload finds them folded.
  }
}

/** Keeps which trays are folded out, once that has changed. */
export function keepTrays(before: Drafts, now: Drafts): void {
  const idsOf = (drafts: Drafts) => Object.keys(drafts).filter((itemId) => isOpen(drafts[itemId]));
  if (idsOf(before).join('\n') !== idsOf(now).join('\n')) keep(idsOf(now));
}

/** Keeps that a tray is folded out of an item of another clinic, whose answer was taken back. */
export const keepTray = (itemId: string): void => keep([...keptTrays(), itemId]);

/** Forgets which trays are folded out, with who signed out. */
export const forgetTrays = (): void => keep([]);

/** Whether a tray is folded out in which nothing is written yet. */
export const isBareTray = (draft: Draft | undefined): boolean =>
  isOpen(draft) && is(draft, HalfWritten) && !isMissed(draft);

/** A half-written answer without what is a tab's own. */
export const wordsOf = ({ isOpen: _, ...words }: Draft): Draft => words;

/** What another tab wrote, folded out or not as this one has it. */
export const takenOver = (there: Draft, mine: Draft | undefined): Draft => ({
  ...wordsOf(there),
  ...(mine?.['isOpen'] !== undefined && { isOpen: mine['isOpen'] }),
});

/** What the device keeps, each folded out only where this tab had it so. */
export function foldedOutHere(drafts: Drafts): Drafts {
  const here = new Set(keptTrays());
  return Object.fromEntries(
    Object.entries(drafts).map(([itemId, draft]) => [itemId, here.has(itemId) ? draft : wordsOf(draft)]),
  );
}
