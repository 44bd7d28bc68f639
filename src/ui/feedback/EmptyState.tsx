import type { ReactNode } from 'react';
import { SleepingCat } from '../peek/SleepingCat';
import * as css from './EmptyState.module.css';

export interface EmptyStateProps {
  /** The sentence. */
  title: ReactNode;
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
}

/** A cat asleep on a line, the sentence, one button. */
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
