import { useEffect, useState } from 'react';
import { secondsLeft, TAKE_BACK_MS, undoWords, type Undoable } from '../../domain/desk/takeBack';
import { useAnnounced } from '../../ui/behaviour/announce';
import { UndoIcon } from '../../ui/icons/answers';
import { refocus } from '../lostFocus';
import { Keycap } from '../item/Keycap';
import * as css from './UndoBar.module.css';

export interface UndoBarProps {
  /** What can still be taken back, the last answer first. */
  undoables: readonly Undoable[];
  /** Reads the server's clock, milliseconds since 1970. */
  clock: () => number;
  onUndo: (undoable: Undoable) => void;
}

/** The circumference that the dial's path is said to have. */
const ROUND = 100;

/** The bar goes once its answer is taken back, or has left. */
const passFocus = (button: HTMLButtonElement) => () => {
  if (document.activeElement === button) refocus();
};

/** Shows the last answer while it can be taken back, with a dial of its twenty seconds (D-426). */
export function UndoBar({ undoables, clock, onUndo }: UndoBarProps) {
  const [now, setNow] = useState(clock);
  const last = undoables.find(({ answer }) => secondsLeft(answer, now) > 0);
  const isRunning = undoables.length > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const tick = () => setNow(clock());
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [isRunning, clock]);
  useAnnounced(last ? `${last.about}: ${last.answer.words}. U takes it back within 20 seconds.` : '');
  if (!last) return null;
  const seconds = secondsLeft(last.answer, now);
  const part = Math.min(1, Math.max(0, (Date.parse(last.answer.leaves_at) - now) / TAKE_BACK_MS));
  return (
    <div className={css.bar}>
      <svg className={css.dial} viewBox="0 0 20 20" aria-hidden="true">
        <circle className={css.bed} cx="10" cy="10" r="7.8" />
        <circle
          className={css.arc}
          cx="10"
          cy="10"
          r="7.8"
          pathLength={ROUND}
          strokeDasharray={`${part * ROUND} ${ROUND}`}
          transform="rotate(-90 10 10)"
        />
      </svg>
      <p className={css.words}>
        <b>{last.about}:</b> {undoWords(last.answer, seconds)}
      </p>
      <button type="button" ref={passFocus} className={css.undo} aria-keyshortcuts="U" onClick={() => onUndo(last)}>
        <UndoIcon size={18} />
        <span>Undo</span>
        <Keycap>U</Keycap>
      </button>
    </div>
  );
}
