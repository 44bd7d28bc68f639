import {
  acceptRequest,
  cancelAppointment,
  createAppointment,
  enableReminders,
  getAppointment,
  listAppointments,
  pickTime,
  rescheduleAppointment,
} from '../../../src/contract/appointments';
import * as limits from '../../../src/limits';
import type { Clinic } from '../../calls/clinic';
import type { Services } from '../../calls/services';
import { ApiError } from '../../calls/errors';
import { handle, type Handled } from '../../calls/handlers';
import { findClientOf } from '../clients/repository';
import { cancel, reschedule, setReminders } from './change';
import { createBooking } from './create';
import { acceptPaid } from './decide';
import { ownAppointment } from './access';
import { pick } from './pick';
import { appointmentReply } from './reply';
import { listAppointments as appointmentsOf } from './repository';

/** Reads the requested page size, from 1 to the list's own 1000 (LIST-03). */
function pageSize(asked: string | undefined): number {
  const size = Math.floor(Number(asked ?? limits.appointmentListSize));
  return size >= 1 ? Math.min(size, limits.appointmentListSize) : limits.appointmentListSize;
}

/** Reads a flag of the query; undefined unless 'true' or 'false'. */
const flagOf = (text: string | undefined): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined;

/** Asks the card provider how an owner's payments under way stand (payments/poll.ts). */
type CatchUp = (services: Services, clinic: Clinic, userId: string) => Promise<void>;

/** Routes of contract/appointments: booking, and an owner's own appointments. */
export const routes = (catchUp: CatchUp): Handled[] => [
  handle(createAppointment, (call) => createBooking(call.db, call), {
    transaction: true,
    beginsWithRead: true,
    isOpenToDemoGuests: () => true,
    // Reads the provider first, so that the booking finds a deposit that is paid (D-215).
    before: ({ clinic, session, services }) => catchUp(services, clinic, session.userId),
  }),

  handle(listAppointments, async ({ query, clinic, session, db, now }) => {
    if (query.user_id !== session.userId) throw new ApiError('not_found');
    const client = await findClientOf(db, clinic.id, session.userId);
    const rows = client
      ? await appointmentsOf(db, clinic.id, client.id, {
          isHistory: query.type === 'history',
          size: pageSize(query.size),
          now,
        })
      : [];
    return { content: rows.map((row) => appointmentReply(clinic, row)) };
  }),

  handle(getAppointment, async ({ params, clinic, session, db }) =>
    appointmentReply(clinic, await ownAppointment(db, { clinic, session }, params.id)),
  ),

  handle(cancelAppointment, (call) => cancel(call.db, call), { transaction: true }),

  handle(rescheduleAppointment, (call) => reschedule(call.db, { ...call, id: call.params.id }), { transaction: true }),

  handle(pickTime, (call) => pick(call.db, { ...call, id: call.params.id, timeId: call.body.time_id }), {
    transaction: true,
  }),

  handle(
    acceptRequest,
    (call) => acceptPaid(call.db, { ...call, id: call.params.id, enableReminders: flagOf(call.query.enableReminders) }),
    { transaction: true },
  ),

  handle(
    enableReminders,
    async ({ params, body, db, ...call }) => {
      if (body.id !== params.id) throw new ApiError('validation', { fields: { id: 'must be the id of the address' } });
      return setReminders(db, { ...call, id: params.id }, body.enableReminders);
    },
    { transaction: true },
  ),
];
