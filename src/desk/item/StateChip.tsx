import type { ReactNode } from 'react';
import { lookOfState, type StateLook } from '../../domain/desk/stateLooks';
import { CrossIcon, DoubleCheckIcon } from '../../ui/icons/answers';
import { AlertIcon, CheckIcon, ClockIcon, HourglassIcon } from '../../ui/icons/booking';
import { ArrowIcon } from '../../ui/icons/frame';
import { CardIcon } from '../../ui/icons/portal';
import * as css from './StateChip.module.css';

const signs: Record<NonNullable<StateLook['sign']>, ReactNode> = {
  hourglass: <HourglassIcon size={14} />,
  arrow: <ArrowIcon size={14} />,
  clock: <ClockIcon size={14} />,
  check: <CheckIcon size={14} />,
  doubleCheck: <DoubleCheckIcon size={14} />,
  cross: <CrossIcon size={14} />,
  bang: <AlertIcon size={14} />,
  card: <CardIcon size={14} />,
};

/** Shows a state as shape, then sign, then word. */
export function StateChip({ children: word }: { children: string }) {
  const { outline, sign } = lookOfState(word);
  return (
    <span className={css.chip} data-outline={outline}>
      {sign && signs[sign]}
      <span>{word}</span>
    </span>
  );
}

/** Shows money beside the state: '$40.00 paid'. */
export function MoneyChip({ children }: { children: string }) {
  return (
    <span className={css.chip} data-outline="money">
      <CardIcon size={14} />
      <span>{children}</span>
    </span>
  );
}
