import { clientByUser, upsertClient } from '../../../src/contract/clients';
import { withTransaction } from '../../db/connection';
import { ApiError } from '../../plugins/errors';
import { handle, type Handled } from '../../plugins/handlers';
import { clientReply, findClientOf, patientsOf } from './repository';
import { upsert } from './upsert';

/** Calls of contract/clients: the clinic's record of an owner. */
export const routes: Handled[] = [
  handle(clientByUser, async ({ query, clinic, session, db }) => {
    if (query.user_id !== session.userId) throw new ApiError('not_found');
    const client = await findClientOf(db, clinic.id, session.userId);
    return client && clientReply(client, await patientsOf(db, clinic.id, client.id));
  }),

  handle(upsertClient, ({ body, clinic, session, db, now, services }) =>
    withTransaction(db, (trx) => upsert(trx, { clinicId: clinic.id, phoneCode: clinic.shop.phoneCode, session, body, now, newId: services.ids.next }))),
];
