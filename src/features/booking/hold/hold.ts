import type { TimeSlot } from '../../../contract/availability';
import type { Product } from '../../../contract/catalogue';
import { heldUntil, holdLeft, type PickedTime } from '../../../domain/booking/draft';
import { holdBody, pickedTime, slotCheckBody } from '../../../domain/booking/saving';
import { productIdsOf } from '../../../domain/booking/together';
import { isEnabled } from '../../../domain/shop/settings';
import * as limits from '../../../limits';
import { hasCode, isOutdated, type Failure, meaningOf } from '../../../domain/failure';
import { failureOf } from '../../../api/api';
import { selectShop } from '../../../state/clinic';
import { serverNow } from '../../../state/clock';
import { bookingApi } from '../api';
import { isVisitOffered } from '../store/chosenProducts';
import { readOffer } from '../store/readOffer';
import { report } from '../store/report';
import { holdExtended, timeHeld, timeRefused } from '../store/slice';
import { tellOtherTabs } from './otherTabs';
import type { AppThunk } from '../../../state/store';

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Whether the clinic refused the time, as opposed to no answer or a server error (D-60). */
export const isTaken = (failure: Failure): boolean => meaningOf(failure) === 'refused';

/** `changed`: the clinic's offer is another by now; `unknown`: no answer came. */
export type Standing = 'free' | 'taken' | 'changed' | 'unknown';

/**
 * Asks whether the time is still free in the clinic's calendar: no when the clinic says so or refuses, unknown without
 * an answer (D-59, D-60).
 */
export const checkTime =
  (time: PickedTime, product: Product): AppThunk<Promise<Standing>> =>
  async (dispatch, getState) => {
    const { draft, params } = getState().booking;
    const body = slotCheckBody({
      time,
      product,
      productIds: productIdsOf(draft),
      locationId: draft.location?.id ?? null,
      productToken: params.productToken,
      isDropoff: draft.isDropoff,
    });
    const answer = await dispatch(bookingApi.endpoints.checkTimeSlot.initiate({ body }));
    const failure = failureOf(answer);
    if (failure) return standingAfter(failure);
    return answer.data?.available ? 'free' : 'taken';
  };

/**
 * Takes a tapped time: a hold where the clinic holds times, a look-up where its calendar is asked, else only the
 * countdown (HOLD-04, HOLD-05, D-59). A refused time is struck through with a message (HOLD-06). Without an answer
 * nothing changes (D-60).
 */
export const pickTime =
  (date: string, slot: TimeSlot, product: Product): AppThunk<Promise<void>> =>
  async (dispatch, getState, services) => {
    const shop = selectShop(getState());
    if (!shop) return;
    const { draft, params } = getState().booking;
    const now = serverNow(getState(), services);
    const time = pickedTime(date, slot);
    const deadline = isoOf(now + limits.holdMs);
    if (!isEnabled(shop.feature_settings, 'hold_time_slots_enabled')) {
      const isAsked = isEnabled(shop.feature_settings, 'check_vetbridge_time_slot_availability');
      const standing = isAsked ? await dispatch(checkTime(time, product)) : 'free';
      if (standing !== 'free') {
        await dispatch(timeNotHeld(time, standing));
        return;
      }
      dispatch(timeHeld({ time, hold: { time_slot_calendar_id: null, deadline, isExtended: false } }));
      dispatch(report('time-held'));
      return;
    }
    const body = holdBody({
      time,
      product,
      productIds: productIdsOf(draft),
      locationId: draft.location?.id ?? null,
      userId: getState().session.user?.id ?? null,
      deadline,
      now: new Date(now),
      productToken: params.productToken,
      isDropoff: draft.isDropoff,
    });
    const answer = await dispatch(bookingApi.endpoints.createHold.initiate({ body }));
    const failure = failureOf(answer);
    if (failure) await dispatch(timeNotHeld(time, standingAfter(failure)));
    if (!answer.data) return;
    dispatch(tellOtherTabs(answer.data, false));
    dispatch(
      timeHeld({
        time,
        hold: {
          time_slot_calendar_id: answer.data.id,
          deadline: isoOf(heldUntil(answer.data.expire, serverNow(getState(), services))),
          isExtended: false,
        },
      }),
    );
    dispatch(report('time-held'));
  };

const standingAfter = (failure: Failure): Standing => {
  if (isOutdated(failure)) return 'changed';
  return isTaken(failure) ? 'taken' : 'unknown';
};

/**
 * Marks a refused time, or tells the flow that the clinic takes the visit no more: then every other time would be
 * refused as well (D-408).
 */
const timeNotHeld =
  (time: PickedTime, standing: Standing): AppThunk<Promise<void>> =>
  async (dispatch) => {
    if (standing === 'changed' && !(await dispatch(isStillOffered()))) dispatch(report('visit-refused'));
    else if (standing !== 'unknown') dispatch(timeRefused(time.dateTime));
  };

/** Reads the clinic's offer anew; false where the visit is not in it any more (D-408). */
export const isStillOffered = (): AppThunk<Promise<boolean>> => async (dispatch, getState, services) => {
  // The picker takes a type that is gone out of the draft by itself.
  const productIds = productIdsOf(getState().booking.draft);
  await dispatch(readOffer());
  return isVisitOffered(getState(), productIds, serverNow(getState(), services));
};

/**
 * Whether the hold of the time about to be sent has ended; if so, tells the flow, and the caller sends nothing (D-61).
 * The countdown reports it as well, but the tap that sends may come first when the device wakes from sleep.
 */
export const isHoldOver = (): AppThunk<boolean> => (dispatch, getState, services) => {
  const { draft, isCharging } = getState().booking;
  if (isCharging || holdLeft(draft, serverNow(getState(), services)) > 0) return false;
  dispatch(report('hold-expired'));
  return getState().booking.draft.time === null;
};

/**
 * Extends the hold by ten minutes, once, in its last 60 s (D-203). A refusal leaves the countdown unchanged; after a
 * create call without an answer also that the hold is gone, since the visit may have taken its place (D-97).
 */
export const extendTime = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const { hold, isCreateSent } = getState().booking.draft;
  if (!hold || hold.isExtended) return;
  if (hold.time_slot_calendar_id === null) {
    dispatch(holdExtended(isoOf(Date.parse(hold.deadline) + limits.holdExtensionMs)));
    return;
  }
  const answer = await dispatch(
    bookingApi.endpoints.extendHold.initiate({ params: { id: hold.time_slot_calendar_id } }),
  );
  const failure = failureOf(answer);
  if (answer.data) dispatch(holdExtended(answer.data.expire));
  if (failure && hasCode(failure, 'slot_gone') && !isCreateSent) dispatch(report('slot-gone'));
};
