import type { rescheduleAppointment } from '../../contract/appointments';
import type { TimeSlot } from '../../contract/availability';
import type { Input } from '../../contract/endpoint';

/**
 * A start that an appointment can be moved to, and until when it is the owner's: `deadline` is an instant in milliseconds,
 * put off once (D-61, D-203). `holdId` is null where the clinic holds no times.
 */
export type MoveTo = { slot: TimeSlot; date: string; holdId: string | null; deadline: number; isExtended: boolean };

/** Why no start is chosen any more (HOLD-07, HOLD-08). */
export const moveRefusals = {
  'slot-gone': "We're sorry, this time is no longer available. Please choose another time.",
  'hold-expired': 'Your appointment slot has expired. Please select a new time slot.',
} as const;
export type MoveRefusal = keyof typeof moveRefusals;

/** The reschedule call's body (D-42): the start with all its segments, and the hold that keeps it. */
export const moveBody = ({ slot, holdId }: Pick<MoveTo, 'slot' | 'holdId'>): Input<typeof rescheduleAppointment>['body'] => ({
  dateTime: slot.dateTime,
  providerId: slot.provider_id,
  roomId: slot.room_id,
  time_slot_calendar_id: holdId,
  secondary_date_time: slot.secondary_date_time ?? null,
  secondary_date_time_provider_id: slot.secondary_date_time_provider_id ?? null,
  secondary_room_id: slot.secondary_room_id ?? null,
  tertiary_date_time: slot.tertiary_date_time ?? null,
  tertiary_date_time_provider_id: slot.tertiary_date_time_provider_id ?? null,
  tertiary_room_id: slot.tertiary_room_id ?? null,
});
