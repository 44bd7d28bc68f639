import type { ReactNode } from 'react';
import { ArrowIcon } from '../icons/frame';
import * as css from './Choice.module.css';

export interface ChoiceProps {
  children: ReactNode;
  /** The icon at its end; an arrow by default. */
  icon?: ReactNode;
  onChoose?: (() => void) | undefined;
}

/** Shows one of the few big answers on a poster; all look equally important. */
export function Choice({ children, icon = <ArrowIcon />, onChoose }: ChoiceProps) {
  return (
    <button type="button" className={css.choice} onClick={onChoose}>
      {children}
      {icon}
    </button>
  );
}
