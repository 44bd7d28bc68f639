import { is } from 'superstruct';
import type { InboxRow } from '../../contract/desk/inbox';
import { halfWords, HalfWritten, isMissed } from './halfWritten';

type Named = Pick<InboxRow, 'id' | 'pet' | 'owner'>;

const lineOf = (row: Pick<Named, 'pet' | 'owner'> | null | undefined, words: string, clinic = ''): string =>
  `${row ? (row.pet?.name ?? row.owner) : 'An item'}${clinic && ` at ${clinic}`}: ${words}`;

const start = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/**
 * What a sign-out throws away, a line each: 'Pepper: 2 times to offer'. `here` are the half-written answers of the open
 * clinic by item id, `rows` its list, `unsent` the items whose answer the clinic did not take; `elsewhere` those of the
 * person's other clinics. What nobody would miss has no line.
 */
export function lostLines(kept: {
  here: Readonly<Record<string, unknown>>;
  unsent: readonly string[];
  rows: readonly Named[];
  elsewhere: readonly { half: HalfWritten; row: Named | null; clinic: string }[];
}): string[] {
  const { here, unsent, rows, elsewhere } = kept;
  const rowOf = (itemId: string) => rows.find(({ id }) => id === itemId);
  const missed = Object.entries(here).flatMap(([itemId, half]) =>
    is(half, HalfWritten) && isMissed(half) ? [[itemId, half] as const] : [],
  );
  const written = new Set(missed.map(([itemId]) => itemId));
  return [
    ...missed.map(([itemId, half]) => lineOf(rowOf(itemId), start(halfWords(half)))),
    ...unsent
      .filter((itemId) => !written.has(itemId))
      .map((itemId) => lineOf(rowOf(itemId), 'an answer that was not sent')),
    ...elsewhere
      .filter(({ half }) => isMissed(half))
      .map(({ half, row, clinic }) => lineOf(row, start(halfWords(half)), clinic)),
  ];
}

const gone = (count: number): string =>
  `${count === 1 ? 'One half-written answer was' : `${count} half-written answers were`} not sent and had to leave this device`;

/**
 * What is said to a person who was taken off clinics, which took `lost` half-written answers with them. After a reload the
 * names are not known any more.
 */
export const leftWords = (names: readonly string[], lost: number): string =>
  `You no longer work at ${names.length === 0 ? 'a clinic here' : names.join(' or ')}.${lost > 0 ? ` ${gone(lost)}.` : ''}`;

/** What is said after a session that took half-written answers with it; '' where it took none. */
export const lostWords = (count: number): string => (count === 0 ? '' : `${gone(count)} with it.`);
