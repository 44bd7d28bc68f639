/** The countdown of a picked time (HOLD-02 to HOLD-12, D-59 to D-62). All of it follows from one absolute deadline. */

import { limits } from '../../limits';
import { isEnabled, type FeatureSettings } from '../shop/settings';
import type { DraftHold } from './draft';

/** HOLD-07 */
export const SLOT_GONE = "We're sorry, this time is no longer available. Please choose another time.";
/** HOLD-08 */
export const HOLD_EXPIRED = 'Your appointment slot has expired. Please select a new time slot.';

/** What picking a time does: block it, check it, or only start the timer (HOLD-04, HOLD-05, D-59). */
export const holdKind = (settings: FeatureSettings): 'block' | 'check' | 'timer' => {
  if (isEnabled(settings, 'hold_time_slots_enabled')) return 'block';
  return isEnabled(settings, 'check_vetbridge_time_slot_availability') ? 'check' : 'timer';
};

/** Whether form submit checks the slot once more (INFO-19). */
export const isCheckedAtSubmit = (settings: FeatureSettings): boolean => holdKind(settings) === 'check';

/** The deadline of a time picked now, as an instant. */
export const deadlineFrom = (now: Date): string => new Date(now.getTime() + limits.holdMs).toISOString();

/** Whole seconds left, never below 0. */
export const secondsLeft = (hold: Pick<DraftHold, 'deadline'>, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(hold.deadline) - now.getTime()) / 1000));

export const isHoldOver = (hold: Pick<DraftHold, 'deadline'>, now: Date): boolean => secondsLeft(hold, now) === 0;

/** The last 60 seconds (HOLD-03). */
export const isHoldUrgent = (hold: Pick<DraftHold, 'deadline'>, now: Date): boolean =>
  secondsLeft(hold, now) * 1000 <= limits.holdUrgentMs;

/** Ten more minutes can be asked for: once, in the last 60 seconds, of a block at the clinic (D-203). */
export const isHoldExtendable = (hold: DraftHold, now: Date): boolean =>
  hold.time_slot_calendar_id !== null && !hold.isExtended && isHoldUrgent(hold, now) && !isHoldOver(hold, now);

/** The share of the hold that is left, 0 to 1. */
export const holdShare = (hold: Pick<DraftHold, 'deadline'>, now: Date): number =>
  Math.min(1, (secondsLeft(hold, now) * 1000) / limits.holdMs);

/** '8:42' */
export const countdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
