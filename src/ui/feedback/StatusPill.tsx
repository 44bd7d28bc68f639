import type { ReactNode } from 'react';
import './StatusPill.css';

export interface StatusPillProps {
  tone: 'good' | 'waiting' | 'bad' | 'quiet';
  /** Its shape; the tone never stands alone. */
  icon: ReactNode;
  children: ReactNode;
}

export function StatusPill({ tone, icon, children }: StatusPillProps) {
  return (
    <span className={`pill pill--${tone}`}>
      {icon}
      {children}
    </span>
  );
}
