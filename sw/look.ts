import { is, literal, nullable, string, type } from 'superstruct';
import type { Look } from '../src/offline/database/notes';

/** The page's message how it looks, in the words of local storage, which a worker cannot read. */
const KeepLook = type({
  type: literal('KEEP_LOOK'),
  skin: nullable(string()),
  narrow: nullable(string()),
  clockOffset: nullable(string()),
});

/** Reads the look that a page's message tells, a word of no meaning as if it were not there; null where it tells none. */
export function lookToKeep(message: unknown): Look | null {
  if (!is(message, KeepLook)) return null;
  const { skin, narrow, clockOffset } = message;
  return {
    id: 'look',
    skin: skin === 'light' || skin === 'dark' ? skin : 'system',
    narrow: narrow === 'true',
    clockOffset: Number(clockOffset) || 0,
  };
}
