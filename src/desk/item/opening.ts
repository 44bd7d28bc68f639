import type { MouseEvent } from 'react';
import { ticks } from '../../offline/clock';

/** A press of a button; `detail` is its number in a double click. */
export type Press = Pick<MouseEvent, 'detail'>;

/** How long an item that opened by itself is there before a key can answer it, milliseconds. */
const KEY_AFTER_MS = 500;

/**
 * The same for a press of a button, in whose place the next item has one too: the second tap of a double one comes up to
 * 600 ms after the first, on a slow device later, and nobody has read an item and decided by then.
 */
const PRESS_AFTER_MS = 800;

/** Knows which item opens by itself after an answer, and so under the hand. It outlives the pane that shows it. */
export type Opening = {
  /** An answer was given: this item opens next, with null whichever does. */
  next: (itemId: string | null) => void;
  /** The person has picked an item from the list: that one does not open by itself, however soon it is answered. */
  picked: () => void;
  /** The item can be seen. */
  seen: (itemId: string) => void;
  /**
   * Whether a press, or without one a key, cannot be meant for the item: it has not been there to be seen for long
   * enough, or the press is a later one of a double click, which began on the item before however slow it may be.
   */
  isUnseen: (itemId: string, press?: Press) => boolean;
};

/** Makes one for a page that shows one item at a time. */
export function makeOpening(): Opening {
  let itself: { itemId: string | null; since: number } | null = null;
  const isIt = (itemId: string) => itself !== null && (itself.itemId ?? itemId) === itemId;
  return {
    next: (itemId) => {
      itself = { itemId, since: Infinity };
    },
    picked: () => {
      itself = null;
    },
    seen: (itemId) => {
      if (itself && isIt(itemId)) itself = { itemId, since: Math.min(itself.since, ticks()) };
    },
    isUnseen: (itemId, press) => {
      if (!itself || !isIt(itemId)) return false;
      if (press && press.detail > 1) return true;
      return ticks() < itself.since + (press ? PRESS_AFTER_MS : KEY_AFTER_MS);
    },
  };
}
