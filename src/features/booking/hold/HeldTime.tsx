import { formatDateTime } from '../../../domain/clinicTime';
import * as limits from '../../../limits';
import { HoldTimer } from '../../../ui/feedback/HoldTimer';
import { offlineReason } from '../../../state/connection';
import { useLocked } from '../../../state/useLocked';
import { useServerClock } from '../../../state/clock';
import { useAppSelector } from '../../../state/store';
import { useActions } from '../useBooking';

/**
 * Shows the hold's countdown; in its last minute it can be extended once (HOLD-02, D-61, D-203). On the picker it leads
 * back to the form.
 */
export function HeldTime({ onOpen }: { onOpen?: (() => void) | undefined }) {
  const time = useAppSelector((state) => state.booking.draft.time);
  const hold = useAppSelector((state) => state.booking.draft.hold);
  const { shop, isOnline, extendHold } = useActions();
  const now = useServerClock();
  const [extend, isExtending] = useLocked(extendHold);
  if (!time || !hold) return null;
  const total = limits.holdMs + (hold.isExtended ? limits.holdExtensionMs : 0);
  return (
    <HoldTimer
      caption="Held for you"
      when={formatDateTime(new Date(time.dateTime), shop.timezone)}
      deadline={Date.parse(hold.deadline)}
      total={total}
      urgent={limits.holdUrgentMs}
      now={now}
      {...(onOpen ? { onOpen, openText: 'Continue with this time' } : {})}
      extend={
        hold.isExtended
          ? null
          : {
              text: 'Keep it 10 more minutes',
              onExtend: () => void extend(),
              busy: isExtending,
              reason: isOnline ? null : offlineReason,
            }
      }
    />
  );
}
