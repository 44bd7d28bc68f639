import { addPush, pushKey, pushShown, removePush } from '../../../src/contract/push';
import { ApiError } from '../../calls/errors';
import { handle, type Handled } from '../../calls/handlers';
import type { Db } from '../../db/transaction';
import { vapidPublicKey } from '../../config/push';
import { isPushAddress } from '../../gateways/push/addresses';
import { noteShown, releaseUnseen } from './pushFirst';

const subscriptionOf = (db: Db, clinicId: string, sessionId: string) =>
  db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('clinic_id', '=', clinicId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();

/** Push messages to the owner's devices (D-440, D-441). */
export const routes: Handled[] = [
  handle(pushKey, async ({ clinic, session, db, services: { config } }) => ({
    key: config.push && vapidPublicKey(config.push.key),
    is_on: (await subscriptionOf(db, clinic.id, session.id)) !== undefined,
  })),

  handle(
    addPush,
    async ({ clinic, session, db, now, body, services: { config } }) => {
      const { endpoint, keys, replaces } = body;
      if (!isPushAddress(endpoint, config.push?.loopback ?? false))
        throw new ApiError('validation', { fields: { endpoint: 'must be the address of a public push service' } });
      if (Object.values(keys).some((key) => !/^[\w-]+$/.test(key)))
        throw new ApiError('validation', { fields: { keys: 'must be base64url' } });
      if (replaces !== undefined && (await subscriptionOf(db, clinic.id, session.id))?.endpoint !== replaces)
        return { added: true as const };
      // A browser has one subscription, which belongs to the session that named it last.
      await db
        .deleteFrom('push_subscriptions')
        .where('clinic_id', '=', clinic.id)
        .where('endpoint', '=', endpoint)
        .where('session_id', '<>', session.id)
        .execute();
      await db
        .insertInto('push_subscriptions')
        .values({ clinic_id: clinic.id, session_id: session.id, endpoint, ...keys, created_at: now })
        .onConflict((conflict) =>
          conflict.columns(['clinic_id', 'session_id']).doUpdateSet({ endpoint, ...keys, created_at: now }),
        )
        .execute();
      return { added: true as const };
    },
    { transaction: true },
  ),

  handle(removePush, async ({ clinic, session, db, now }) => {
    await db
      .deleteFrom('push_subscriptions')
      .where('clinic_id', '=', clinic.id)
      .where('session_id', '=', session.id)
      .execute();
    await releaseUnseen(db, clinic.id, session.id, now);
    return { removed: true as const };
  }),

  handle(pushShown, async ({ clinic, now, body, services: { db } }) => {
    await noteShown(db, clinic.id, body.receipt, now);
    return { noted: true as const };
  }),
];
