import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { getProfile } from '../../../src/contract/auth';
import { freshDatabase, usesPostgres } from '../../support/database';
import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('health tells the version while the database answers', async () => {
  const reply = await server.app.inject({ url: '/api/health' });
  expect([reply.statusCode, reply.json(), reply.headers['cache-control']]).toEqual([
    200,
    { status: 'ok', version: packageJson.version },
    'no-store',
  ]);
});

test('without a database it is 503, and calls do not pretend', async () => {
  const gone = await freshDatabase();
  const lame = await server.another({ db: gone.db });
  await gone.close();
  const reply = await lame.app.inject({ url: '/api/health' });
  expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'unavailable', version: packageJson.version }]);
  expect((await lame.send(getProfile, {}, { token: 'x'.repeat(43) })).status).toBeGreaterThanOrEqual(500);
  await lame.app.close();
});

test('goes on after the database dropped its connections', async () => {
  const other = await server.another();
  if (usesPostgres)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      server.db,
    );
  const replies = await Promise.all(Array.from({ length: 5 }, () => other.app.inject({ url: '/api/health' })));
  await other.app.close();
  expect(replies.at(-1)?.statusCode).toBe(200);
});

test.each([
  ['no room on the disk', '53100'],
  ['for reading only', '25006'],
])('tells of a database that answers and takes no writes: %s', async (_, code) => {
  const other = await server.another();
  await sql
    .raw(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '${code}'; end $$`,
    )
    .execute(server.db);
  await sql`create trigger refuse before insert on counters for each statement execute function refuse()`.execute(
    server.db,
  );
  const reply = await other.app.inject({ url: '/api/health' });
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
  await sql`drop trigger refuse on counters`.execute(server.db);
  await sql`drop function refuse`.execute(server.db);
  expect((await other.app.inject({ url: '/api/health' })).statusCode).toBe(200);
  await other.app.close();
});

test('tells of a full disk on which its own row still finds place, until there is room', async () => {
  const other = await server.another();
  const ask = async () => (await other.app.inject({ url: '/api/health' })).statusCode;
  expect(await ask()).toBe(200);
  const full = sql.raw(`do $$ begin raise exception 'no' using errcode = '53100'; end $$`);
  // A new table finds no room, as no new row does.
  await sql
    .raw(
      `create function refuse() returns event_trigger language plpgsql as $$ begin raise exception 'no' using errcode = '53100'; end $$`,
    )
    .execute(server.db);
  await sql`create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse()`.execute(
    server.db,
  );
  await expect(full.execute(server.db)).rejects.toThrow('no');
  expect([await ask(), await ask()]).toEqual([503, 503]);
  await sql`drop event trigger full_disk`.execute(server.db);
  await sql`drop function refuse`.execute(server.db);
  expect([await ask(), await ask()]).toEqual([200, 200]);
  await other.app.close();
});
