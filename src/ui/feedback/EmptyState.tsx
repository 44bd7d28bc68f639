import type { ReactNode } from 'react';
import { SleepingCat } from '../peek/SleepingCat';
import './EmptyState.css';

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
    <div className="empty">
      <SleepingCat />
      <div className="empty__line" />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className="empty__action">{action}</div>}
    </div>
  );
}
