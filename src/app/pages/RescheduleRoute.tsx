import { ReschedulePage } from '../../features/appointments/ReschedulePage';
import { MoveHold } from '../../features/booking/move/MoveHold';
import { MoveTimes } from '../../features/booking/move/MoveTimes';
import { useShop, useTextUs } from '../clinic/shopContext';

/** Moving an appointment takes the booking's picker and countdown, which belong to another feature. */
export function Reschedule() {
  return (
    <ReschedulePage
      shop={useShop()}
      onTextUs={useTextUs()}
      picker={(given) => <MoveTimes {...given} />}
      hold={(given) => <MoveHold {...given} />}
    />
  );
}
