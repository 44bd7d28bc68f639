import type { ReactNode } from 'react';
import { AlertIcon, ClockIcon } from '../icons/booking';
import * as css from './Notice.module.css';

export interface NoticeProps {
  /** 'due' is orange, 'error' red and announced at once, 'hint' plain. At most one orange or red notice a screen. */
  kind: 'due' | 'error' | 'hint';
  title?: ReactNode;
  children?: ReactNode;
  /** Replaces the kind's usual icon; null for none. */
  icon?: ReactNode;
  /** A small button at the end. */
  action?: ReactNode;
  /** Whether an error is only shown and not announced. */
  isQuiet?: boolean;
}

export function Notice({ kind, title, children, icon, action, isQuiet }: NoticeProps) {
  const usual = kind === 'error' ? <AlertIcon size={22} /> : kind === 'hint' ? <ClockIcon size={22} /> : null;
  return (
    <div className={css.notice} data-kind={kind} role={kind === 'error' && !isQuiet ? 'alert' : undefined}>
      {icon === undefined ? usual : icon}
      <div>
        {title && <b>{title}</b>}
        {children && <p>{children}</p>}
      </div>
      {action}
    </div>
  );
}
