import { useRef, type KeyboardEvent } from 'react';
import { CheckIcon } from '../icons/booking';
import * as common from '../layout/common.module.css';
import * as css from './TimeGrid.module.css';

export interface TimeSlot {
  value: string;
  /** "10:30am" */
  label: string;
  /** 'held': by this owner; 'pending': the hold is being requested; 'gone': taken by somebody else. */
  state?: 'open' | 'held' | 'pending' | 'gone' | undefined;
  /** A second line, for staff. */
  detail?: string | undefined;
}

export interface TimeGridProps {
  /** Accessible name of the group: "Times on Wed Nov 25, 2026". */
  label: string;
  times: readonly TimeSlot[];
  onChoose: (value: string) => void;
  /** Read after the label of a time that is gone: "no longer available". */
  goneText: string;
  /** Read after the label of a held time: "held for you". */
  heldText: string;
}

/** How many times are in a row, unless text is enlarged. */
const PER_ROW = 3;

/** Returns how many times an arrow key moves by; an arrow up or down moves by the row that is laid out. */
function stepOf(key: string, buttons: readonly HTMLElement[]): number {
  const next = buttons.findIndex((button) => button.offsetTop > (buttons[0]?.offsetTop ?? 0));
  const perRow = next > 0 ? next : PER_ROW;
  return { ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow }[key] ?? 0;
}

/**
 * Shows times in rows of three, fewer where text is enlarged. Each is a button, since choosing one acts at once; arrow keys also move between them.
 */
export function TimeGrid({ label, times, onChoose, goneText, heldText }: TimeGridProps) {
  const group = useRef<HTMLDivElement>(null);
  const arrow = (event: KeyboardEvent<HTMLButtonElement>) => {
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    const step = stepOf(event.key, buttons);
    const target = buttons[buttons.indexOf(event.currentTarget) + step];
    if (step === 0 || !target) return;
    event.preventDefault();
    target.focus();
  };
  const pending = times.some((time) => time.state === 'pending');
  return (
    <div className={css.times} role="group" aria-label={label} ref={group}>
      {times.map(({ value, label: text, state = 'open', detail }) => (
        <button
          key={value}
          type="button"
          className={css.time}
          data-state={state}
          aria-pressed={state === 'held'}
          aria-disabled={state === 'gone' || pending || undefined}
          aria-busy={state === 'pending' || undefined}
          onKeyDown={arrow}
          onClick={() => state !== 'gone' && !pending && onChoose(value)}
        >
          {state === 'held' && <CheckIcon size={18} />}
          <span>{text}</span>
          {state === 'gone' && <span className={common.vh}>, {goneText}</span>}
          {state === 'held' && <span className={common.vh}>, {heldText}</span>}
          {detail && <span className={css.detail}>{detail}</span>}
        </button>
      ))}
    </div>
  );
}
