import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectBlocked } from '../../state/blocked';
import { tellIfSignedOut } from '../../api/tellIfSignedOut';
import { toastShown } from '../../state/toasts';
import { useLocked } from '../../state/useLocked';
import { cancelAppointment, CUSTOMER_SITE } from '../../contract/appointments';
import { CANCEL, CANCEL_SURE, CANCELED, CANCELLING } from '../../domain/appointment/change';
import { depositText, namedOutcome, type OnCancel, type ToldOnCancel } from '../../domain/payment/refund';
import { Button } from '../../ui/actions/Button';
import { Dialog } from '../../ui/layout/Dialog';
import { TooMany } from '../../shared/clinic/TooMany';
import { failureOf } from '../../api/api';
import { appointmentsApi } from './api';
import { useAppDispatch, useAppSelector } from '../../state/store';

const cancels = [cancelAppointment];

export interface CancelVisitProps {
  appointmentId: string;
  /** The address of the list. */
  listHref: string;
  /** Checks again whether it may be cancelled; if not, the screen says what to do instead (D-116). */
  isAllowed: () => boolean;
  /**
   * Returns what cancelling at a time means for a paid deposit, as far as page and server say (D-414); null where none
   * is paid.
   */
  told: (at: Date, named: OnCancel | null) => ToldOnCancel | null;
  now: Date;
  look: () => Date;
}

/**
 * Cancels an appointment after a question (CANCEL-04 to CANCEL-08) that says what happens to a paid deposit, and
 * goes on saying it right while it is open. Needs a network (D-03).
 */
export function CancelVisit({ appointmentId, listHref, isAllowed, told, now, look }: CancelVisitProps) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const blocked = useAppSelector(selectBlocked);
  const [isAsked, setAsked] = useState(false);
  const [named, setNamed] = useState<OnCancel | null>(null);
  const shown = told(now, named);
  const [cancel] = appointmentsApi.useCancelAppointmentMutation();
  const [run, isRunning] = useLocked(async () => {
    if (!isAllowed()) return;
    // Where the clock has passed the time for a refund unseen, the look shows the new text first.
    if (told(look(), named)?.text !== shown?.text) return;
    // The server cancels only if the deposit fares no worse than the owner read (D-408).
    const promise = shown && { deposit_on_cancel: shown.outcome };
    const reply = await cancel({ body: { id: appointmentId, source: CUSTOMER_SITE, ...promise } });
    const other = namedOutcome(failureOf(reply));
    if (other) return setNamed(other);
    setAsked(false);
    dispatch(tellIfSignedOut(reply));
    if (!reply.data) return;
    dispatch(toastShown([CANCELED, depositText(reply.data.deposit)?.text].filter(Boolean).join('. ')));
    await navigate(listHref, { replace: true });
  });
  const ask = () => {
    if (!isAllowed()) return;
    setNamed(null);
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
        {shown && <p aria-live="polite">{shown.text}</p>}
      </Dialog>
    </>
  );
}
