import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getProfile, initCode, ROLE_CUSTOMER } from '../../../src/contract/auth';
import { openDatabase } from '../../../server/db/open';
import type { Db } from '../../../server/db/transaction';
import { toApiError } from '../../../server/plugins/errorReplies';
import { keepsConnections, usesPostgres } from '../../support/database';
import { relayTo, type Relay } from '../../support/relay';
import { startTestServer, type TestServer } from '../../support/server';

let first: TestServer;
beforeAll(async () => {
  first = await startTestServer();
});
afterAll(() => first.close());

test.each([
  ['a full disk', { code: '53100' }],
  ['a disk that fails', { code: '58030' }],
  ['a database for reading only', { code: '25006' }],
  ['files for reading only', { code: '42501' }],
  ['a file that may not grow', { code: 'XX000', message: 'could not extend file "base/5/1": File too large' }],
  ['a connection that the server ended', { code: '57P01' }],
  ['a connection that broke', { message: 'Connection terminated unexpectedly' }],
  ['one that broke before', { message: 'Client has encountered a connection error and is not queryable' }],
])(
  '%s is no fault of the call: 503 and when to come again',
  (_, { code, message = 'x' }: { code?: string; message?: string }) => {
    expect(toApiError(Object.assign(new Error(message), { code }))).toMatchObject({
      status: 503,
      code: 'unavailable',
      details: { retryAfter: expect.any(Number) as number },
    });
  },
);

test.each([
  ['no room on the disk', '53100'],
  ['for reading only', '25006'],
])('%s: callers hear 503 and when to come again, and nothing is half done', async (_, code) => {
  const { token } = await first.signInGuest();
  await sql
    .raw(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '${code}'; end $$`,
    )
    .execute(first.db);
  await sql`create trigger refuse before insert on messages for each statement execute function refuse()`.execute(
    first.db,
  );
  const ask = () => first.send(initCode, { body: { email: 'jo@example.com', role: ROLE_CUSTOMER } }, { token });
  expect(await ask()).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, body: { code: 'unavailable' } });
  await sql`drop trigger refuse on messages`.execute(first.db);
  await sql`drop function refuse`.execute(first.db);
  expect((await ask()).status).toBe(200);
});

if (usesPostgres) {
  describe('on a PostgreSQL of its own', () => {
    const patienceMs = 300;
    let relay: Relay;
    let server: TestServer;
    let db: Awaited<ReturnType<typeof openDatabase>>;
    let token: string;
    beforeAll(async () => {
      relay = await relayTo(first.databaseUrl ?? '');
      db = await openDatabase({ databaseUrl: relay.databaseUrl, dataDir: '' }, patienceMs);
      server = await first.another({ db });
      ({ token } = await server.signInGuest());
    });
    beforeEach(() => relay.pass());
    afterAll(async () => {
      relay.pass();
      await server.close();
      await db.destroy();
      await relay.close();
    });

    const ask = async () => {
      const { status, headers } = await server.send(getProfile, {}, { token });
      return { status, retryAfter: headers['retry-after'] };
    };
    const away = { status: 503, retryAfter: '2' };
    const pidOf = async (trx: Db) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)).rows[0]?.pid;

    test('a connection that is closed while it is used ends its own call and nothing else', async () => {
      const held = db.transaction().execute(async (trx) => {
        await sql`select pg_terminate_backend(${await pidOf(trx)})`.execute(first.db);
        // It is between two statements, so nothing of it waits for an answer that could fail.
        await pause(200);
        await trx.selectFrom('clinics').select('id').execute();
      });
      await expect(held).rejects.toSatisfy((error) => toApiError(error).status === 503);
      const sleeping = sql`select pg_sleep(30), 'doomed'`.execute(db);
      const ended = expect(sleeping).rejects.toSatisfy((error) => toApiError(error).status === 503);
      await expect
        .poll(
          async () =>
            (
              await sql<{
                ended: boolean;
              }>`select pg_terminate_backend(pid) as ended from pg_stat_activity where query like '%''doomed''%' and pid <> pg_backend_pid()`.execute(
                first.db,
              )
            ).rows.length,
        )
        .toBeGreaterThan(0);
      await ended;
      expect((await ask()).status).toBe(200);
    });

    test('while the database is away callers are told to come again, and within a second of its return they are served', async () => {
      const replies: Awaited<ReturnType<typeof ask>>[] = [];
      let isOver = false;
      const callers = Promise.all(
        Array.from({ length: 8 }, async () => {
          while (!isOver) {
            replies.push(await ask());
            await pause(5);
          }
        }),
      );
      await pause(50);
      relay.cut();
      await pause(300);
      relay.pass();
      const back = Date.now();
      while ((await ask()).status !== 200) expect(Date.now() - back).toBeLessThan(1000);
      isOver = true;
      await callers;
      expect(replies).toContainEqual(away);
      expect(replies.filter(({ status }) => status !== 200)).toEqual(
        replies.filter(({ status }) => status !== 200).map(() => away),
      );
    });

    test('connections that went silent are given up: callers hear it, and the next ones are served', async () => {
      expect((await ask()).status).toBe(200);
      relay.silence();
      const began = Date.now();
      expect(await Promise.all(Array.from({ length: 4 }, ask))).toEqual(Array(4).fill(away));
      expect(Date.now() - began).toBeLessThan(5_500);
      relay.pass();
      expect((await ask()).status).toBe(200);
    });

    test('closing does not wait for a connection that went silent', async () => {
      const patient = await openDatabase({ databaseUrl: relay.databaseUrl, dataDir: '' });
      await sql`select 1`.execute(patient);
      relay.silence();
      const before = relay.sent();
      const asked = sql`select 2`.execute(patient);
      const ended = expect(asked).rejects.toSatisfy((error) => toApiError(error).status === 503);
      const began = Date.now();
      await expect.poll(relay.sent).toBeGreaterThan(before);
      await patient.destroy();
      await ended;
      expect(Date.now() - began).toBeLessThan(4_000);
    });

    if (keepsConnections)
      test('a connection made while the database was for reading only goes with it', async () => {
        const onlyRead = (isOn: string) =>
          sql
            .raw(
              `do $$ begin execute format('alter database %I set default_transaction_read_only = ${isOn}', current_database()); end $$`,
            )
            .execute(first.db);
        await onlyRead('on');
        const late = await openDatabase({ databaseUrl: first.databaseUrl, dataDir: '' });
        const write = () => sql`create table written (id int)`.execute(late);
        await expect(write()).rejects.toMatchObject({ code: '25006' });
        await onlyRead('off');
        await write();
        await late.destroy();
        await sql`drop table written`.execute(first.db);
      });

    test('a statement that takes too long is ended by the server, and its connection goes on', async () => {
      await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: '57014' });
      expect((await ask()).status).toBe(200);
    });
  });
}
