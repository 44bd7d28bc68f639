import { object } from 'superstruct';
import { endpoint } from './endpoint';
import { Receipt, id } from './wire';

const body = object({ client_id: id(), appointment_id: id() });

/**
 * POST /waitlisters (API-49): asks for an earlier time. 422 not_allowed where the appointment's type or the clinic has
 * no waitlist; 404 for another owner's appointment.
 */
export const joinWaitlist = endpoint({
  name: 'joinWaitlist',
  method: 'POST',
  path: '/waitlisters',
  access: 'owner',
  outbox: 'last',
  body,
  response: Receipt,
  idempotent: true,
});

/**
 * PUT /waitlisters/remove (API-50): asks for no earlier time any more. It succeeds also when nothing is listed, so that
 * it can be repeated.
 */
export const leaveWaitlist = endpoint({
  name: 'leaveWaitlist',
  method: 'PUT',
  path: '/waitlisters/remove',
  access: 'owner',
  outbox: 'last',
  body,
  response: Receipt,
  idempotent: true,
});
