import type { Appointment, rescheduleAppointment } from '../../contract/appointments';
import type { TimeSlot } from '../../contract/availability';
import type { Input } from '../../contract/endpoint';
import { segments } from '../booking/saving';

/**
 * A start that an appointment can be moved to, and how long it is reserved for the owner: `deadline` is an instant in
 * milliseconds since the epoch and can be extended once (D-61, D-203). `holdId` is null where the clinic holds no
 * times.
 */
export type MoveTo = {
  slot: TimeSlot;
  date: string;
  holdId: string | null;
  deadline: number;
  isExtended: boolean;
  /** The move's Idempotency-Key: tries after a lost answer are one move (D-97). */
  key: string;
};

/** What the picker for a new time is given. */
export type MovePicker = {
  appointment: Appointment;
  chosen: MoveTo | null;
  /** Starts that turned out to be taken, ISO instants. */
  gone: readonly string[];
  onChosen: (chosen: MoveTo | null) => void;
  onGone: (start: string) => void;
  onTextUs: () => void;
};

/**
 * What the countdown of the chosen time is given; `onGone` tells that the clinic has given the time to somebody else.
 */
export type MoveCountdown = {
  chosen: MoveTo;
  onExtended: (chosen: MoveTo) => void;
  onGone: (start: string) => void;
  onExpire: () => void;
};

/** What the owner is told when the chosen start is lost (HOLD-07, HOLD-08). */
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
