import { ClockIcon } from '../icons/booking';
import * as common from '../layout/common.module.css';
import * as css from './SavedNote.module.css';

/** Shows how old the displayed data is; nothing for null. */
export function SavedNote({ children }: { children: string | null }) {
  return (
    children && (
      <p className={`${css.savedNote} ${common.soft}`}>
        <ClockIcon size={18} />
        {children}
      </p>
    )
  );
}
