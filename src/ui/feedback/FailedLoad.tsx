import type { ReactNode } from 'react';
import { Button } from '../actions/Button';
import { Notice } from './Notice';

export interface FailedLoadProps {
  /** What could not be loaded, a sentence. */
  children: ReactNode;
  title?: string;
  onRetry: () => void;
  /** Why trying again would not help now, in place of the sentence. */
  reason?: string | null;
}

/** Says that something could not be loaded, and loads it again. */
export function FailedLoad({ children, title, onRetry, reason }: FailedLoadProps) {
  if (reason) return <Notice kind="hint">{reason}</Notice>;
  return (
    <Notice
      kind="error"
      title={title}
      action={
        <Button kind="quiet" small onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
