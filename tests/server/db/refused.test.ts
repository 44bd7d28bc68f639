import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedConnection, sqlState } from '../../../server/db/faults';
import { openDatabase } from '../../../server/db/open';
import type { Database } from '../../../server/db/schema';
import { toApiError } from '../../../server/plugins/errorReplies';
import { startFault } from '../../../server/start/fault';
import { asAdmin, usesPostgres } from '../../support/database';

const id = `portal_refused_${randomUUID().slice(0, 8)}`;

/** The error of a statement; null where there is none. */
const ask = (db: Kysely<Database>): Promise<unknown> =>
  sql`select 1`.execute(db).then(
    () => null,
    (error: unknown) => error,
  );

const endAll = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${id}'`;

if (usesPostgres) {
  beforeAll(() => asAdmin(`create role ${id} login password 'x'`, `create database ${id} owner ${id}`));
  afterAll(() => asAdmin(`drop database ${id} with (force)`, `drop role ${id}`));

  test.each([
    ['28P01', 'another password', [`alter role ${id} password 'y'`], [`alter role ${id} password 'x'`]],
    ['28000', 'a role that may not sign in', [`alter role ${id} nologin`], [`alter role ${id} login`]],
    [
      '55000',
      'a database that takes nobody',
      [`alter database ${id} allow_connections false`],
      [`alter database ${id} allow_connections true`],
    ],
    [
      '3D000',
      'a database with another name',
      [endAll, `alter database ${id} rename to ${id}_x`],
      [`alter database ${id}_x rename to ${id}`],
    ],
  ])(
    '%s, %s: callers hear 503 and when to come again, the log why, and then they are served',
    async (code, _, refuse, admit) => {
      const url = new URL(process.env['TEST_DATABASE_URL']!);
      [url.pathname, url.username, url.password] = [`/${id}`, id, 'x'];
      const db = await openDatabase({ databaseUrl: url.href, dataDir: '' });
      const begun = await openDatabase({ databaseUrl: url.href, dataDir: '' });
      expect(await ask(db)).toBeNull();
      await asAdmin(...refuse, endAll);
      try {
        // The first may still hear that its connection was ended.
        await expect.poll(async () => sqlState(await ask(db))).toBe(code);
        const error = await ask(db);
        expect(toApiError(error)).toMatchObject({ status: 503, details: { retryAfter: 2 } });
        expect(refusedConnection(error)).toMatch(/^The database (refuses|takes no connection now): /);
        // One that had no connection before says the same.
        const first = await ask(begun);
        expect([toApiError(first).status, startFault(first)]).toEqual([503, refusedConnection(error)]);
      } finally {
        await asAdmin(...admit);
      }
      expect([await ask(db), await ask(begun)]).toEqual([null, null]);
      await Promise.all([db.destroy(), begun.destroy()]);
    },
  );
} else test('nobody refuses the embedded database', () => expect(usesPostgres).toBe(false));
