import { clientByUser, findAndSyncClient, getCustomer, upsertClient } from '../../../src/contract/clients';
import { ApiError } from '../../calls/errors';
import { handle, type Handled } from '../../calls/handlers';
import { findUser } from '../users/repository';
import { clientReply, findClientOf, patientsOf } from './repository';
import { findAndSync } from './sync';
import { upsert } from './upsert';

/** Routes of contract/clients: the clinic's record of an owner. */
export const routes: Handled[] = [
  handle(clientByUser, async ({ query, clinic, session, db }) => {
    if (query.user_id !== session.userId) throw new ApiError('not_found');
    const client = await findClientOf(db, clinic.id, session.userId);
    return client && clientReply(client, await patientsOf(db, clinic.id, client.id));
  }),

  handle(
    upsertClient,
    ({ body, clinic, session, db, now, services }) =>
      upsert(db, {
        clinicId: clinic.id,
        phoneCode: clinic.shop.phoneCode,
        session,
        body,
        now,
        newId: services.ids.next,
      }),
    {
      transaction: true,
      // A guest may send the contacts of the form; the source `verification` would claim that a code had proved them.
      isOpenToDemoGuests: (body) => (body as { source?: unknown } | null)?.source === 'client_info_collection',
    },
  ),

  handle(
    findAndSyncClient,
    async ({ body, clinic, session, db, now }) => {
      if (body.user_id !== session.userId) throw new ApiError('not_found');
      return findAndSync(db, { clinicId: clinic.id, session, clientId: body.id, now });
    },
    { transaction: true },
  ),

  handle(getCustomer, async ({ params, clinic, session, db }) => {
    const client = await findClientOf(db, clinic.id, session.userId);
    if (params.userId !== session.userId || ![session.userId, client?.id].includes(params.id))
      throw new ApiError('not_found');
    const user = await findUser(db, clinic.id, session.userId);
    return {
      id: params.id,
      client: client && clientReply(client, await patientsOf(db, clinic.id, client.id)),
      metadata: birthDay({ ...client?.metadata, ...withoutNulls(user?.metadata) }),
    };
  }),
];

/** Returns the only metadata that the owner may see; the rest is the portal's own notes. */
const birthDay = ({ dateOfBirth = null, monthOfBirth = null }: Record<string, unknown>) => ({
  dateOfBirth,
  monthOfBirth,
});

const withoutNulls = (metadata: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
