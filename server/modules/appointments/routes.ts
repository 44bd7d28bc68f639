import { createAppointment, getAppointment, listAppointments } from '../../../src/contract/appointments';
import { limits } from '../../../src/limits';
import { withTransaction } from '../../db/connection';
import { ApiError } from '../../plugins/errors';
import { handle, type Handled } from '../../plugins/handlers';
import { findClientOf } from '../clients/repository';
import { createBooking } from './create';
import { appointmentReply } from './reply';
import { findAppointment, listAppointments as appointmentsOf } from './repository';

/** A page's size as asked for: 1 to 1000, which is the list's own size (LIST-03). */
function pageSize(asked: string | undefined): number {
  const size = Math.floor(Number(asked ?? limits.appointmentListSize));
  return size >= 1 ? Math.min(size, limits.appointmentListSize) : limits.appointmentListSize;
}

/** Calls of contract/appointments: booking, and an owner's own appointments. */
export const routes: Handled[] = [
  handle(createAppointment, ({ body, clinic, session, db, now, services }) =>
    withTransaction(db, (trx) => createBooking(trx, { clinic, session, body, now, services }))),

  handle(listAppointments, async ({ query, clinic, session, db, now }) => {
    if (query.user_id !== session.userId) throw new ApiError('not_found');
    const client = await findClientOf(db, clinic.id, session.userId);
    const rows = client ? await appointmentsOf(db, clinic.id, client.id, { isHistory: query.type === 'history', size: pageSize(query.size), now }) : [];
    return { content: rows.map((row) => appointmentReply(clinic, row)) };
  }),

  handle(getAppointment, async ({ params, clinic, session, db }) => {
    const client = await findClientOf(db, clinic.id, session.userId);
    const row = client && (await findAppointment(db, clinic.id, client.id, params.id));
    if (!row) throw new ApiError('not_found');
    return appointmentReply(clinic, row);
  }),
];
