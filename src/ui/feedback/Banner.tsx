import type { ReactNode } from 'react';
import * as tap from '../actions/Tap.module.css';
import * as css from './Banner.module.css';

export interface BannerProps {
  icon: ReactNode;
  children: ReactNode;
  action?: { text: string; onPress: () => void } | null | undefined;
}

/** A slate strip for the app's own state, offline or an update. Announced politely when it appears inside a live region. */
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
