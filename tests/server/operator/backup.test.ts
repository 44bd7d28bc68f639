import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { array, is, literal, string, type } from 'superstruct';
import { createAppointment } from '../../../src/contract/appointments';
import { getProfile } from '../../../src/contract/auth';
import { textUs } from '../../../src/contract/messages';
import { migrations } from '../../../server/db/migrations';
import { backUp, restore } from '../../../server/operator/backup';
import { version } from '../../../server/system/version';
import { clinicFile } from '../../support/clinicFile';
import { freshDatabase, type FreshDatabase } from '../../support/database';
import { startTestServer, type TestServer } from '../../support/server';
import { bookingBody, chicago, owner, wednesday } from '../booking/support';

const now = new Date('2026-11-21T15:00:00Z');

let server: TestServer;
let token: string;
let backup: string[];
beforeAll(async () => {
  server = await startTestServer({
    clinicFiles: [
      clinicFile({ shop: { notify_email: 'desk@testvets.example', name: 'Vets \u2028 & "Söhne"\n' } }),
      clinicFile({ shop: { id: 'second' } }),
    ],
  });
  token = (await owner(server, 'jo@example.com')).token;
  await server.api(createAppointment, { body: bookingBody(chicago(wednesday, '09:00'), { note: 'limps' }) }, { token });
  for (let count = 0; count < 700; count += 1) {
    await server.services.messages.enqueue(server.db, {
      clinicId: 'second',
      channel: 'sms',
      recipient: '+15125550100',
      text: `message ${count}`,
      kind: 'test',
    });
  }
  backup = await backupOf(server.db);
});
afterAll(() => server.close());

let empty: FreshDatabase;
beforeEach(async () => void (empty = await freshDatabase()));
afterEach(() => empty.close());

async function backupOf(db: FreshDatabase['db']): Promise<string[]> {
  const lines: string[] = [];
  await backUp(db, (line) => void lines.push(line), now);
  return lines;
}

/** The checksum is of the lines in their order. */
const sorted = (lines: string[]) => lines.map((line) => line.replace(/,"sha256":"\w+"/, '')).sort();
const refusal = (lines: string[], db = empty.db) =>
  restore(db, lines).then(
    () => 'restored',
    (error: Error) => error.message,
  );
const clinics = async () => (await empty.db.selectFrom('clinics').select('id').execute()).length;

describe('a backup', () => {
  it('restored into an empty database is all that was there: the same backup, the same session', async () => {
    const copied = await restore(empty.db, backup);
    expect(copied.rows).toBe(backup.filter((line) => line.startsWith('{"row"')).length);
    expect(copied.rows).toBeGreaterThan(700);
    expect(sorted(await backupOf(empty.db))).toEqual(sorted(backup));
    const there = await server.another({ db: empty.db });
    expect(await there.api(getProfile, {}, { token })).toMatchObject({ email: 'jo@example.com' });
    await there.app.close();
  });

  it('names the release that made it, which an earlier release passes over', () => {
    const head = JSON.parse(backup[0]!) as Record<string, unknown>;
    expect(head['made_by']).toBe(version);
    // What releases before this one asked of a first line.
    const asked = type({
      backup: literal('clinic-portal'),
      version: literal(1),
      migrations: array(string()),
      created_at: string(),
    });
    expect(is(head, asked)).toBe(true);
  });

  it('goes on numbering messages after the highest one', async () => {
    await restore(empty.db, backup);
    const there = await server.another({ db: empty.db });
    const guest = await there.signInGuest();
    await there.api(textUs, { body: { phone_number: '5125550142' } }, { token: guest.token });
    const { rows } = await sql<{
      kind: string;
      is_last: boolean;
    }>`select kind, position = (select max(position) from messages) as is_last from messages where kind = 'text_us'`.execute(
      empty.db,
    );
    expect(rows).toEqual([{ kind: 'text_us', is_last: true }]);
    await there.app.close();
  });

  it('is of one moment: what is written meanwhile is in it whole or not at all', async () => {
    const lines: string[] = [];
    let isBooked: Promise<unknown> | null = null;
    await backUp(
      server.db,
      (line) => {
        lines.push(line);
        isBooked ??= server.api(createAppointment, { body: bookingBody(chicago(wednesday, '11:00')) }, { token });
      },
      now,
    );
    await isBooked;
    expect(sorted(lines)).toEqual(sorted(backup));
    expect((await backupOf(server.db)).length).toBeGreaterThan(backup.length);
  });

  it('names each table after those that it refers to', () => {
    const tables = backup.flatMap((line) => (JSON.parse(line) as { table?: string }).table ?? []);
    for (const [first, then] of [
      ['clinics', 'users'],
      ['users', 'sessions'],
      ['users', 'clients'],
      ['clients', 'patients'],
      ['appointments', 'claims'],
      ['holds', 'claims'],
      ['sessions', 'codes'],
      ['clinics', 'refills'],
    ] as const) {
      expect(tables.indexOf(first)).toBeLessThan(tables.indexOf(then));
    }
    expect(tables).not.toContain('kysely_migration');
  });
});

