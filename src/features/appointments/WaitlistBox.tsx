import { useState } from 'react';
import { selectOwner } from '../../state/session';
import { useLocked } from '../../state/useLocked';
import type { Appointment } from '../../contract/appointments';
import type { Shop } from '../../contract/shop';
import { canComeEarlier } from '../../domain/appointment/waitlist';
import { needsOwner } from '../../offline/outbox/rules';
import { useAnnounced } from '../../ui/behaviour/announce';
import { Checkbox } from '../../ui/fields/Checkbox';
import { ask } from '../../shared/requests/sendRequest';
import { RefusedNotice, RequestRows } from '../../shared/requests/RequestRows';
import { useOutbox } from '../../shared/requests/useOutbox';
import { useAppDispatch, useAppSelector } from '../../state/store';
import * as css from './appointments.module.css';

export interface WaitlistBoxProps {
  shop: Shop;
  appointment: Appointment;
  now: Date;
  /** When the clinic reported the appointment's status: an ISO instant by the device's clock. */
  asOf: string | null;
  reload: () => void;
}

/**
 * Shows that the appointment is on the waitlist, and the state of the owner's own request, so that it can be taken
 * back. Shows nothing for an appointment that is not on it and has no request (WAIT-05, D-03, D-68, D-304).
 */
export function WaitlistBox({ shop, appointment, now, asOf, reload }: WaitlistBoxProps) {
  const dispatch = useAppDispatch();
  const { ofAppointment, waitlistWish } = useOutbox();
  const owner = useAppSelector(selectOwner);
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const [refused, setRefused] = useState<'joinWaitlist' | 'leaveWaitlist' | null>(null);
  const [item] = appointment.items;
  const about = { petName: item?.metadata.patientName ?? null, medication: null };
  const [change, isBusy] = useLocked(async (wanted: boolean) => {
    if (!item) return;
    setAsking(wanted);
    setRefused(null);
    const kind = wanted ? 'joinWaitlist' : 'leaveWaitlist';
    const asked = await dispatch(
      ask({ kind, payload: { client_id: item.clientId, appointment_id: appointment.id }, about }),
    );
    if (asked === 'refused') setRefused(kind);
    if (asked === 'sent') reload();
    setAsking(null);
  });
  const entries = ofAppointment(appointment.id);
  const { status, fromDate } = appointment;
  const isWanted =
    waitlistWish(appointment.id, asOf === null ? undefined : Date.parse(asOf)) ?? appointment.is_waitlisted === true;
  const isAhead = canComeEarlier({ status, start: new Date(fromDate) }, now);
  // A waiting request can be taken back by the box; one that needs the owner has its own way where nothing lies ahead.
  const isUnsent = entries.some(
    (entry) =>
      entry.state !== 'sent' && (isAhead || entry.kind === 'leaveWaitlist' || !needsOwner(entry, now.getTime())),
  );
  useAnnounced(isBusy ? 'Saving' : '');
  const hasBox = isAsking !== null || isUnsent || (isWanted && isAhead);
  if (!hasBox && entries.length === 0 && !refused) return null;
  return (
    <div className={css.appointmentWaitlist}>
      {hasBox && (
        <Checkbox
          name="waitlist"
          disabled={!owner}
          checked={isAsking ?? isWanted}
          onChange={(wanted) => void change(wanted)}
        >
          Put me on the waitlist for an earlier time
        </Checkbox>
      )}
      {!isBusy && <RequestRows shop={shop} entries={entries} isOver={!isAhead} />}
      {refused && <RefusedNotice of={{ kind: refused, about }} shop={shop} />}
    </div>
  );
}
