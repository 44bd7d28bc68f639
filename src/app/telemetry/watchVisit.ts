import { selectShop } from '../../state/clinic';
import { trackingCode, trackingCodes } from '../../domain/booking/tracking';
import { bookingSwitches, isBookingOff } from '../../domain/shop/settings';
import { isNewInVisit } from '../../offline/visitNotes';
import { recordVisit } from '../../features/tracking/record';
import type { NotSaved } from '../../features/booking/store/slice';
import type { Store } from '../store';
import { tellTelemetry } from './telemetry';
import { serialQueue } from '../../offline/serialQueue';
import type { RootState } from '../../state/store';

/**
 * The codes of D-49 that a change of the booking means, in order: the page opened, a step entered, a time picked, a hold
 * that ran out, a deposit paid.
 */
export function codesOf(now: RootState, before: RootState | null): number[] {
  const [booking, earlier] = [now.booking, before?.booking];
  if (!booking.isOpen) return [];
  const codes: number[] = [];
  const isOpened = !earlier?.isOpen || earlier.address !== booking.address;
  if (isOpened) codes.push(trackingCodes.pageOpened);
  if (
    booking.draft.time !== null &&
    booking.draft.hold !== null &&
    earlier &&
    !isOpened &&
    booking.draft.time !== earlier.draft.time
  )
    codes.push(trackingCodes.timePicked);
  if (booking.pickerMessage === 'hold-expired' && earlier?.pickerMessage !== 'hold-expired')
    codes.push(trackingCodes.holdExpired);
  if (booking.draft.deposit_paid && earlier?.draft.deposit_paid === false) codes.push(trackingCodes.depositPaid);
  if ((isOpened || booking.entered !== earlier?.entered) && booking.leave === null) {
    const isOff = isBookingOff(bookingSwitches(selectShop(now)?.feature_settings ?? {}));
    codes.push(trackingCode(booking.position, isOff));
  }
  return codes;
}

/**
 * Follows the booking: each step is told to the clinic, and to whom the settings name (TRACK-01 to TRACK-03). `earlier`
 * are the states from before this code was there, oldest first. Returns what stops it.
 */
export function watchVisit(store: Store, earlier: readonly RootState[] = []): () => void {
  let before: RootState | null = null;
  // Steps are told one after the other.
  const inLine = serialQueue();
  const look = (now: RootState) => {
    const codes = codesOf(now, before);
    const notSaved = now.booking.notSaved !== before?.booking.notSaved ? now.booking.notSaved : null;
    const isArrived =
      now.booking.isOpen && now.booking.entered !== before?.booking.entered && now.booking.position.step === 'success';
    before = now;
    for (const step of codes) {
      const { draft, params } = now.booking;
      const visit = { step, appointmentId: draft.appointmentId, referral: params.referral };
      void inLine(async () => store.dispatch(recordVisit(visit))).catch(() => undefined);
      tellTelemetry(store, (tell, clinicId) => tell.event(clinicId, { name: 'booking_step', step }));
    }
    if (notSaved) tellTelemetry(store, (tell) => tell.error(new AppointmentNotSaved(notSaved)));
    if (isArrived && isNewConversion(now))
      tellTelemetry(store, (tell, clinicId) => tell.event(clinicId, completed(now)));
  };
  for (const state of earlier) look(state);
  if (earlier.at(-1) !== store.getState()) look(store.getState());
  return store.subscribe(() => look(store.getState()));
}

/** An appointment that the server did not take (SAVE-06). Its name says why, since a report carries no more than that. */
class AppointmentNotSaved extends Error {
  constructor({ kind, status, code }: NotSaved) {
    super('The appointment was not saved');
    this.name = ['AppointmentNotSaved', kind, status, code].filter((part) => part !== null).join(' ');
  }
}

/** Whether this success page is the first of a booking made here, also after a reload (DONE-06). A payment link pays for one that the clinic made. */
function isNewConversion({ booking: { draft, params }, session }: RootState): boolean {
  const id = draft.appointmentId;
  if (id === null || params.paymentId !== null) return false;
  // Where storage is blocked there is no booking to come back to either.
  return isNewInVisit(session.clinicId ?? '', id);
}

const completed = (state: RootState) => {
  const { booked, draft } = state.booking;
  return {
    name: 'booking_completed' as const,
    productId: draft.selectedProducts[0]?.products[0]?.id ?? null,
    isRequest: booked ? booked.status === 'REQUESTED' : selectShop(state)?.metadata.isAutoAccept !== true,
    referral: draft.referralSource,
  };
};
