import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ApiRoot, ApiServices } from '../../api/baseQuery';
import { useLocked } from '../../api/useLocked';
import type { Appointment } from '../../contract/appointments';
import type { Shop } from '../../contract/shop';
import { Checkbox } from '../../ui/Checkbox';
import { ask } from '../requests/ask';
import { RequestRows } from '../requests/RequestRows';
import { useOutbox } from '../requests/useOutbox';

/** Asks for an earlier time, also without a network, and shows how the request stands (WAIT-03 to WAIT-05, D-03, D-304). */
export function WaitlistBox({ shop, appointment }: { shop: Shop; appointment: Appointment }) {
  const dispatch = useDispatch<ThunkDispatch<ApiRoot, ApiServices, UnknownAction>>();
  const { ofAppointment, waitlistWish } = useOutbox();
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const [item] = appointment.items;
  const [change, isBusy] = useLocked(async (wanted: boolean) => {
    if (!item) return;
    setAsking(wanted);
    await dispatch(
      ask({
        kind: wanted ? 'joinWaitlist' : 'leaveWaitlist',
        payload: { client_id: item.clientId, appointment_id: appointment.id },
        about: { petName: item.metadata.patientName, medication: null },
      }),
    );
    setAsking(null);
  });
  return (
    <div className="appointment__waitlist">
      <Checkbox name="waitlist" checked={isAsking ?? waitlistWish(appointment.id) ?? false} onChange={(wanted) => void change(wanted)}>
        Put me on the waitlist for an earlier time
      </Checkbox>
      {!isBusy && <RequestRows shop={shop} entries={ofAppointment(appointment.id)} />}
      <span className="vh" role="status">{isBusy ? 'Saving' : ''}</span>
    </div>
  );
}
