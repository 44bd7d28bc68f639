import type { ReactNode } from 'react';
import * as css from './StatusPill.module.css';

export interface StatusPillProps {
  tone: 'good' | 'waiting' | 'bad' | 'quiet';
  /** The status as a shape, so that colour is never its only sign. */
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
