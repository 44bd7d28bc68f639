import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';

/**
 * The state of an extra history entry on top of the booking page's own. It lets the page ask the owner before "back"
 * leaves.
 */
type Trap = { trap: true };
const isTrap = (state: unknown): state is Trap => typeof state === 'object' && state !== null && 'trap' in state;

/**
 * Turns the browser's Back into the event "went back" (FLOW-20). While `isSet`, an extra history entry with the same
 * address is on top; going back calls `onBack` and returns to that entry unless the trap has been removed. `entered`
 * counts the steps. Returns whether the trap is removed, so that leaving replaces the page's own entry.
 */
export function useHistoryTrap(isSet: boolean, entered: number, onBack: () => void): boolean {
  const navigate = useNavigate();
  const location = useLocation();
  const kind = useNavigationType();
  const isOnTrap = isTrap(location.state);
  const at = useRef({ key: location.key, isOnTrap, isAhead: false, isMoving: false });
  const [backs, setBacks] = useState(0);

  // Only a step, going back or a new location moves the trap.
  const move = useEffectEvent(() => {
    const isBack = at.current.isOnTrap && !isOnTrap && kind === 'POP';
    if (at.current.key !== location.key) at.current = { key: location.key, isOnTrap, isAhead: isBack, isMoving: false };
    if (isBack && isSet) {
      onBack();
      setBacks(backs + 1);
    } else if (isSet !== isOnTrap && !at.current.isMoving) {
      at.current.isMoving = true;
      // At a step without a trap, Back must work without a dead entry in between. A trap entry that is ahead is reused:
      // browsers skip an entry that a page adds again without a tap in between.
      if (!isSet || at.current.isAhead) navigate(isSet ? 1 : -1);
      else navigate({ search: location.search }, { state: { trap: true } satisfies Trap });
    }
  });
  useEffect(() => move(), [isSet, entered, backs, location.key]);

  return !isOnTrap;
}
