import { createContext } from 'react';

/**
 * Where the tray that opens takes the focus, which the caller then has taken: into its fields where it was opened by
 * hand, to its title where an Undo brought it back (no key there sends it again); null for nowhere. One that was left open
 * in an item that is only walked past leaves the focus where it is, so that no key answers it (Enter would send).
 */
export const TrayFocus = createContext<() => 'fields' | 'title' | null>(() => 'fields');
