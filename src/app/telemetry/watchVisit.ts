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
 * Returns the tracking codes of D-49 for a change of the booking, in order: page opened, step entered, time picked,
 * hold ran out, deposit paid.
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
 * Reports each step of the booking to the clinic and to the configured receivers (TRACK-01 to TRACK-03). `earlier`: the
 * states before this code was loaded, oldest first. Returns a function that stops it.
 */
export function watchVisit(store: Store, earlier: readonly RootState[] = []): () => void {
  let before: RootState | null = null;
  // Steps are reported one after the other.
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

/**
 * The error reported when the server refused an appointment (SAVE-06). Its name holds the reason, since reports carry
 * only the name.
 */
class AppointmentNotSaved extends Error {
  constructor({ kind, status, code }: NotSaved) {
    super('The appointment was not saved');
    this.name = ['AppointmentNotSaved', kind, status, code].filter((part) => part !== null).join(' ');
  }
}

/**
 * Whether this success page is the first for a booking made here, also after a reload (DONE-06). A payment link's
 * booking was made by the clinic.
 */
function isNewConversion({ booking: { draft, params }, session }: RootState): boolean {
  const id = draft.appointmentId;
  if (id === null || params.paymentId !== null) return false;
  // Where storage is blocked, no booking can be reopened either.
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
