import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAppointment } from '../../../src/contract/appointments';
import { readJob } from '../../../server/db/jobs';
import { backUp, restore, UnderWay } from '../../../server/operator/backup';
import { drill } from '../../../server/operator/drill';
import { linesOfFile } from '../../../server/operator/files';
import { backUpIfDue } from '../../../server/operator/scheduled';
import { freshDatabase, usesPostgres } from '../../support/database';
import { startTestServer, type TestServer } from '../../support/server';
import { bookingBody, chicago, owner, wednesday } from '../booking/support';

const hour = 3_600_000;
const minute = 60_000;

let server: TestServer;
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'portal-backups-'));
  server = await startTestServer();
});
afterEach(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

const plan = () => ({ dir, everyMs: 24 * hour, atMinutes: 180, keepDays: 2, keepWeeks: 0 });
const made = (services = server.services) => backUpIfDue(services, plan());
const files = async () => (await readdir(dir)).sort();

it('is made when it is due, once, closed to others, and can be restored', async () => {
  // 2026-11-21T15:00:00Z: the one of 03:00 was missed.
  const path = (await made())!;
  expect(path).toBe(join(dir, 'portal-20261121T150000Z.jsonl.gz'));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await made()).toBeNull();
  server.clock.set('2026-11-22T02:59:59Z');
  expect(await made()).toBeNull();
  server.clock.set('2026-11-22T03:00:00Z');
  expect(await made()).toBe(join(dir, 'portal-20261122T030000Z.jsonl.gz'));
  expect(await readJob(server.db, 'backup')).toMatchObject({
    done_at: server.clock.now(),
    note: expect.stringMatching(/^.*portal-20261122T030000Z\.jsonl\.gz: \d+ rows of \d+ tables, \d+ kB$/) as string,
    failure: null,
  });

  const empty = await freshDatabase();
  const { rows } = await restore(empty.db, await linesOfFile(path));
  expect(rows).toBeGreaterThan(10);
  expect(await empty.db.selectFrom('clinics').select('id').execute()).toEqual([{ id: 'testvets' }]);
  await empty.close();
});

it('is made by one of several servers', async () => {
  const other = await server.another();
  const paths = await Promise.all([made(), made(other.services), made(), made(other.services)]);
  await other.app.close();
  expect(paths.filter((path) => path !== null)).toHaveLength(1);
  expect(await files()).toHaveLength(1);
});

it('deletes old ones, and halves that killed servers left, only after a good one', async () => {
  const old = ['portal-20261110T030000Z.jsonl.gz', 'portal-20261111T030000Z.jsonl.gz'];
  const half = 'portal-20261112T030000Z.jsonl.gz.0b8f4c1e-58a5-4f0e-9d0a-1f4f6d1f2b3c';
  for (const name of [...old, half, 'notes.txt']) await writeFile(join(dir, name), 'x');
  // A file that has the new one's name makes it fail.
  await writeFile(join(dir, 'portal-20261121T150000Z.jsonl.gz'), 'in the way');
  await expect(made()).rejects.toThrow('is there already');
  expect(await files()).toEqual([...old, half, 'portal-20261121T150000Z.jsonl.gz', 'notes.txt'].sort());
  expect(await readJob(server.db, 'backup')).toMatchObject({
    failed_at: server.clock.now(),
    failure: expect.stringContaining('is there already') as string,
    done_at: null,
  });

  server.clock.advance(14 * minute);
  expect(await made(), 'a failed one is not tried again at once').toBeNull();
  server.clock.advance(minute);
  expect(await made()).not.toBeNull();
  expect(await files()).toEqual(
    ['notes.txt', 'portal-20261121T150000Z.jsonl.gz', 'portal-20261121T151500Z.jsonl.gz', old[1]].sort(),
  );
  expect(await readJob(server.db, 'backup')).toMatchObject({ failed_at: null, failure: null });
});

it('is tried by another server when the one that began it was killed', async () => {
  await server.db.insertInto('jobs').values({ clinic_id: '', name: 'backup', taken_at: server.clock.now() }).execute();
  expect(await made()).toBeNull();
  server.clock.advance(15 * minute);
  expect(await made()).not.toBeNull();
});

it('is made though the clock was once far ahead', async () => {
  await server.db
    .insertInto('jobs')
    .values({ clinic_id: '', name: 'backup', taken_at: '2036-01-01T00:00:00Z', done_at: '2036-01-01T00:00:00Z' })
    .execute();
  expect(await made()).not.toBeNull();
});

it('keeps others out while it runs, however long, and they try again', async () => {
  if (!usesPostgres) return expect(await made()).not.toBeNull();
  let second: unknown = null;
  await backUp(
    server.db,
    async () => {
      second ??= await backUp(server.db, () => {}, server.clock.now(), { keepsOthersOut: true }).catch(
        (error: unknown) => error,
      );
    },
    server.clock.now(),
    { keepsOthersOut: true },
  );
  expect(second).toBeInstanceOf(UnderWay);
  expect(await made()).not.toBeNull();
  return undefined;
});

it('is of one moment while bookings are written: a drill finds each row, and each booking with its claim', async () => {
  const { token } = await owner(server, 'jo@example.com');
  const times = ['09:00', '09:30', '10:00', '10:30'];
  const book = (time: string) =>
    server.api(createAppointment, { body: bookingBody(chicago(wednesday, time)) }, { token });
  const [, path] = await Promise.all([
    (async () => {
      for (const time of times) await book(time);
    })(),
    made(),
  ]);
  const rows = gunzipSync(await readFile(path!))
    .toString()
    .split('\n');
  const of = (table: string): Record<string, unknown>[] => {
    const from = rows.indexOf(JSON.stringify({ table }));
    const to = rows.findIndex((line, index) => index > from && !line.startsWith('{"row"'));
    return rows.slice(from + 1, to).map((line) => (JSON.parse(line) as { row: Record<string, unknown> }).row);
  };
  const booked = of('appointments').map(({ id }) => id);
  const claimed = of('claims').flatMap(({ appointment_id }) => (appointment_id === null ? [] : [appointment_id]));
  expect(new Set(claimed)).toEqual(new Set(booked));
  expect(await drill(path!, await linesOfFile(path!))).toMatchObject({
    exit: 0,
    out: [expect.stringMatching(/: OK, \d+ rows of \d+ tables were restored and counted$/) as string],
  });
});

it('a drill says of a damaged file what is wrong with it', async () => {
  const path = (await made())!;
  const text = gunzipSync(await readFile(path)).toString();
  const damaged = async (name: string, content: string | Buffer) => {
    await writeFile(join(dir, name), content);
    return drill(name, await linesOfFile(join(dir, name)));
  };
  expect(await damaged('cut', text.slice(0, -30))).toMatchObject({ exit: 1, out: [] });
  // As many rows in all, and one of them in another table than the backup counted.
  const moved = text.replace(/"clinics":1,/, '"clinics":2,');
  expect(moved).not.toBe(text);
  expect((await damaged('moved', moved)).err).toEqual([
    'moved: The backup is damaged: "clinics" should have 2 rows and has 1.',
  ]);
  const packed = await readFile(path);
  await expect(damaged('half.gz', packed.subarray(0, packed.length / 2))).rejects.toThrow('cannot be read');
});

it('closes a folder that was open to others', async () => {
  await chmod(dir, 0o755);
  await made();
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
});
