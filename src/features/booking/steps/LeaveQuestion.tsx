import { Button } from '../../../ui/actions/Button';
import { Dialog } from '../../../ui/layout/Dialog';
import { backAsked } from '../store/slice';
import { useBooking } from '../useBooking';
import { useAppDispatch, useAppSelector } from '../../../state/store';

/** Asks before leaving a deposit unpaid, whose appointment is already requested at the clinic (D-51). */
export function LeaveQuestion() {
  const dispatch = useAppDispatch();
  const { report } = useBooking();
  const isAsked = useAppSelector((state) => state.booking.isBackAsked);
  const stay = () => dispatch(backAsked(false));
  return (
    <Dialog
      open={isAsked}
      onClose={stay}
      title="Leave without paying the deposit?"
      foot={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button kind="plain" onClick={() => report('went-back')}>
            Leave
          </Button>
        </>
      }
    >
      <p>Your appointment request has been sent. Leave without paying the deposit?</p>
    </Dialog>
  );
}
