import {
  array,
  boolean,
  enums,
  literal,
  nullable,
  number,
  object,
  optional,
  size,
  string,
  type,
  type Infer,
} from 'superstruct';
import { segmentFields } from './availability';
import { endpoint } from './endpoint';
import { calendarDate, id, instant, text } from './wire';

/** The `source` that every call of the portal sends that changes appointments. */
export const CUSTOMER_SITE = 'CUSTOMER_SITE';

/**
 * What is booked in an appointment (ENT-20). `productTime` is minutes; `clientId` is the owner's client record
 * (CANCEL-02).
 */
export const AppointmentItem = type({
  clientId: id(),
  providerId: nullable(id()),
  metadata: type({
    providerName: nullable(string()),
    providerAvatar: nullable(string()),
    productId: id(),
    productName: string(),
    patientName: string(),
    /** Null where the clinic has no such pet on file; absent in a copy that an older version saved. */
    patientId: optional(nullable(id())),
    productTime: number(),
    /** The owner is sent a link instead of coming in (ENT-09). */
    is_telemedicine: optional(boolean()),
  }),
});

/**
 * An appointment (ENT-19). `status` is one of REQUESTED, ACCEPTED, CONFIRMED, DECLINED, DELETED, DONE; any other is
 * displayed as Accepted (STATUS-03).
 */
export const Appointment = type({
  id: id(),
  fromDate: instant(),
  toDate: instant(),
  status: string(),
  items: size(array(AppointmentItem), 1, 10),
  providers: array(type({ id: id(), firstName: string(), avatar: optional(nullable(string())) })),
  note: optional(nullable(string())),
  /** The location of the appointment, where the clinic has several to choose from (D-57). */
  location_id: optional(nullable(id())),
  /** The owner waits for an earlier time (WAIT-04, D-68). */
  is_waitlisted: optional(boolean()),
  /** The pet is left with the clinic (D-64). */
  isDropoff: optional(boolean()),
  /**
   * The paid deposit, `amount` in dollars. `state` is `paid`. Once the appointment is declined or canceled it is
   * `refunding`, `refunded`, `kept` (by the clinic's rule) or `asked` (the clinic decides) (D-414).
   */
  deposit: optional(nullable(type({ amount: number(), state: string(), card_last4: nullable(string()) }))),
  /** Other times that the clinic offers for a request; they are held until `until`, or until one is picked (D-425). */
  offered: optional(
    nullable(
      type({
        until: instant(),
        times: array(type({ id: id(), at: instant(), clinician: nullable(string()) })),
      }),
    ),
  ),
  /** For a request the clinic has offered other times, as it cannot be then, also where none is held any more. */
  offered_others: optional(boolean()),
  /** Why the clinic declined, as sentences (D-424). */
  declined_reason: optional(nullable(string())),
  /** By when the clinic answers a request, where it has stated how fast it answers (D-427). */
  answer_by: optional(nullable(instant())),
  /** When the clinic accepted or declined; null where no answer was needed or none is known. */
  answered_at: optional(nullable(instant())),
});
export type Appointment = Infer<typeof Appointment>;

/**
 * The create call's body (API-38, D-63, D-128, D-220). Ids of people, amounts and flags are only hints, which the
 * server works out again (D-201).
 */
export const CreateAppointment = object({
  source: literal(CUSTOMER_SITE),
  products: size(array(object({ id: id(), anyone: boolean(), providerId: id(), label: text(255) })), 1, 10),
  userId: optional(nullable(id())),
  isReminderSMS: boolean(),
  isReminderEmail: boolean(),
  isSendConfirmation: boolean(),
  isReturningClient: optional(boolean()),
  roomId: optional(nullable(id())),
  date: instant(),
  ...segmentFields,
  location_id: optional(nullable(id())),
  note: optional(nullable(text(1000))),
  isDropoff: optional(boolean()),
  speciesId: id(),
  speciesName: text(255),
  /**
   * The pet on file that was chosen; null where the pet is given by its name. A name that no pet on file has is 30
   * characters at most (D-411).
   */
  patientId: optional(nullable(id())),
  patientName: size(string(), 1, 255),
  sex: optional(nullable(text(64))),
  birthdate: optional(nullable(calendarDate())),
  client_dob: optional(nullable(calendarDate())),
  breed: optional(nullable(text(255))),
  breed_id: optional(nullable(id())),
  patient_color_id: optional(nullable(id())),
  patient_sex_id: optional(nullable(id())),
  ignoreOverlap: optional(boolean()),
  confirmed_keyword_action: optional(nullable(id())),
  time_slot_calendar_id: optional(nullable(id())),
  specific_doctor_requested: optional(boolean()),
  /**
   * The clinician whom the owner asked for, null for anyone. The server names the clinician in the note where the
   * clinic wants it (D-66).
   */
  requested_provider_id: optional(nullable(id())),
  saveAsRequest: optional(boolean()),
  referral_source: optional(nullable(text(255))),
  has_wellness_plan: optional(nullable(boolean())),
  deposit_paid: optional(boolean()),
  product_token: optional(nullable(string())),
});
export type CreateAppointment = Infer<typeof CreateAppointment>;

