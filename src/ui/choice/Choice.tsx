import type { ReactNode } from 'react';
import { ArrowIcon } from '../icons/frame';
import * as css from './Choice.module.css';

export interface ChoiceProps {
  children: ReactNode;
  /** Where it leads, at its end; an arrow unless said otherwise. */
  icon?: ReactNode;
  onChoose?: (() => void) | undefined;
}

/** One of the few big answers on a poster; all of equal weight. */
export function Choice({ children, icon = <ArrowIcon />, onChoose }: ChoiceProps) {
  return (
    <button type="button" className={css.choice} onClick={onChoose}>
      {children}
      {icon}
    </button>
  );
}
