import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectBlocked } from '../../state/blocked';
import { toastShown } from '../../state/toasts';
import { useLocked } from '../../state/useLocked';
import { cancelAppointment, CUSTOMER_SITE } from '../../contract/appointments';
import { CANCEL, CANCEL_SURE, CANCELED, CANCELLING } from '../../domain/appointment/change';
import { Button } from '../../ui/actions/Button';
import { Dialog } from '../../ui/layout/Dialog';
import { TooMany } from '../../shared/clinic/TooMany';
import { appointmentsApi } from './api';
import { useAppDispatch, useAppSelector } from '../../state/store';

const cancels = [cancelAppointment];

export interface CancelVisitProps {
  appointmentId: string;
  /** The address of the list. */
  listHref: string;
  /** Checks again whether it may be cancelled; if not, the screen says what to do instead (D-116). */
  isAllowed: () => boolean;
  /** Returns what cancelling now means for a paid deposit; null where none is paid (D-414). */
  depositText: () => string | null;
}

/**
 * Cancels an appointment after a question (CANCEL-04 to CANCEL-08) that says what happens to a paid deposit. Needs a
 * network (D-03).
 */
export function CancelVisit({ appointmentId, listHref, isAllowed, depositText }: CancelVisitProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const blocked = useAppSelector(selectBlocked);
  const [isAsked, setAsked] = useState(false);
  const [deposit, setDeposit] = useState<string | null>(null);
  const [cancel] = appointmentsApi.useCancelAppointmentMutation();
  const [run, isRunning] = useLocked(async () => {
    if (!isAllowed()) return;
    // The time limit for a refund may have passed while the question was open; then the new text is shown first.
    if (depositText() !== deposit) return setDeposit(depositText());
    const { data } = await cancel({ body: { id: appointmentId, source: CUSTOMER_SITE } });
    setAsked(false);
    if (!data) return;
    dispatch(toastShown(CANCELED));
    await navigate(listHref, { replace: true });
  });
  const ask = () => {
    if (!isAllowed()) return;
    setDeposit(depositText());
    setAsked(true);
  };
  const close = () => {
    if (!isRunning) setAsked(false);
  };
  return (
    <>
      <TooMany of={cancels} />
      <Button kind="danger" onClick={ask} reason={blocked}>
        {CANCEL}
      </Button>
      <Dialog
        open={isAsked}
        onClose={close}
        title={CANCEL_SURE}
        foot={
          <>
            <Button kind="quiet" onClick={close}>
              Keep appointment
            </Button>
            <Button kind="danger" busy={isRunning} reason={blocked} onClick={() => void run()}>
              {isRunning ? CANCELLING : CANCEL}
            </Button>
          </>
        }
      >
        {deposit && <p aria-live="polite">{deposit}</p>}
      </Dialog>
    </>
  );
}
