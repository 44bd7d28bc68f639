import type { ReactNode } from 'react';
import * as css from './Keycap.module.css';

/**
 * Shows a key's sign; not on phones, and not read, since what it stands on says its key by itself. `isListed` is for a
 * list of keys, where it is all that says which.
 */
export function Keycap({ children, isListed = false }: { children: ReactNode; isListed?: boolean }) {
  return (
    <kbd className={css.key} data-listed={isListed || undefined} aria-hidden={!isListed || undefined}>
      {children}
    </kbd>
  );
}