/**
 * POST /appointments (API-36, API-38, API-39): books an appointment, or requests one where the clinic does not accept
 * at once. 409 slot_gone; 422 not_allowed.
 */
export const createAppointment = endpoint({
  name: 'createAppointment',
  method: 'POST',
  path: '/appointments',
  access: 'owner',
  body: CreateAppointment,
  response: Appointment,
  idempotent: true,
  saysOutdated: true,
});

/**
 * GET /appointments/client_appointments (API-34): upcoming appointments with the earliest first, or past ones with the
 * latest first (D-47).
 */
export const listAppointments = endpoint({
  name: 'listAppointments',
  method: 'GET',
  path: '/appointments/client_appointments',
  access: 'owner',
  query: object({ user_id: id(), type: optional(string()), size: optional(string()) }),
  response: type({ content: array(Appointment) }),
});

/** GET /appointments/{id} (API-35): one of the owner's appointments; 404 for anybody else's (D-201). */
export const getAppointment = endpoint({
  name: 'getAppointment',
  method: 'GET',
  path: '/appointments/:id',
  access: 'owner',
  params: object({ id: id() }),
  response: Appointment,
  saysOutdated: true,
});

/**
 * DELETE /appointments (API-37, CANCEL-01..03): the owner cancels. The server checks again that the appointment is the
 * owner's, that the clinic allows it and that it is early enough. 422 not_allowed; 404; 409 conflict where a paid deposit
 * would fare worse than `deposit_on_cancel` says, with the outcome in `fields.deposit_on_cancel` (D-414).
 */
export const cancelAppointment = endpoint({
  name: 'cancelAppointment',
  method: 'DELETE',
  path: '/appointments',
  access: 'owner',
  body: object({
    id: id(),
    source: literal(CUSTOMER_SITE),
    /** What the owner was told becomes of the paid deposit; an older page does not say. */
    deposit_on_cancel: optional(enums(['refunded', 'asked', 'kept'])),
  }),
  response: Appointment,
});

/**
 * PUT /appointments/{id}/reschedule (D-42, D-220): moves an appointment; the new time is taken before the old one is
 * given up. 409 slot_gone; 422 not_allowed.
 */
export const rescheduleAppointment = endpoint({
  name: 'rescheduleAppointment',
  method: 'PUT',
  path: '/appointments/:id/reschedule',
  access: 'owner',
  params: object({ id: id() }),
  body: object({
    dateTime: instant(),
    providerId: id(),
    roomId: optional(nullable(id())),
    time_slot_calendar_id: optional(nullable(id())),
    ...segmentFields,
  }),
  response: Appointment,
  idempotent: true,
});

/**
 * POST /appointments/{id}/pick (D-425): picks one of the times that the clinic offers instead. The request moves there
 * and is accepted. Picking the same time again changes nothing. 409 slot_gone once the offer has ended; 422
 * not_allowed where the request is not open any more.
 */
export const pickTime = endpoint({
  name: 'pickTime',
  method: 'POST',
  path: '/appointments/:id/pick',
  access: 'owner',
  params: object({ id: id() }),
  body: object({ time_id: id() }),
  response: Appointment,
  idempotent: true,
});

/**
 * PUT /appointment_requests/{id}/accept?enableReminders (API-40, D-95): accepts a request at an auto-accept clinic,
 * once its deposit is paid; otherwise 404.
 */
export const acceptRequest = endpoint({
  name: 'acceptRequest',
  method: 'PUT',
  path: '/appointment_requests/:id/accept',
  access: 'owner',
  params: object({ id: id() }),
  query: object({ enableReminders: optional(string()) }),
  response: Appointment,
});

/** PUT /appointments/{id}/reminders (API-41, D-126): switches the appointment's reminders on or off. */
export const enableReminders = endpoint({
  name: 'enableReminders',
  method: 'PUT',
  path: '/appointments/:id/reminders',
  access: 'owner',
  silent: true,
  params: object({ id: id() }),
  body: object({ id: id(), enableReminders: boolean() }),
  response: Appointment,
});
