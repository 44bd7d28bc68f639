import { useState } from 'react';
import type { Shop } from '../../../contract/shop';
import { useLocked } from '../../../state/useLocked';
import { useAnnounced } from '../../../ui/behaviour/announce';
import { Checkbox } from '../../../ui/fields/Checkbox';
import { RefusedNotice, RequestRows } from '../../../shared/requests/RequestRows';
import { useOutbox } from '../../../shared/requests/useOutbox';
import { changeWaitlist } from '../saving/waitlist';
import { useAppDispatch } from '../../../state/store';
import * as css from './Success.module.css';

/**
 * Shows the checkbox for an earlier time (WAIT-02 to WAIT-05). It changes at once, also without a network, and changes
 * back if the clinic refuses (D-68).
 */
export function Waitlist({
  shop,
  appointmentId,
  onTouched,
}: {
  shop: Shop;
  appointmentId: string;
  onTouched: () => void;
}) {
  const dispatch = useAppDispatch();
  const { ofAppointment, waitlistWish } = useOutbox();
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const [isRefused, setRefused] = useState(false);
  const [change, isBusy] = useLocked(async (wanted: boolean) => {
    setAsking(wanted);
    setRefused(false);
    setRefused((await dispatch(changeWaitlist(wanted))) === 'refused');
    setAsking(null);
  });
  useAnnounced(isBusy ? 'Saving' : '');
  const rows = ofAppointment(appointmentId).filter(({ state }) => state !== 'sent');
  return (
    <div className={css.waitlist}>
      <Checkbox
        name="waitlist"
        checked={isAsking ?? waitlistWish(appointmentId) ?? false}
        onChange={(wanted) => {
          onTouched();
          void change(wanted);
        }}
      >
        Put me on the waitlist for an earlier time
      </Checkbox>
      {!isBusy && <RequestRows shop={shop} entries={rows} />}
      {isRefused && (
        <RefusedNotice of={{ kind: 'joinWaitlist', about: { petName: null, medication: null } }} shop={shop} />
      )}
    </div>
  );
}
