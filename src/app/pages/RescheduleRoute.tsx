import { ReschedulePage } from '../../features/appointments/ReschedulePage';
import { MoveHold } from '../../features/booking/move/MoveHold';
import { MoveTimes } from '../../features/booking/move/MoveTimes';
import { useShop, useTextUs } from '../clinic/shopContext';

/** The page that moves an appointment, with the picker and countdown of the booking feature. */
export function Reschedule({ appointmentId }: { appointmentId: string }) {
  return (
    <ReschedulePage
      shop={useShop()}
      appointmentId={appointmentId}
      onTextUs={useTextUs()}
      picker={(given) => <MoveTimes {...given} />}
      hold={(given) => <MoveHold {...given} />}
    />
  );
}
