import { AlertIcon, CloseIcon } from '../../ui/icons/booking';
import type { Given } from './answers';
import * as css from './UndoBar.module.css';

/** Says that an answer was not taken, after its item was left: why, or who answered first. What was written is kept. */
export function MissedBar({ given, onOpen, onClose }: { given: Given; onOpen: () => void; onClose: () => void }) {
  const { row, says, state } = given;
  return (
    <div className={css.bar}>
      <AlertIcon size={18} />
      <p className={css.sentence}>
        <b>{row.pet?.name ?? row.owner}:</b> {state === 'failed' && 'not sent.'} {says}
      </p>
      <button type="button" className={css.undo} onClick={onOpen}>
        Open
      </button>
      <button type="button" className={css.undo} aria-label="Close" onClick={onClose}>
        <CloseIcon size={18} />
      </button>
    </div>
  );
}
