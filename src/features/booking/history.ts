import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';

/** The entry of the browser's history that lies over the booking page's own, so that "back" can be asked instead of taken. */
type Trap = { trap: true };
const isTrap = (state: unknown): state is Trap => typeof state === 'object' && state !== null && 'trap' in state;

/**
 * Turns the browser's back into the event "went back" (FLOW-20). While `isSet` one more entry with the same address lies
 * on the history; going back takes it away and calls `onBack`, and the next step puts it there again.
 * `entered` counts the steps. Returns whether the trap is out of the way, so that leaving takes the page's own entry.
 */
export function useHistoryTrap(isSet: boolean, entered: number, onBack: () => void): boolean {
  const navigate = useNavigate();
  const location = useLocation();
  const kind = useNavigationType();
  const isOnTrap = isTrap(location.state);
  const wasOnTrap = useRef(isOnTrap);

  // A step or a new location moves the trap, and nothing else does.
  const move = useEffectEvent(() => {
    const isBack = wasOnTrap.current && !isOnTrap && kind === 'POP';
    wasOnTrap.current = isOnTrap;
    if (isBack && isSet) onBack();
    else if (isSet && !isOnTrap) navigate({ search: location.search }, { state: { trap: true } satisfies Trap });
    // From a step that traps nothing the way back is the browser's own, without a dead entry in between.
    else if (!isSet && isOnTrap) navigate(-1);
  });
  useEffect(() => move(), [isSet, entered, location.key]);

  return !isOnTrap;
}
