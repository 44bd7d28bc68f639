import { useEffect, useEffectEvent, useRef } from 'react';
import { painted } from '../../ui/behaviour/painted';
import { inboxApi } from '../api/inbox';
import { useAppDispatch } from '../store';

/** How often it is said that a person is still at an item, milliseconds. */
const SAID_EVERY_MS = 40_000;
/** After this long without writing a person no longer answers but reads, milliseconds. */
const REST_MS = 120_000;

let turn: Promise<unknown> = Promise.resolve();

/**
 * Says that the person reads the item, or answers it, for as long as it is open. `writing` changes with what is written;
 * null while nothing is folded out. Leaving is said to the item's own clinic, though another may be open by then.
 */
export function usePresence(itemId: string, clinicId: string, writing: unknown, clock: () => number): void {
  const dispatch = useAppDispatch();
  const wroteAt = useRef(0);
  const isWriting = writing !== null;
  const say = useEffectEvent((state: 'reading' | 'answering' | 'left', id: string) => {
    // One after the other, since two that run beside each other may arrive in either order.
    turn = turn
      .then(painted)
      .then(() =>
        dispatch(
          inboxApi.endpoints.setPresence.initiate({ params: { id }, body: { state }, clinicId }, { track: false }),
        ),
      );
  });
  const stateNow = useEffectEvent(() =>
    isWriting && clock() - wroteAt.current < REST_MS ? ('answering' as const) : ('reading' as const),
  );
  useEffect(() => {
    wroteAt.current = clock();
  }, [writing, clock]);
  useEffect(() => {
    say(isWriting ? 'answering' : 'reading', itemId);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') say(stateNow(), itemId);
    }, SAID_EVERY_MS);
    return () => clearInterval(timer);
  }, [itemId, isWriting]);
  useEffect(() => () => say('left', itemId), [itemId]);
}
