import type { Appointment, rescheduleAppointment } from '../../contract/appointments';
import type { TimeSlot } from '../../contract/availability';
import type { Input } from '../../contract/endpoint';
import { segments } from '../booking/saving';

/**
 * A start that an appointment can be moved to, and until when it is the owner's: `deadline` is an instant in
 * milliseconds, put off once (D-61, D-203). `holdId` is null where the clinic holds no times.
 */
export type MoveTo = { slot: TimeSlot; date: string; holdId: string | null; deadline: number; isExtended: boolean };

/** What the picker of another time is given. */
export type MovePicker = {
  appointment: Appointment;
  chosen: MoveTo | null;
  /** Starts that turned out to be taken. */
  gone: readonly string[];
  onChosen: (chosen: MoveTo | null) => void;
  onGone: (start: string) => void;
  onTextUs: () => void;
};

/** What the chosen time's countdown is given; `onGone` tells that the clinic has given the time away. */
export type MoveCountdown = {
  chosen: MoveTo;
  onExtended: (chosen: MoveTo) => void;
  onGone: (start: string) => void;
  onExpire: () => void;
};

/** Why no start is chosen any more (HOLD-07, HOLD-08). */
export const moveRefusals = {
  'slot-gone': "We're sorry, this time is no longer available. Please choose another time.",
  'hold-expired': 'Your appointment slot has expired. Please select a new time slot.',
} as const;
export type MoveRefusal = keyof typeof moveRefusals;

/** The reschedule call's body (D-42): the start with all its segments, and the hold that keeps it. */
export const moveBody = ({
  slot,
  holdId,
}: Pick<MoveTo, 'slot' | 'holdId'>): Input<typeof rescheduleAppointment>['body'] => ({
  dateTime: slot.dateTime,
  providerId: slot.provider_id,
  roomId: slot.room_id,
  time_slot_calendar_id: holdId,
  ...segments(slot),
});
