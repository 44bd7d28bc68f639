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
  const at = useRef({ key: location.key, isOnTrap, isAhead: false, isMoving: false });
  const [backs, setBacks] = useState(0);

  // A step, a going back or a new location moves the trap, and nothing else does.
  const move = useEffectEvent(() => {
    const isBack = at.current.isOnTrap && !isOnTrap && kind === 'POP';
    if (at.current.key !== location.key) at.current = { key: location.key, isOnTrap, isAhead: isBack, isMoving: false };
    if (isBack && isSet) {
      onBack();
      setBacks(backs + 1);
    } else if (isSet !== isOnTrap && !at.current.isMoving) {
      at.current.isMoving = true;
      // From a step that traps nothing the way back is the browser's own, without a dead entry in between. Where the trap
      // lies ahead it is kept: browsers pass over one that a page puts there anew without a tap in between.
      if (!isSet || at.current.isAhead) navigate(isSet ? 1 : -1);
      else navigate({ search: location.search }, { state: { trap: true } satisfies Trap });
    }
  });
  useEffect(() => move(), [isSet, entered, backs, location.key]);

  return !isOnTrap;
}
