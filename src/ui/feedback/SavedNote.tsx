import { ClockIcon } from '../icons/booking';
import './SavedNote.css';

/** How old what is shown is; nothing for null. */
export function SavedNote({ children }: { children: string | null }) {
  return (
    children && (
      <p className="saved-note soft">
        <ClockIcon size={18} />
        {children}
      </p>
    )
  );
}
