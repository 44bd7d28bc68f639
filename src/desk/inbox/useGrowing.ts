import { startTransition, useEffect, useState, type RefObject } from 'react';
import { inPause } from '../pause';

/** How many rows fill any screen at once, and how many more come with each pause. */
const FIRST = 16;
const STEP = 16;

/**
 * How many of a list's `count` rows are drawn: those that a screen shows at once, and in the pauses after it all others,
 * so that hundreds keep nobody waiting. At least `needed` are; another `name` begins anew.
 */
export function useGrowing(name: string, count: number, needed: number): number {
  const [grown, setGrown] = useState({ name, rows: FIRST });
  if (grown.name !== name) setGrown({ name, rows: FIRST });
  const rows = grown.name === name ? grown.rows : FIRST;
  const isWhole = rows >= count;
  useEffect(() => {
    if (isWhole) return;
    return inPause(() =>
      startTransition(() => setGrown((now) => (now.name === name ? { name, rows: rows + STEP } : now))),
    );
  }, [isWhole, rows, name]);
  return Math.max(rows, needed);
}

/**
 * Says of each drawn option of a listbox its place among all, in a pause: every answer changes it of every row, which is
 * no reason to draw them again.
 */
export function usePlaces(list: RefObject<HTMLElement | null>, ids: readonly string[], drawn: number): void {
  useEffect(
    () =>
      inPause(() =>
        list.current?.querySelectorAll('[role=option]').forEach((option, place) => {
          option.setAttribute('aria-posinset', String(place + 1));
          option.setAttribute('aria-setsize', String(ids.length));
        }),
      ),
    [list, ids, drawn],
  );
}
