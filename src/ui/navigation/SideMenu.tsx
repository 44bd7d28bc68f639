import type { ReactNode } from 'react';
import { BackIcon } from '../icons/frame';
import type { BarItem } from './BottomBar';
import { Link } from '../actions/Link';
import * as css from './SideMenu.module.css';

export interface SideMenuProps {
  label: string;
  items: readonly BarItem[];
  /** The button at the bottom, for instance to sign out. */
  action?: { icon: ReactNode; text: string; onPress: () => void } | null | undefined;
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
  /** Accessible names of the button that folds and unfolds the menu. */
  collapseText: string;
  expandText: string;
}

/** Shows the portal's pages from 992 px; folds to icons, which keep their accessible names. */
export function SideMenu({ label, items, action, collapsed, onCollapse, collapseText, expandText }: SideMenuProps) {
  const title = (text: string) => (collapsed ? text : undefined);
  return (
    <div className={collapsed ? `${css.sidemenu} ${css.narrow}` : css.sidemenu}>
      <nav aria-label={label}>
        {items.map(({ key, href, icon, text, current }) => (
          <Link key={key} href={href} title={title(text)} aria-current={current ? 'page' : undefined}>
            {icon}
            <span>{text}</span>
          </Link>
        ))}
      </nav>
      <div className={css.end}>
        {action && (
          <button type="button" title={title(action.text)} onClick={action.onPress}>
            {action.icon}
            <span>{action.text}</span>
          </button>
        )}
        <button
          type="button"
          className={css.fold}
          aria-expanded={!collapsed}
          title={title(expandText)}
          onClick={() => onCollapse(!collapsed)}
        >
          <BackIcon />
          <span>{collapsed ? expandText : collapseText}</span>
        </button>
      </div>
    </div>
  );
}
