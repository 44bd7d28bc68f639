import { useEffectEvent, useLayoutEffect } from 'react';
import { failureOf } from '../../../api/api';
import { selectIsOnline } from '../../../state/connection';
import { useLocked } from '../../../state/useLocked';
import type { MoveCountdown } from '../../../domain/appointment/move';
import { isReplacedBy } from '../../../domain/booking/draft';
import { formatDateTime } from '../../../domain/clinicTime';
import * as limits from '../../../limits';
import { hasCode } from '../../../domain/failure';
import { onTimeHeld, type HoldNews } from '../../../offline/tabs/channel';
import { HoldTimer } from '../../../ui/feedback/HoldTimer';
import { bookingApi } from '../api';
import { useServerClock } from '../../../state/clock';
import { isOfSession } from '../hold/otherTabs';
import { useShop } from '../useBooking';
import { useAppDispatch, useAppSelector } from '../../../state/store';

/**
 * Shows the countdown of the time that an appointment is to be moved to, as in booking (HOLD-01 to HOLD-03, HOLD-08,
 * D-61, D-203).
 */
export function MoveHold({ chosen, onExtended, onGone, onExpire }: MoveCountdown) {
  const shop = useShop();
  const isOnline = useAppSelector(selectIsOnline);
  const dispatch = useAppDispatch();
  const now = useServerClock();
  const [extend, isExtending] = useLocked(async () => {
    if (chosen.holdId === null)
      return onExtended({ ...chosen, deadline: chosen.deadline + limits.holdExtensionMs, isExtended: true });
    const answer = await dispatch(bookingApi.endpoints.extendHold.initiate({ params: { id: chosen.holdId } }));
    const failure = failureOf(answer);
    if (failure && hasCode(failure, 'slot_gone')) onGone(chosen.slot.dateTime);
    if (answer.data) onExtended({ ...chosen, deadline: Date.parse(answer.data.expire), isExtended: true });
  });
  const replaced = useEffectEvent((news: HoldNews) => {
    const hold = {
      time_slot_calendar_id: chosen.holdId,
      deadline: new Date(chosen.deadline).toISOString(),
      isExtended: chosen.isExtended,
    };
    if (dispatch(isOfSession(news)) && isReplacedBy(hold, news)) onExpire();
  });
  // From the first moment on: what another tab tells is told once.
  useLayoutEffect(() => onTimeHeld(replaced), []);
  return (
    <HoldTimer
      caption="Held for you"
      when={formatDateTime(new Date(chosen.slot.dateTime), shop.timezone)}
      deadline={chosen.deadline}
      total={limits.holdMs + (chosen.isExtended ? limits.holdExtensionMs : 0)}
      urgent={limits.holdUrgentMs}
      now={now}
      extend={
        chosen.isExtended || !isOnline
          ? null
          : { text: 'Keep it 10 more minutes', onExtend: () => void extend(), busy: isExtending }
      }
      onExpire={onExpire}
    />
  );
}
