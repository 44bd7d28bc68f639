import { useState } from 'react';
import { offlineReason } from '../../../api/connection';
import { useLocked } from '../../../api/useLocked';
import { Checkbox } from '../../../ui/Checkbox';
import { useBookingDispatch } from '../root';
import { useBooking } from '../useBooking';
import { changeWaitlist } from '../waitlist';

/** The box that asks for an earlier time (WAIT-02 to WAIT-05): it follows the finger at once, and goes back where the clinic refuses (D-68). */
export function Waitlist({ onTouched }: { onTouched: () => void }) {
  const { isOnline } = useBooking();
  const dispatch = useBookingDispatch();
  const [isWanted, setWanted] = useState(false);
  const [change, isBusy] = useLocked(async (wanted: boolean) => {
    setWanted(wanted);
    if (!(await dispatch(changeWaitlist(wanted)))) setWanted(!wanted);
  });
  return (
    <div className="waitlist">
      <Checkbox
        name="waitlist"
        checked={isWanted}
        disabled={!isOnline}
        onChange={(wanted) => {
          onTouched();
          void change(wanted);
        }}
      >
        Put me on the waitlist for an earlier time
        {!isOnline && <small className="waitlist__reason">{offlineReason}</small>}
      </Checkbox>
      <span className="vh" role="status">{isBusy ? 'Saving' : ''}</span>
    </div>
  );
}
