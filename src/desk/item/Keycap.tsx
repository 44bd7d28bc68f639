import type { ReactNode } from 'react';
import * as css from './Keycap.module.css';

/** Shows a key's sign; not on phones, and not read, since what it stands on says its key by itself. */
export function Keycap({ children }: { children: ReactNode }) {
  return (
    <kbd className={css.key} aria-hidden="true">
      {children}
    </kbd>
  );
}
