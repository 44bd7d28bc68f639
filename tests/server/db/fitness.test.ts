import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openCurrent, openDatabase, openMigrated } from '../../../server/db/open';
import { migrate } from '../../../server/db/migrate';
import { databaseFindings } from '../../../server/operator/doctor/database';
import { loadConfig } from '../../../server/config/config';
import { startFault } from '../../../server/start/fault';
import { asAdmin, freshDatabase, usesPostgres } from '../../support/database';
import { asOtherProgramsWish, isolationOf, readTimes, times } from '../../support/otherStyle';
import { about } from '../operator/doctor/support';

const id = `portal_fit_${randomUUID().slice(0, 8)}`;
const url = (user?: string): string => {
  const made = new URL(process.env['TEST_DATABASE_URL'] ?? 'postgres://127.0.0.1');
  made.pathname = `/${id}`;
  if (user !== undefined) [made.username, made.password] = [user, 'x'];
  return made.href;
};

const refusal = (databaseUrl: string, open = openMigrated) =>
  open({ databaseUrl, dataDir: '' }).then((db) => db.destroy().then(() => null), startFault);

async function look(databaseUrl: string, check: string) {
  const db = await openDatabase({ databaseUrl, dataDir: '' });
  const config = loadConfig({ NODE_ENV: 'test', DATABASE_URL: databaseUrl, SECRET: 'x'.repeat(32) });
  const { findings } = await databaseFindings(db, config);
  await db.destroy();
  return about(findings, check);
}

if (usesPostgres) {
  beforeEach(() => asAdmin(`create role ${id} login password 'x'`));
  afterEach(() => asAdmin(`drop database if exists ${id} with (force)`, `drop role ${id}`));

  it('a database of somebody else is refused in words, by the start and the doctor, and taken once it is owned', async () => {
    await asAdmin(`create database ${id}`);
    const words = `The user "${id}" of DATABASE_URL may not make tables in the database "${id}". Let it own that database: alter database "${id}" owner to "${id}".`;
    expect(await refusal(url(id))).toBe(words);
    expect(await look(url(id), 'tables')).toEqual([['wrong', words, expect.any(String)]]);
    await asAdmin(`alter database "${id}" owner to "${id}"`);
    expect(await refusal(url(id))).toBeNull();
    expect((await look(url(id), 'tables'))[0]?.[0]).toBe('fine');
  }, 60_000);

  it('a PostgreSQL without its contrib package is refused in words, by the start, a restore and the doctor', async () => {
    await asAdmin(`create database ${id} owner ${id}`, `alter database ${id} set search_path = public, pg_catalog`);
    const db = await openDatabase({ databaseUrl: url(), dataDir: '' });
    await sql`create view public.pg_available_extensions as
      select * from pg_catalog.pg_available_extensions where name <> 'btree_gist'`.execute(db);
    await sql`grant select on public.pg_available_extensions to public`.execute(db);
    await db.destroy();
    const words = expect.stringMatching(/^PostgreSQL lacks its extension btree_gist, .*contrib package/) as string;
    expect(await refusal(url(id))).toEqual(words);
    expect(await refusal(url(id), openCurrent)).toEqual(words);
    expect(await look(url(id), 'tables')).toEqual([['wrong', words, expect.any(String)]]);
    await asAdmin(`alter database ${id} reset search_path`);
    expect(await refusal(url(id))).toBeNull();
  }, 60_000);

  it('a user who may make tables but not add the extension is refused in words, until somebody else has added it', async () => {
    await asAdmin(`create database ${id}`);
    const db = await openDatabase({ databaseUrl: url(), dataDir: '' });
    await sql`alter schema public owner to ${sql.id(id)}`.execute(db);
    const words = expect.stringMatching(
      /^The user ".*" of DATABASE_URL may not add the extension btree_gist/,
    ) as string;
    expect(await refusal(url(id))).toEqual(words);
    await sql`create extension btree_gist`.execute(db);
    await db.destroy();
    expect(await refusal(url(id))).toBeNull();
  }, 60_000);

  it('a database whose dates are in a style of its own is taken, and read right', async () => {
    await asAdmin(`create database ${id} owner ${id}`);
    const db = await openMigrated({ databaseUrl: url(id), dataDir: '' });
    await asOtherProgramsWish(db);
    await db.destroy();
    const again = await openMigrated({ databaseUrl: url(id), dataDir: '' });
    expect(await readTimes(again)).toEqual(times);
    expect(await isolationOf(again)).toBe('read committed');
    await again.destroy();
    expect(await look(url(id), 'database')).toEqual([['fine', expect.any(String), null]]);
  }, 60_000);

  it('a database that cannot hold every name is refused while it is empty, and wrong for the doctor', async () => {
    await asAdmin(`create database ${id} owner ${id} encoding 'LATIN1' locale 'C' template template0`);
    const words = expect.stringMatching(
      /^The database has the encoding LATIN1, .*create database NAME owner USER/,
    ) as string;
    expect(await refusal(url(id))).toEqual(words);
    expect((await look(url(id), 'database'))[1]).toEqual(['wrong', words, expect.any(String)]);
  }, 60_000);
} else
  it('the embedded database is fit', async () => {
    const { db, close } = await freshDatabase();
    await migrate(db);
    const { findings } = await databaseFindings(db, loadConfig({ NODE_ENV: 'test', SECRET: 'x'.repeat(32) }));
    await close();
    expect(findings.map(({ state }) => state)).toEqual(['fine', 'fine']);
  });
