import {
  acceptRequest,
  cancelAppointment,
  createAppointment,
  enableReminders,
  getAppointment,
  listAppointments,
  rescheduleAppointment,
} from '../../../src/contract/appointments';
import { limits } from '../../../src/limits';
import { withTransaction } from '../../db/transaction';
import type { Clinic } from '../../calls/clinic';
import type { Services } from '../../calls/services';
import { ApiError } from '../../calls/errors';
import { handle, type Handled } from '../../calls/handlers';
import { findClientOf } from '../clients/repository';
import { cancel, reschedule, setReminders } from './change';
import { createBooking } from './create';
import { acceptPaid } from './decide';
import { ownAppointment } from './access';
import { appointmentReply } from './reply';
import { listAppointments as appointmentsOf } from './repository';

/** A page's size as asked for: 1 to 1000, which is the list's own size (LIST-03). */
function pageSize(asked: string | undefined): number {
  const size = Math.floor(Number(asked ?? limits.appointmentListSize));
  return size >= 1 ? Math.min(size, limits.appointmentListSize) : limits.appointmentListSize;
}

/** A yes or no of the query; undefined where it says neither. */
const flagOf = (text: string | undefined): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined;

/** Asks the card provider how an owner's payments under way stand (payments/poll.ts). */
type CatchUp = (services: Services, clinic: Clinic, userId: string) => Promise<void>;

/** The calls of contract/appointments: booking, and an owner's own appointments. */
export const routes = (catchUp: CatchUp): Handled[] => [
  handle(
    createAppointment,
    ({ body, clinic, session, db, now, services }) =>
      withTransaction(db, (trx) => createBooking(trx, { clinic, session, body, now, services })),
    {
      // A deposit that the provider knows to be paid is known here before the booking looks for it (D-215).
      before: ({ clinic, session, services }) => catchUp(services, clinic, session.userId),
    },
  ),

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

  handle(cancelAppointment, ({ body, clinic, session, db, now, services }) =>
    withTransaction(db, (trx) => cancel(trx, { clinic, session, id: body.id, now, services })),
  ),

  handle(rescheduleAppointment, ({ params, body, clinic, session, db, now, services }) =>
    withTransaction(db, (trx) => reschedule(trx, { clinic, session, id: params.id, body, now, services })),
  ),

  handle(acceptRequest, ({ params, query, clinic, session, db, now, services }) =>
    withTransaction(db, (trx) =>
      acceptPaid(trx, {
        clinic,
        session,
        id: params.id,
        now,
        services,
        enableReminders: flagOf(query.enableReminders),
      }),
    ),
  ),

  handle(enableReminders, ({ params, body, clinic, session, db }) => {
    if (body.id !== params.id) throw new ApiError('validation', { fields: { id: 'must be the id of the address' } });
    return withTransaction(db, (trx) => setReminders(trx, { clinic, session, id: params.id }, body.enableReminders));
  }),
];
