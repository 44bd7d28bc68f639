import type { ReactNode } from 'react';
import { ArrowIcon } from '../icons/frame';
import './Choice.css';

export interface ChoiceProps {
  children: ReactNode;
  onChoose?: (() => void) | undefined;
}

/** One of the few big answers on a poster; all of equal weight. */
export function Choice({ children, onChoose }: ChoiceProps) {
  return (
    <button type="button" className="choice" onClick={onChoose}>
      {children}
      <ArrowIcon />
    </button>
  );
}
