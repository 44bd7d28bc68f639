import {
  array,
  boolean,
  integer,
  max,
  min,
  nullable,
  number,
  object,
  optional,
  size,
  string,
  type,
  type Infer,
} from 'superstruct';
import { endpoint } from './endpoint';
import { calendarDate, id, instant, text } from './wire';

/** The second and third segment of a compound slot, and of the hold and booking made from it (D-63). */
export const segmentFields = {
  secondary_date_time: optional(nullable(instant())),
  secondary_date_time_provider_id: optional(nullable(id())),
  secondary_room_id: optional(nullable(id())),
  tertiary_date_time: optional(nullable(instant())),
  tertiary_date_time_provider_id: optional(nullable(id())),
  tertiary_room_id: optional(nullable(id())),
};

/**
 * The owner's appointment that is to be moved (D-42). Its type, location and drop-off are used in place of the body's,
 * and its present time does not count as taken.
 */
const movedField = { appointment_id: optional(nullable(id())) };

/**
 * The types of a visit of several types, such as Book again makes (D-72). They replace the one type that
 * `appointment_type_id` names.
 */
const severalTypes = { appointment_type_ids: optional(size(array(id()), 1, 10)) };

/** A start time (ENT-15). `label` is the clinic's wall clock, `10:30am`; `value` equals `dateTime`. */
export const TimeSlot = type({
  label: string(),
  value: string(),
  enabled: boolean(),
  dateTime: instant(),
  provider_id: id(),
  room_id: nullable(id()),
  /** Sent to staff only (ROLE-01, D-14). */
  room_name: optional(nullable(string())),
  ...segmentFields,
});
export type TimeSlot = Infer<typeof TimeSlot>;

/** A day with its start times (ENT-14); `available` counts its openings. */
export const DateSlot = type({
  date: calendarDate(),
  available: number(),
  times: array(TimeSlot),
  use_time_slots: boolean(),
});
export type DateSlot = Infer<typeof DateSlot>;

/**
 * POST /providers/open_times (API-29, D-58): the first window of days_to_check days with an opening,
 * looked for from `date` on, at most max_attempts windows. `searched_to` is the last day that was looked at.
 */
export const openTimes = endpoint({
  name: 'openTimes',
  method: 'POST',
  path: '/providers/open_times',
  access: 'none',
  body: object({
    productIds: array(id()),
    date: calendarDate(),
    is_dropoff: optional(boolean()),
    providerIds: array(id()),
    location_id: optional(nullable(id())),
    days_to_check: max(min(integer(), 1), 31),
    max_attempts: max(min(integer(), 1), 31),
    exact_start_date: optional(boolean()),
    client_booking: optional(boolean()),
    user_id: optional(nullable(id())),
    /** Gives access to a hidden type, as in the products call (D-71). */
    product_token: optional(nullable(string())),
    ...movedField,
  }),
  response: type({ data: array(DateSlot), searched_to: calendarDate() }),
});

/** A hold that the server granted; `expire` is its absolute deadline. */
export const Hold = type({ id: id(), expire: instant() });
export type Hold = Infer<typeof Hold>;

/**
 * POST /calendars/blocked_time (API-30, D-62, D-203): holds a start for this session; the session's earlier
 * hold is let go when this one is granted. The server sets the expiry. 409 slot_gone.
 * `appointment_type_id` names the product, from which the server takes the length; without it the length is from
 * `from_date` to `to_date`, at most the clinic's longest type (D-412).
 */
export const createHold = endpoint({
  name: 'createHold',
  method: 'POST',
  path: '/calendars/blocked_time',
  access: 'session',
  saysOutdated: true,
  body: object({
    provider_id: id(),
    room_id: optional(nullable(id())),
    expire: instant(),
    last_modified_by: optional(nullable(text(128))),
    last_modified_date: optional(nullable(instant())),
    title: text(255),
    from_date: instant(),
    to_date: instant(),
    appointment_type_id: optional(nullable(id())),
    ...severalTypes,
    location_id: optional(nullable(id())),
    product_token: optional(nullable(string())),
    /** Holds one of the day's drop-off places instead of the time (D-64). */
    is_dropoff: optional(boolean()),
    ...movedField,
    ...segmentFields,
  }),
  response: Hold,
  idempotent: true,
});

/**
 * PUT /calendars/blocked_time/{id} (D-203): extends a hold by ten minutes, once, when asked for in its last 60 s. 422
 * not_allowed; 409 slot_gone.
 */
export const extendHold = endpoint({
  name: 'extendHold',
  method: 'PUT',
  path: '/calendars/blocked_time/:id',
  access: 'session',
  params: object({ id: id() }),
  response: Hold,
});

/**
 * POST /time_slots/check (API-31, D-59): whether a start can still be had, with every segment of a compound type. The
 * session's own holds do not count as taken. The length is the type's; `duration` (minutes) is not used. 404; 422
 * not_allowed.
 */
export const checkTimeSlot = endpoint({
  name: 'checkTimeSlot',
  method: 'POST',
  path: '/time_slots/check',
  access: 'session',
  body: object({
    provider_id: id(),
    room_id: optional(nullable(id())),
    start_time: instant(),
    duration: number(),
    appointment_type_id: id(),
    ...severalTypes,
    location_id: optional(nullable(id())),
    product_token: optional(nullable(string())),
    is_dropoff: optional(boolean()),
    ...movedField,
    ...segmentFields,
  }),
  response: type({ available: boolean() }),
});