describe('a restore', () => {
  it('is refused by a database with clinics in it, which it names, and by one with anything in it', async () => {
    expect(await refusal(backup, server.db)).toMatch(
      /^The database is not empty: it has second, testvets\. A backup is restored into an empty one/,
    );
    await sql`insert into clinics select (jsonb_populate_record(one, jsonb_build_object('id', 'many-' || n))).* from clinics one, generate_series(1, 9) n where one.id = 'second'`.execute(
      server.db,
    );
    expect(await refusal(backup, server.db)).toMatch(/: it has many-1, many-2, many-3 and 8 more\. A backup/);
    await server.db.deleteFrom('clinics').where('id', 'like', 'many-%').execute();
    await empty.db.insertInto('people').values({ id: 'p', email: 'p@x.example', name: 'P', created_at: now }).execute();
    expect(await refusal(backup)).toBe('The database is not empty: there are rows in "people".');
  });

  it('takes what a server wrote of itself after its first start for nothing', async () => {
    const rows = backup.filter((line) => line.startsWith('{"row"')).length;
    await empty.db.insertInto('jobs').values({ clinic_id: '', name: 'backup', taken_at: now, done_at: now }).execute();
    const health = { clinic_id: '', key: 'health', window_start: now, count: 1 };
    await empty.db.insertInto('counters').values(health).execute();
    expect((await restore(empty.db, backup)).rows).toBe(rows);
    expect(await empty.db.selectFrom('jobs').select('name').execute()).toEqual(
      await server.db.selectFrom('jobs').select('name').execute(),
    );
  });

  it('takes one of an earlier release, which names neither itself nor the rows of each table nor a checksum', async () => {
    const earlier = [madeBy(undefined, ours), ...backup.slice(1, -1), backup.at(-1)!.replace(/,"tables":.*/, '}')];
    expect(earlier[0]).not.toContain('made_by');
    expect(earlier.at(-1)).toMatch(/^\{"end":\d+\}$/);
    expect((await restore(empty.db, earlier)).rows).toBeGreaterThan(700);
  });

  const ours = Object.keys(migrations).sort();
  const madeBy = (made_by: string | undefined, names: string[]) =>
    JSON.stringify({ ...(JSON.parse(backup[0]!) as object), migrations: names, made_by });
  const at = (line: string) => backup.findIndex((one) => one.startsWith(line));
  it.each<[string, () => string[], RegExp]>([
    ['is nothing', () => [], /^The backup is cut off/],
    ['is no backup', () => ['hello'], /^This is no backup of the portal\.$/],
    ['is a clinic file', () => ['{', '"shop": {}', '}'], /^This is no backup of the portal\.$/],
    [
      'is of another kind or version',
      () => ['{"backup":"clinic-portal","version":2,"migrations":[],"created_at":""}'],
      /^This is no backup of the portal, or one of a later version\.$/,
    ],
    [
      'is of another state of the tables',
      () => [madeBy('1.2.3-202601020304', ours.slice(0, -1)), ...backup.slice(1)],
      new RegExp(
        `^The backup was made by version 1\\.2\\.3-202601020304, with other tables \\(up to ${ours.at(-2)}; this one, ` +
          `${version}, has ${ours.at(-1)}\\)\\. Restore it with that version, then start this one, which brings`,
      ),
    ],
    [
      'is of another state of the tables, by a release that did not name itself yet',
      () => [madeBy(undefined, ['0000_before']), ...backup.slice(1)],
      /^The backup was made by a version that it does not name, with other tables \(up to 0000_before; .* then start/,
    ],
    [
      'is of a newer release',
      () => [madeBy('9.0.0', [...ours, '9999_later']), ...backup.slice(1)],
      /^The backup was made by version 9\.0\.0, .* Restore it with that version: this one is older/,
    ],
    ['is cut off', () => backup.slice(0, -1), /^The backup is cut off: its end is missing\.$/],
    [
      'lacks a row',
      () => backup.filter((_, index) => index !== backup.findLastIndex((line) => line.startsWith('{"row"'))),
      /^The backup is damaged: it should have \d+ rows and has \d+\.$/,
    ],
    [
      'lacks a row that others need',
      () => backup.filter((_, index) => index !== at('{"row"')),
      /^The backup is damaged: its rows of "\w+" do not fit together\.$/,
    ],
    [
      'has a value of another kind',
      () => backup.map((line) => line.replace(/"version":\d+,"created_at":"2026/, '"version":"x","created_at":"2026')),
      /^The backup is damaged: its rows of "clinics"/,
    ],
    [
      'has half a line',
      () => [...backup.slice(0, 5), backup[5]!.slice(0, 9), ...backup.slice(6)],
      /^Line 6 is damaged\.$/,
    ],
    [
      'has a line of another kind',
      () => [...backup.slice(0, 5), '{"drop":"clinics"}', ...backup.slice(5)],
      /^Line 6 is damaged\.$/,
    ],
    [
      'has a row of no table',
      () => [backup[0]!, '{"row":{"id":"x"}}', ...backup.slice(1)],
      /^Line 2 is a row of no table\.$/,
    ],
    [
      'has an unknown table',
      () => [backup[0]!, '{"table":"pg_authid"}', ...backup.slice(1)],
      /^Line 2 names the table "pg_authid", which this version does not have\.$/,
    ],
    [
      'has a value that was changed',
      () => backup.map((line) => line.replace('limps', 'jumps')),
      /^The backup is damaged: its lines are not those that were written\. To read it all the same take "sha256" out/,
    ],
    ['goes on after its end', () => [...backup, backup[1]!], /^Line \d+ comes after the end of the backup\.$/],
  ])('is refused whole when the file %s', async (_, lines, message) => {
    expect(await refusal(lines())).toMatch(message);
    expect(await clinics()).toBe(0);
    expect((await restore(empty.db, backup)).rows).toBeGreaterThan(700);
  });
});
