import type { ReactNode } from 'react';
import { SleepingCat } from '../peek/SleepingCat';
import * as css from './EmptyState.module.css';

export interface EmptyStateProps {
  /** The sentence that says what is missing. */
  title: ReactNode;
  children?: ReactNode;
  /** At most one button. */
  action?: ReactNode;
}

/** Shows a sleeping cat, a sentence and at most one button. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      <SleepingCat />
      <div className={css.line} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
