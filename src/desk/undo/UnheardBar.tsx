import { useEffect, useState } from 'react';
import { useAnnounced } from '../../ui/behaviour/announce';
import { UndoIcon } from '../../ui/icons/answers';
import { HourglassIcon } from '../../ui/icons/booking';
import { Keycap } from '../item/Keycap';
import * as css from './UndoBar.module.css';

/** How long a reply is waited for before that is said, milliseconds. */
const LATE_MS = 3000;

export interface UnheardBarProps {
  /** Who it is about. */
  about: string;
  /** It is on its way back, or will be once the clinic has it. */
  isWantedBack: boolean;
  onUndo: () => void;
}

/** Says that an answer, or its Undo, is still on its way to the clinic, once that takes long. */
export function UnheardBar({ about, isWantedBack, onUndo }: UnheardBarProps) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  const words = isWantedBack ? 'being taken back, no reply yet' : 'being sent, no reply yet';
  useAnnounced(isLate ? `${about}: ${words}` : '');
  if (!isLate) return null;
  return (
    <div className={css.bar}>
      <HourglassIcon size={18} />
      <p className={css.sentence}>
        <b>{about}:</b> {words}
      </p>
      {!isWantedBack && (
        <button type="button" className={css.undo} aria-keyshortcuts="U" onClick={onUndo}>
          <UndoIcon size={18} />
          <span>Undo</span>
          <Keycap>U</Keycap>
        </button>
      )}
    </div>
  );
}
