import type { ReactNode } from 'react';
import * as tap from '../actions/Tap.module.css';
import * as css from './Banner.module.css';

export interface BannerProps {
  icon: ReactNode;
  children: ReactNode;
  action?: { text: string; onPress: () => void } | null | undefined;
}

/**
 * Shows a slate strip about the app's own state, such as offline or an update. Announced politely inside a live region.
 */
export function Banner({ icon, children, action }: BannerProps) {
  return (
    <div className={css.banner}>
      {icon}
      <div>{children}</div>
      {action && (
        <button type="button" className={tap.tap} onClick={action.onPress}>
          {action.text}
        </button>
      )}
    </div>
  );
}
