import { useEffect, useMemo, useState } from 'react';
import { selectClinicId, selectReader } from '../../state/session';
import { onOutboxChange } from '../../offline/tabs/channel';
import type { Entry } from '../../offline/outbox/entry';
import { isRefillWaiting, waitlistWish } from '../../offline/outbox/rules';
import { entriesOf } from '../../offline/database/outboxStore';
import { useAppSelector } from '../../state/store';

const none: readonly Entry[] = [];

/**
 * Returns the requests of the owner whose records are shown, at this clinic, oldest first, updated on changes in any
 * tab and the worker.
 */
export function useOutbox() {
  const clinicId = useAppSelector(selectClinicId);
  const userId = useAppSelector(selectReader)?.id ?? null;
  const [found, setFound] = useState({ clinicId, userId, entries: none });
  const entries = found.clinicId === clinicId && found.userId === userId ? found.entries : none;
  useEffect(() => {
    if (!clinicId || !userId) return undefined;
    let isGone = false;
    const read = () =>
      void entriesOf({ clinicId, userId }).then(
        (now) => {
          if (!isGone) setFound({ clinicId, userId, entries: now });
        },
        () => undefined,
      );
    read();
    const stop = onOutboxChange(read);
    return () => {
      isGone = true;
      stop();
    };
  }, [clinicId, userId]);
  return useMemo(
    () => ({
      entries,
      waiting: entries.filter(({ state }) => state === 'waiting'),
      failed: entries.filter(({ state }) => state === 'failed'),
      sent: entries.filter(({ state }) => state === 'sent'),
      /** Of one pet. */
      ofPet: (patientId: string) =>
        entries.filter((entry) => entry.kind === 'requestRefill' && entry.payload.patient_id === patientId),
      /** Of one appointment. */
      ofAppointment: (appointmentId: string) =>
        entries.filter((entry) => entry.kind !== 'requestRefill' && entry.payload.appointment_id === appointmentId),
      isRefillWaiting: (patientId: string, medicationId: string | null) =>
        isRefillWaiting(entries, patientId, medicationId),
      /**
       * Returns the owner's latest wish about an appointment's waitlist since the clinic's answer at `knownAt`;
       * undefined where this device has none.
       */
      waitlistWish: (appointmentId: string, knownAt?: number) => waitlistWish(entries, appointmentId, knownAt),
    }),
    [entries],
  );
}
