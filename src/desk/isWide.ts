import { useSyncExternalStore } from 'react';

const wide = '(min-width: 64em)';

/** Whether an item stands beside the list. Below this width one thing is on the screen at a time, and none opens by itself. */
export const isWide = (): boolean => matchMedia(wide).matches;

const follow = (onChange: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** `isWide`, drawn anew as the window is turned or drawn wider. */
export const useIsWide = (): boolean => useSyncExternalStore(follow, isWide);
