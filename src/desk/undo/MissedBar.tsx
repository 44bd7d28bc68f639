import { AlertIcon, CloseIcon } from '../../ui/icons/booking';
import * as css from './UndoBar.module.css';

export interface MissedBarProps {
  /** Who it is about. */
  about: string;
  says: string;
  onOpen: () => void;
  onClose: () => void;
}

/** Says what became of an answer, or of an Undo, that the clinic did not take, after its item was left. */
export function MissedBar({ about, says, onOpen, onClose }: MissedBarProps) {
  return (
    <div className={css.bar}>
      <AlertIcon size={18} />
      <p className={css.sentence}>
        <b>{about}:</b> {says}
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
