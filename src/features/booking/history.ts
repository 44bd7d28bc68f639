import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';

/** The entry of the browser's history that lies over the booking page's own, so that "back" can be asked instead of taken. */
type Trap = { trap: true };
const isTrap = (state: unknown): state is Trap => typeof state === 'object' && state !== null && 'trap' in state;

/**
 * Turns the browser's back into the event "went back" (FLOW-20). While `isSet` one more entry with the same address lies
 * on the history; going back calls `onBack` and returns to that entry, whatever came of it, unless the trap is not set any
 * more. `entered` counts the steps. Returns whether the trap is out of the way, so that leaving takes the page's own entry.
 */
export function useHistoryTrap(isSet: boolean, entered: number, onBack: () => void): boolean {
  const navigate = useNavigate();
  const location = useLocation();
  const kind = useNavigationType();
  const isOnTrap = isTrap(location.state);
  const seen = useRef({ key: location.key, isOnTrap, isAhead: false, isMoving: false });
  const [backs, setBacks] = useState(0);

  // A step, a going back or a new location moves the trap, and nothing else does.
  const move = useEffectEvent(() => {
    const last = seen.current;
    const isBack = last.isOnTrap && !isOnTrap && kind === 'POP';
    if (last.key !== location.key) seen.current = { key: location.key, isOnTrap, isAhead: isBack, isMoving: false };
    if (isBack && isSet) {
      onBack();
      setBacks((count) => count + 1);
      return;
    }
    if (isSet === isOnTrap || seen.current.isMoving) return;
    seen.current.isMoving = true;
    // The entry itself is kept: browsers pass over one that a page puts there again without a tap in between.
    if (isSet && seen.current.isAhead) navigate(1);
    else if (isSet) navigate({ search: location.search }, { state: { trap: true } satisfies Trap });
    // From a step that traps nothing the way back is the browser's own, without a dead entry in between.
    else navigate(-1);
  });
  useEffect(() => move(), [isSet, entered, backs, location.key]);

  return !isOnTrap;
}
