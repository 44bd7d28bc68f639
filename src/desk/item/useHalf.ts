import { useCallback } from 'react';
import { is } from 'superstruct';
import { HalfWritten } from '../../domain/desk/halfWritten';
import { draftDropped, draftKept, selectDraft } from '../kept/drafts';
import { useAppDispatch, useAppSelector } from '../store';

/** The item's half-written answer, and a function that keeps another one; null throws it away. */
export function useHalf(itemId: string): [HalfWritten | null, (half: HalfWritten | null) => void] {
  const dispatch = useAppDispatch();
  const draft = useAppSelector((state) => selectDraft(state, itemId));
  const keep = useCallback(
    (half: HalfWritten | null) => {
      dispatch(half ? draftKept({ itemId, draft: half }) : draftDropped(itemId));
    },
    [dispatch, itemId],
  );
  return [is(draft, HalfWritten) ? draft : null, keep];
}
