import type { Kysely } from 'kysely';
import { PortalServer } from '../../e2e/support/server';
import { openDatabase } from '../../server/db/open';
import type { Database } from '../../server/db/schema';
import { guestSignIn, initCode, ROLE_CUSTOMER, verifyCode, type SignedIn } from '../../src/contract/auth';
import type { Endpoint, Input, Output } from '../../src/contract/endpoint';
import { exchange } from '../../src/offline/exchange';
import type { Overrides } from '../support/clinicFile';
import { freshDatabase } from '../support/database';
import type { Kind } from './part';

/** The clinic of every round. */
export const clinicId = 'soak';

/** The server as a process that can be killed, on a database of its own that can be read behind it. */
export async function startProcess(kind: Kind, clinic: Overrides, settings: Record<string, string> = {}) {
  const database = kind === 'postgres' ? await freshDatabase() : null;
  const server = await PortalServer.start([{ ...clinic, shop: { ...clinic.shop, id: clinicId } }], {
    CAPS_TIMES: '1000000',
    ...(database?.databaseUrl && { DATABASE_URL: database.databaseUrl }),
    ...settings,
  });
  return {
    server,
    /** Kills the server, reads its database, and starts it again: what is read is what a lost machine would have left. */
    async afterKill<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
      await server.kill();
      const db = database?.db ?? (await openDatabase({ databaseUrl: undefined, dataDir: server.dataDir }));
      try {
        return await read(db);
      } finally {
        if (!database) await db.destroy();
        await server.restart();
      }
    },
    async close(): Promise<void> {
      await server.remove();
      await database?.close();
    },
  };
}

/** A call as the app makes it; throws unless it succeeds. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  given: { base: string; token?: string; key?: string },
): Promise<Output<E>> {
  const reply = await exchange(endpoint, input, {
    base: given.base,
    clinicId,
    token: given.token ?? null,
    key: given.key,
  });
  if ('data' in reply) return reply.data;
  throw new Error(`${endpoint.name}: ${JSON.stringify(reply.error)}`);
}

/** Signs an owner in with the code that the demo inbox shows. */
export async function signIn(server: Pick<PortalServer, 'origin' | 'code'>, email: string): Promise<SignedIn> {
  const base = `${server.origin}/api`;
  const { token } = await call(guestSignIn, {}, { base });
  await call(initCode, { body: { email, role: ROLE_CUSTOMER } }, { base, token });
  return call(verifyCode, { body: { email, code: await server.code(email), role: ROLE_CUSTOMER } }, { base, token });
}
