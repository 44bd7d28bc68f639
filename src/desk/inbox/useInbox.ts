import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { InboxRow } from '../../contract/desk/inbox';
import { isShownIn, regrouped, settled, taken, type Held, type Showing } from '../../domain/desk/inboxList';
import { useInboxQuery, type InboxList } from '../api/inbox';
import { selectClockOffset } from '../connection';
import { useAppSelector } from '../store';
import { selectGiven } from '../undo/answers';

/** How often the list is asked for while it is seen, and while it is not, milliseconds. */
const SEEN_MS = 3000;
const HIDDEN_MS = 5000;

/** Whether the page is seen. */
function useSeen(): boolean {
  const [isSeen, setSeen] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setSeen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isSeen;
}

export type ShownInbox = {
  /** All that waits; null until it is read. */
  rows: readonly InboxRow[] | null;
  held: Held;
  /** The list of what is shown has been read. */
  isRead: boolean;
  /** Puts what waits at the top into its place. */
  settle: () => void;
  hasFailed: boolean;
  nextVisits: InboxList['next_visits'];
  /** Nothing of any kind waits, for the clinic or for owners. */
  isQuiet: boolean;
  /** What was answered lately, where nothing waits; null until it is read. */
  answered: readonly InboxRow[] | null;
};

const nothing: Held = { groups: [], rows: new Map(), gone: new Set(), fresh: [] };

/**
 * The list as it is shown: asked for again every few seconds, and not moving under the hand (a new row waits until it is
 * settled, what the person answered goes at once, and comes back where it was when it is taken back).
 */
export function useInbox(clinicId: string, showing: Showing, now: number, zone: string): ShownInbox {
  const pollingInterval = useSeen() ? SEEN_MS : HIDDEN_MS;
  const waiting = useInboxQuery({ clinicId }, { pollingInterval });
  const isQuiet =
    showing === 'all' && waiting.data !== undefined && waiting.data.rows.every(({ place }) => place === 'answered');
  const answered = useInboxQuery(
    { clinicId, answered: '1' },
    { pollingInterval, skip: showing !== 'answered' && !isQuiet },
  );
  const given = useAppSelector(selectGiven);
  // What the person answered here, by item id the version that it answered.
  const mine = useMemo(
    () =>
      new Map(
        Object.values(given)
          .filter(({ clinicId: at }) => at === clinicId)
          .filter(({ state }) => state === 'sending' || state === 'given' || state === 'takingBack')
          .map(({ itemId, row }) => [itemId, row.version]),
      ),
    [given, clinicId],
  );
  const source = showing === 'answered' ? answered.data?.rows : waiting.data?.rows;
  const rows = useMemo(
    () =>
      source?.filter((row) => {
        if (showing === 'answered') return true;
        // A list that was on its way when the answer was given still says that it waits.
        const isStale = row.version === mine.get(row.id);
        return row.place !== 'answered' && !isStale && isShownIn(row, showing);
      }),
    [source, showing, mine],
  );
  const offset = useAppSelector(selectClockOffset);
  const [held, setHeld] = useState<{
    held: Held;
    rows: unknown;
    showing: Showing;
    mine: ReadonlyMap<string, string>;
    /** When the groups were made, by which clock: what the device keeps is shown before the server's is known. */
    made: { at: number; offset: number };
  }>({ held: nothing, rows: null, showing, mine, made: { at: now, offset } });
  // State that follows from what was read, and from what was shown before it.
  if (rows && held.rows !== rows) {
    // What the person answered is no news: taken back it waits again, offered it waits for its owner.
    const isBack = rows.some(({ id }) => !held.held.rows.has(id) && (held.mine.has(id) || mine.has(id)));
    const isFirst = held.rows === null || held.showing !== showing || held.held.groups.length === 0;
    const isMade = isFirst || isBack || showing === 'answered';
    const next = isMade ? settled(rows, now, zone) : taken(held.held, rows, mine);
    setHeld({ held: next, rows, showing, mine, made: isMade ? { at: now, offset } : held.made });
  } else if (held.made.offset !== offset) {
    // The same moment by the better clock: time that passed since moves nothing.
    const at = held.made.at - held.made.offset + offset;
    setHeld({ ...held, held: regrouped(held.held, at, zone), made: { at, offset } });
  }
  // Another list is not the one that was shown before, while it is being read: nothing of that may open by itself.
  const shown = held.showing === showing ? held.held : nothing;
  const clock = useRef(now);
  useEffect(() => {
    clock.current = now;
  }, [now]);
  const settle = useCallback(() => {
    if (rows)
      setHeld({ held: settled(rows, clock.current, zone), rows, showing, mine, made: { at: clock.current, offset } });
  }, [rows, zone, showing, mine, offset]);
  return {
    rows: waiting.data?.rows ?? null,
    held: shown,
    isRead: source !== undefined,
    settle,
    hasFailed: waiting.isError && !waiting.data,
    nextVisits: waiting.data?.next_visits ?? [],
    isQuiet: isQuiet && shown.groups.length === 0,
    answered: answered.data?.rows ?? null,
  };
}
