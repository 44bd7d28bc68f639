import { createContext } from 'react';

/**
 * Whether the tray that opens takes the focus, which the caller then has taken: it was opened by hand. One that was left
 * open in an item that is only walked past leaves the focus where it is, so that no key answers it (Enter would send).
 */
export const TrayFocus = createContext<() => boolean>(() => true);
