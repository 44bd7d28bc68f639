import type { ReactNode } from 'react';
import * as css from './StatusPill.module.css';

export interface StatusPillProps {
  tone: 'good' | 'waiting' | 'bad' | 'quiet';
  /** Its shape; the tone never stands alone. */
  icon: ReactNode;
  children: ReactNode;
}

export function StatusPill({ tone, icon, children }: StatusPillProps) {
  return (
    <span className={css.pill} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
