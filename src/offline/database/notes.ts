import { boolean, enums, is, literal, number, type, type Infer } from 'superstruct';

/**
 * What the worker must know before a page runs and cannot read in local storage, where a page reads it before its first
 * draw. They name no person.
 */
export const Look = type({
  id: literal('look'),
  skin: enums(['system', 'light', 'dark']),
  /** Whether the side menu is folded. */
  narrow: boolean(),
  /** Server minus device, milliseconds (D-125). */
  clockOffset: number(),
});
export type Look = Infer<typeof Look>;

/** The key of the note that a clinic's owner is signing out. */
export const leavingId = (clinicId: string): string => `leaving:${clinicId}`;

/** What the key of the note of a session that was signed out of begins with; the hash of its token (SHA-256, base64) follows. */
export const endedPrefix = 'ended:';
export type Ended = { id: string; clinicId: string };

/** Reads a look from its row; null where it is none. */
export const lookIn = (row: unknown): Look | null => (is(row, Look) ? row : null);
