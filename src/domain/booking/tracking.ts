import { stepNumbers, type Position } from './steps';

/** The values of `last_recorded_step` that are not numbers of steps (D-49). */
export const trackingCodes = {
  pageOpened: 0,
  keywordNotice: 14,
  timePicked: 15,
  holdExpired: 16,
  depositPaid: 17,
  bookingDisabled: 18,
} as const;

/**
 * The code recorded when a position is entered: the step's number, 14 for the notice, 18 where booking is off (D-49).
 */
export function trackingCode(position: Position, isBookingOff: boolean): number {
  if (position.step === 'keyword-notice') return trackingCodes.keywordNotice;
  if (position.step === 'client-type' && isBookingOff) return trackingCodes.bookingDisabled;
  return stepNumbers[position.step];
}
