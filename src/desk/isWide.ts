import { useSyncExternalStore } from 'react';

const wide = '(min-width: 64em)';

/** Whether an item stands beside the list. Below this width one thing is on the screen at a time, and none opens by itself. */
export const isWide = (): boolean => matchMedia(wide).matches;

/** Where a tray has room above it; the opposite of the condition of the sheet in Tray.module.css. */
const roomy = '(min-width: 48em) and (min-height: 30.01em)';

const following = (media: string) => (onChange: () => void) => {
  const query = matchMedia(media);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
const followWide = following(wide);
const followRoomy = following(roomy);

/** `isWide`, drawn anew as the window is turned or drawn wider. */
export const useIsWide = (): boolean => useSyncExternalStore(followWide, isWide);

/** Whether an open tray is a sheet that covers the whole page: on a phone, and in a low window. */
export const useIsSheet = (): boolean => useSyncExternalStore(followRoomy, () => !matchMedia(roomy).matches);
