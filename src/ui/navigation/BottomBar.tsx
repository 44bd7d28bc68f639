import { useLayoutEffect, type ReactNode } from 'react';
import { Link } from '../actions/Link';
import { markRoot } from '../behaviour/markRoot';
import * as css from './BottomBar.module.css';

export interface BarItem {
  key: string;
  href: string;
  icon: ReactNode;
  /** The full name, also the accessible one. */
  text: string;
  /** The short text under the icon, where the full name is too long for it. */
  short?: string | undefined;
  current?: boolean | undefined;
}

/** Shows the portal's pages at the bottom of a phone's screen. */
export function BottomBar({ label, items }: { label: string; items: readonly BarItem[] }) {
  useLayoutEffect(() => markRoot('bar'), []);
  return (
    <nav className={css.bottombar} data-part="bottombar" data-ground="sheet" aria-label={label}>
      {items.map(({ key, href, icon, text, short, current }) => (
        <Link key={key} href={href} aria-label={short ? text : undefined} aria-current={current ? 'page' : undefined}>
          <span className={css.lozenge}>{icon}</span>
          {short ?? text}
        </Link>
      ))}
    </nav>
  );
}
