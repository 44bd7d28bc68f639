import { useState } from 'react';
import { failureOf } from '../../../api/api';
import { useLocked } from '../../../state/useLocked';
import type { TimeSlot } from '../../../contract/availability';
import type { MovePicker } from '../../../domain/appointment/move';
import { heldUntil } from '../../../domain/booking/draft';
import { holdBody, pickedTime, slotCheckBody } from '../../../domain/booking/saving';
import { isEnabled } from '../../../domain/shop/settings';
import * as limits from '../../../limits';
import { bookingApi } from '../api';
import { isTaken } from '../hold/hold';
import { tellOtherTabs } from '../hold/otherTabs';
import { useServerClock } from '../../../state/clock';
import { useShop } from '../useBooking';
import { useAppDispatch, type AppThunk } from '../../../state/store';

type Given = Pick<MovePicker, 'appointment' | 'gone' | 'onChosen' | 'onGone'>;

/**
 * Takes a tapped start as booking does: a hold where the clinic holds times, a look-up where its calendar is asked,
 * else only the countdown (HOLD-02, HOLD-04, HOLD-05, D-59). A refused start is marked as gone; without an answer
 * nothing changes (D-60).
 */
export function useMoveChoice({ appointment, gone, onChosen, onGone }: Given) {
  const { feature_settings: settings } = useShop();
  const dispatch = useAppDispatch();
  const clock = useServerClock();
  const [asked, setAsked] = useState<string | null>(null);
  const metadata = appointment.items[0]?.metadata;
  const productIds = appointment.items.map((item) => item.metadata.productId);
  // The server knows location and drop-off from the appointment.
  const about = {
    product: { id: metadata?.productId ?? '', metadata: { time: metadata?.productTime ?? 0 } },
    productIds,
    locationId: null,
    productToken: null,
    isDropoff: false,
  };

  const [choose, isAsking] = useLocked(async (date: string, slot: TimeSlot) => {
    if (gone.includes(slot.dateTime)) return;
    setAsked(slot.dateTime);
    const now = clock();
    const time = pickedTime(date, slot);
    const key = dispatch(newKey());
    const chosen = { slot, date, holdId: null, deadline: now + limits.holdMs, isExtended: false, key };
    if (isEnabled(settings, 'hold_time_slots_enabled')) {
      const body = holdBody({
        ...about,
        time,
        userId: null,
        deadline: new Date(chosen.deadline).toISOString(),
        now: new Date(now),
      });
      const answer = await dispatch(
        bookingApi.endpoints.createHold.initiate({ body: { ...body, appointment_id: appointment.id } }),
      );
      const failure = failureOf(answer);
      if (failure && isTaken(failure)) onGone(slot.dateTime);
      if (!answer.data) return;
      dispatch(tellOtherTabs(answer.data, true));
      onChosen({ ...chosen, holdId: answer.data.id, deadline: heldUntil(answer.data.expire, clock()) });
      return;
    }
    if (isEnabled(settings, 'check_vetbridge_time_slot_availability')) {
      const answer = await dispatch(
        bookingApi.endpoints.checkTimeSlot.initiate({
          body: { ...slotCheckBody({ ...about, time }), appointment_id: appointment.id },
        }),
      );
      const failure = failureOf(answer);
      if (failure ? isTaken(failure) : !answer.data?.available) onGone(slot.dateTime);
      if (!answer.data?.available) return;
    }
    onChosen(chosen);
  });
  return { choose, pending: isAsking ? asked : null };
}

const newKey = (): AppThunk<string> => (_, __, services) => services.uuid();
