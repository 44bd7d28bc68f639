import { setTimeout as wait } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { lostConnection } from './faults';

/** The part of an embedded database that Kysely uses. */
export type Embedded = Pick<PGlite, 'query' | 'transaction' | 'close' | 'closed' | 'ready' | 'waitReady'>;
type Inside = Parameters<Parameters<PGlite['transaction']>[0]>[0];

const firstPauseMs = 500;
const longestPauseMs = 15_000;

/**
 * Wraps an embedded database and opens it again after it gave up, as on a full disk; a PostgreSQL server would restart
 * itself. Until then statements fail as they do without a connection. `canOpen` tells whether a try is worthwhile.
 */
export async function reopening(open: () => Promise<PGlite>, canOpen: () => Promise<boolean>): Promise<Embedded> {
  let isClosed = false;
  const opened = async (): Promise<PGlite> => {
    const database = await open();
    refuseOnceGivenUp(database, () => {
      current = null;
      void openAgain();
    });
    return database;
  };

  async function openAgain(): Promise<void> {
    for (let pause = firstPauseMs; !isClosed; pause = Math.min(2 * pause, longestPauseMs)) {
      await wait(pause, undefined, { ref: false });
      if (isClosed || !(await canOpen().catch(() => true))) continue;
      const next = await opened().catch(() => null);
      if (next === null) continue;
      if (isClosed) await next.close();
      else current = next;
      return;
    }
  }

  const refuse = async (): Promise<never> => {
    throw new Error(`${lostConnection}: the embedded database is being opened again`);
  };

  let current: PGlite | null = await opened();
  return {
    query: (...given) => current?.query(...given) ?? refuse(),
    async transaction(run) {
      let isBegun = false;
      try {
        return await (current?.transaction((inside) => ((isBegun = true), run(inside))) ?? refuse());
      } catch (error) {
        if (isBegun) throw error;
        // Only an error thrown within a transaction tells Kysely that there is no connection.
        return run({ query: refuse } as unknown as Inside);
      }
    },
    async close() {
      isClosed = true;
      await current?.close();
    },
    get closed() {
      return isClosed;
    },
    ready: true,
    waitReady: Promise.resolve(),
  };
}

/** After the database gave up, nothing may be sent to it, not even a rollback: the call would never return. */
function refuseOnceGivenUp(database: PGlite, tell: () => void): void {
  const send = database.execProtocolStream.bind(database);
  let last: unknown = null;
  database.execProtocolStream = async (...given) => {
    if (last !== null) throw last;
    try {
      return await send(...given);
    } catch (error) {
      if (['PANIC', 'FATAL'].includes((error as { severity?: string }).severity ?? '')) {
        last = error;
        tell();
      }
      throw error;
    }
  };
}
