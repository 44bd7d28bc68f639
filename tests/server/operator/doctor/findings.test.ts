import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Migrator } from 'kysely/migration';
import { openDatabase } from '../../../../server/db/open';
import { unheardPayments } from '../../../../server/db/refusals';
import { migrations } from '../../../../server/db/migrations';
import type { Config } from '../../../../server/config/config';
import { backUp } from '../../../../server/operator/backup';
import {
  backupFindings,
  drillFindings,
  seenFolder,
  type BackupFolder,
} from '../../../../server/operator/doctor/backups';
import { clinicFileFindings } from '../../../../server/operator/doctor/clinicFiles';
import { databaseFindings } from '../../../../server/operator/doctor/database';
import { doctor } from '../../../../server/operator/doctor/doctor';
import { examine } from '../../../../server/operator/doctor/examine';
import type { Finding } from '../../../../server/operator/doctor/finding';
import { placeFindings } from '../../../../server/operator/doctor/place';
import { readAll } from '../../../../server/metrics/readings';
import { waitingFindings } from '../../../../server/operator/doctor/waiting';
import { damageOf } from '../../../../server/operator/whole';
import { startOperatorSocket } from '../../../../server/operator/socket';
import { clinicFile } from '../../../support/clinicFile';
import { freshDatabase, prepareDataDir, usesPostgres } from '../../../support/database';
import { startTestServer, type TestServer } from '../../../support/server';
import { stripeEnv, stripeStandIn, signedEvent } from '../../../support/stripeStandIn';
import { about, closeAll, inUse, mailServer } from './support';

const minute = 60_000;
const day = 24 * 60 * minute;

let server: TestServer;
let config: Config;
beforeEach(async () => {
  server = await startTestServer({
    clinicFiles: [clinicFile({ shop: { notify_email: 'desk@testvets.example' } })],
    env: { ...(process.env['TEST_DB'] === 'postgres' && { DATABASE_URL: 'postgres://127.0.0.1/x' }) },
  });
  config = inUse(server.services.config);
});
afterEach(() => server.close());

const found = async (check: string, more: Partial<Config> = {}) =>
  about(await waitingFindings(server.db, { ...config, ...more }, await readAll(server.db, server.clock.now())), check);
const wrong = (says: string | RegExp) => [
  ['wrong', typeof says === 'string' ? says : expect.stringMatching(says), expect.any(String)],
];

describe('messages', () => {
  const write = () =>
    server.services.messages.enqueue(server.db, {
      clinicId: server.clinicId,
      channel: 'sms',
      recipient: '+15125550142',
      text: 'x',
      kind: 'test',
    });

  it('that are due and nobody tries are wrong after ten minutes, with the cause where it is the settings', async () => {
    await write();
    server.clock.advance(9 * minute);
    expect((await found('messages'))[0]?.[0]).toBe('fine');
    server.clock.advance(2 * minute);
    expect(await found('messages')).toEqual([
      ['wrong', '1 text message waits, due for 11 minutes, and nobody tries.', 'Set SMS_URL.'],
    ]);
    expect((await found('messages', { smsUrl: 'https://a:b@sms.example/?From=1' }))[0]?.[2]).toMatch(/^Start a server/);
  });

  it('that were given up within a day are wrong', async () => {
    const id = await write();
    await server.db.updateTable('messages').set({ failed_at: server.clock.now() }).where('id', '=', id).execute();
    expect(await found('messages')).toEqual(wrong('Within the last day 1 text message could not be delivered.'));
    server.clock.advance(day + minute);
    expect((await found('messages'))[0]?.[0]).toBe('fine');
  });
});

it('refunds that failed are wrong', async () => {
  await server.db
    .insertInto('payment_requests')
    .values({
      clinic_id: server.clinicId,
      id: 'p1',
      client_id: 'client-jo',
      appointment_id: null,
      product_id: 'exam',
      amount_cents: 2500,
      status: 'refunding',
      created_at: server.clock.now(),
    })
    .execute();
  const now = server.clock.now();
  await server.db
    .insertInto('refunds')
    .values({ clinic_id: server.clinicId, payment_id: 'p1', reason: 'clinic', next_attempt_at: now, created_at: now })
    .execute();
  expect(await found('refunds')).toEqual([['fine', '1 refund on the way, none failed.', null]]);
  await server.db.updateTable('refunds').set({ failed_at: now, failure: 'no' }).execute();
  expect(await found('refunds')).toEqual(wrong('1 refund did not go through.'));
});

it('requests and refills that wait for more than three days are wrong, with their clinics', async () => {
  const now = server.clock.now();
  await server.db
    .insertInto('appointments')
    .values({
      clinic_id: server.clinicId,
      id: 'a1',
      client_id: 'client-jo',
      patient_id: null,
      product_id: 'exam',
      provider_id: null,
      room_id: null,
      starts_at: new Date(now.getTime() + 10 * day),
      ends_at: new Date(now.getTime() + 10 * day + 30 * minute),
      status: 'REQUESTED',
      note: null,
      is_dropoff: false,
      details: '{}',
      created_at: now,
      changed_at: null,
      reminded_for: null,
      linked_for: null,
    })
    .execute();
  await server.db
    .insertInto('refills')
    .values({
      clinic_id: server.clinicId,
      id: 'r1',
      client_id: 'client-jo',
      patient_id: 'patient-rex',
      medication_id: null,
      note: 'more',
      created_at: now,
      state_at: now,
    })
    .execute();
  server.clock.advance(3 * day - minute);
  expect((await found('requests'))[0]?.[0]).toBe('fine');
  server.clock.advance(2 * minute);
  expect(await found('requests')).toEqual(
    wrong('2 requested appointments or refills wait for longer than 3 days, the oldest for 3 days: testvets.'),
  );
  // One whose time has passed waits no more.
  server.clock.advance(8 * day);
  expect((await found('requests'))[0]?.[1]).toMatch(/^1 requested appointment or refill waits/);
});

it('clinics that tell nobody of a booking are wrong, unless somebody is at the desk', async () => {
  expect(await found('clinics')).toEqual([['fine', '1 clinic, and each is told of its bookings.', null]]);
  await sql`update clinics set shop = shop || '{"notify_email": null}', version = version + 1`.execute(server.db);
  expect(await found('clinics')).toEqual(wrong(/^Nobody hears of a booking at testvets: /));
  const now = server.clock.now();
  await server.db
    .insertInto('people')
    .values({ id: 'ana', email: 'ana@x.example', name: 'Ana', created_at: now })
    .execute();
  await server.db
    .insertInto('memberships')
    .values({ clinic_id: server.clinicId, person_id: 'ana', role: 'admin', invited_at: now, joined_at: now })
    .execute();
  expect((await found('clinics')).map(([state]) => state)).toEqual(['note']);
  await server.db.deleteFrom('clinics').execute();
  expect((await found('clinics')).map(([state]) => state)).toEqual(['note']);
});

it('payments whose events did not come are counted by an index, however many there have been', async () => {
  const now = server.clock.now();
  await sql`
    insert into payment_requests (clinic_id, id, client_id, product_id, amount_cents, status, charged_at, completed_at,
      created_at)
    select ${server.clinicId}, 'long-ago-' || n, 'client-jo', 'exam', 2500, 'complete', gone, gone, gone
    from (select n, ${now}::timestamptz - n * interval '1 hour' as gone from generate_series(1, 20000) as n) as payments`.execute(
    server.db,
  );
  await sql`analyze payment_requests`.execute(server.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${unheardPayments(now)}`.execute(server.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan using \w+ on payment_requests/);
});

it('events of the card provider that the secret did not sign are a note, and wrong once a payment’s is missed', async () => {
  const stripe = await stripeStandIn();
  const paying = await startTestServer({ env: stripeEnv, overrides: { stripeAt: stripe.at } });
  const unheard = async () => (await readAll(paying.db, paying.clock.now())).cardEvents?.unheard;
  const pay = (id: string) =>
    paying.db
      .insertInto('payment_requests')
      .values({
        clinic_id: paying.clinicId,
        id,
        client_id: 'client-jo',
        appointment_id: null,
        product_id: 'exam',
        amount_cents: 2500,
        status: 'complete',
        charged_at: paying.clock.now(),
        completed_at: paying.clock.now(),
        created_at: paying.clock.now(),
      })
      .execute();
  const heard = (id: string) =>
    paying.db
      .insertInto('payment_events')
      .values({ clinic_id: paying.clinicId, id, created_at: paying.clock.now() })
      .execute();
  const foundThere = async () =>
    about(
      await waitingFindings(paying.db, inUse(paying.services.config), await readAll(paying.db, paying.clock.now())),
      'card events',
    );
  const send = (secret?: string) => {
    const { payload, headers } = signedEvent(
      paying.clock.now(),
      'payment_intent.created',
      {},
      secret ? { secret } : {},
    );
    return paying.app.inject({ method: 'POST', url: '/api/webhooks/stripe', payload, headers });
  };
  expect((await foundThere())[0]?.[0]).toBe('fine');
  await send('whsec_another');
  expect((await send('whsec_another')).statusCode).toBe(400);
  expect(await foundThere()).toEqual([
    ['note', expect.stringMatching(/^2 events were refused, the last at 2026-11-21T15:00:00\.000Z/), null],
  ]);
  // A payment whose event came, and one whose event may still come.
  await pay('p1');
  await heard('evt_p1');
  paying.clock.advance(20 * minute);
  await pay('p2');
  paying.clock.advance(9 * minute);
  await send('whsec_another');
  expect([(await foundThere())[0]?.[0], await unheard()]).toEqual(['note', 0]);
  paying.clock.advance(2 * minute);
  expect(await unheard()).toBe(1);
  expect(await foundThere()).toEqual(
    wrong(/^3 events were refused, .* though 1 payment was made: STRIPE_WEBHOOK_SECRET does not sign/),
  );
  await heard('evt_p2');
  expect((await foundThere())[0]?.[0]).toBe('note');
  paying.clock.advance(2 * minute);
  await pay('p3');
  paying.clock.advance(11 * minute);
  expect((await foundThere())[0]?.[0]).toBe('wrong');
  expect((await send()).statusCode).toBe(200);
  expect((await foundThere())[0]?.[0]).toBe('fine');
  await paying.close();
  await stripe.close();
});

describe('backups', () => {
  const now = new Date('2026-11-25T12:00:00Z');
  const plan = { dir: '/backups', everyMs: day, atMinutes: 180, keepDays: 7, keepWeeks: 4 };
  const job = {
    clinic_id: '',
    name: 'backup',
    taken_at: null,
    done_at: null,
    note: null,
    failed_at: null,
    failure: null,
  };
  const seen: BackupFolder = { fault: null, hasLast: true, damage: null, head: null };
  const of = (settings: Partial<Config>, row: Parameters<typeof backupFindings>[1] = null, folder = seen) => {
    const all = { dataDir: '/data', databaseUrl: undefined, demo: false, backups: plan, ...settings };
    return backupFindings(all, row, now, folder).map(({ state, says }) => [state, says]);
  };

  it('are wrong where none are made of the embedded database, a note where PostgreSQL may be backed up itself', () => {
    expect(of({ backups: null })[0]?.[0]).toBe('wrong');
    expect(of({ backups: null, demo: true })[0]?.[0]).toBe('note');
    expect(of({ backups: null, databaseUrl: 'postgres://x/y' })[0]?.[0]).toBe('note');
  });
  const aged = (ms: number) => ({ ...job, done_at: new Date(now.getTime() - ms), note: 'x.gz: 9 rows' });
  it('are fine while young, wrong once old, and wrong in the data folder', () => {
    expect(of({}, aged(day))).toEqual([['fine', 'The last good one is 24 hours old (x.gz: 9 rows).']]);
    expect(of({}, aged(1.5 * day + 61 * minute))[0]?.[0]).toBe('wrong');
    expect(of({ backups: { ...plan, dir: '/data/backups' } }, aged(day))[0]?.[1]).toMatch(/lies in DATA_DIR/);
    expect(of({ backups: { ...plan, dir: '/data/' } }, aged(day))[0]?.[1]).toMatch(
      /^BACKUP_DIR is DATA_DIR, and is lost/,
    );
    expect(of({ backups: { ...plan, dir: '/data/../data-2' } }, aged(day))[0]?.[0]).toBe('fine');
    expect(of({})[0]?.[0]).toBe('note');
  });
  it('are wrong where the last one is not in the folder, and are not told as fine where the folder is not known', () => {
    expect(of({}, aged(day), { ...seen, hasLast: false })).toEqual([
      ['wrong', 'The last good one, portal-20261124T120000Z.jsonl.gz, is not in BACKUP_DIR, /backups.'],
    ]);
    expect(of({ backups: null, databaseUrl: 'postgres://x/y' }, aged(day))[0]).toEqual([
      'note',
      expect.stringMatching(/^The last good one is 24 hours old .* whether it is still there is not seen\.$/),
    ]);
    // Nobody else makes them of this database.
    expect(of({ backups: null }, aged(day))[0]?.[0]).toBe('wrong');
  });
  it('are wrong where the folder cannot be written into', async () => {
    const lost = { backups: { ...plan, dir: '/dev/null/backups' } };
    expect(await seenFolder(lost, null)).toEqual({
      ...seen,
      fault: expect.stringMatching(/^(EACCES|ENOTDIR)$/) as string,
      hasLast: false,
    });
    const file = { backups: { ...plan, dir: 'package.json' } };
    expect((await seenFolder(file, null)).fault).toBe('package.json is no folder');
    expect(of({}, aged(day), { ...seen, fault: 'EACCES' })[0]).toEqual([
      'wrong',
      'BACKUP_DIR, /backups, cannot be used: EACCES.',
    ]);
  });
  it('are wrong where the last one is cut off or changed, and not read for ever', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'portal-doctor-'));
    const lines: string[] = [];
    await backUp(server.db, (line) => void lines.push(`${line}\n`), server.clock.now());
    const packed = gzipSync(lines.join(''));
    const found = async (content: Buffer | string) => {
      writeFileSync(join(dir, 'portal-20261124T120000Z.jsonl.gz'), content);
      return seenFolder({ backups: { ...plan, dir } }, aged(day));
    };
    const head = JSON.parse(lines[0]!) as BackupFolder['head'];
    expect(await found(packed)).toEqual({ ...seen, head });
    // As an earlier version wrote it.
    expect(await found(lines.join('').replace(/,"sha256":"[^"]+"/, ''))).toEqual({ ...seen, head });
    for (const cut of [Buffer.alloc(0), packed.subarray(0, packed.length - 9), lines.slice(0, -1).join('')])
      expect(await found(cut)).toEqual({
        ...seen,
        damage: expect.stringMatching(/is cut off|unexpected end of file/) as string,
      });
    expect((await found(lines.filter((_, at) => at !== 2).join(''))).damage).toMatch(/should have \d+ rows and has/);
    const name = JSON.stringify('Test Vets');
    const changed = lines.map((line) => line.replace(name, '"Pest Vets"')).join('');
    expect(changed).not.toBe(lines.join(''));
    expect((await found(changed)).damage).toMatch(/its lines are not those that were written/);
    expect(await damageOf(join(dir, 'portal-20261124T120000Z.jsonl.gz'), 0)).toBeNull();
    expect(of({}, aged(day), { ...seen, damage: '/backups/x is cut off: its end is missing' })).toEqual([
      ['wrong', 'The last one is not whole: /backups/x is cut off: its end is missing.'],
    ]);
    expect((await seenFolder({ backups: { ...plan, dir } }, aged(2 * day))).hasLast).toBe(false);
    rmSync(dir, { recursive: true });
  });
  it('are fine all the same where another version made the last one, with a note which', () => {
    const ours = Object.keys(migrations).sort();
    const head = { backup: 'clinic-portal', version: 1, created_at: '', migrations: ours } as const;
    const told = (more: object) => of({}, aged(day), { ...seen, head: { ...head, ...more } });
    const fine = ['fine', 'The last good one is 24 hours old (x.gz: 9 rows).'];
    expect(told({ made_by: '1.2.3' })).toEqual([fine]);
    expect(told({})).toEqual([fine]);
    const before = ours.slice(0, -1);
    expect(told({ made_by: '1.2.3', migrations: before })).toEqual([
      fine,
      ['note', expect.stringMatching(/^The last good one was made by version 1\.2\.3, with other tables .* need that/)],
    ]);
    expect(told({ migrations: before })[1]?.[1]).toMatch(
      /^The last good one was made by a version that it does not name/,
    );
  });
  it('say why the last one failed', () => {
    expect(of({}, { ...job, failed_at: now, failure: 'ENOSPC: no space left on device, write' })[0]).toEqual([
      'wrong',
      'The backup of 2026-11-25T12:00:00.000Z failed: ENOSPC: no space left on device, write',
    ]);
  });
});

describe('restore drills', () => {
  const now = new Date('2026-11-25T12:00:00Z');
  const backups = { dir: '/backups', everyMs: day, atMinutes: 180, keepDays: 7, keepWeeks: 4 };
  const nothing = { clinic_id: '', name: 'drill', taken_at: null, note: null, failed_at: null, failure: null };
  const of = (
    job: Partial<NonNullable<Parameters<typeof drillFindings>[1]>> | null,
    plan: typeof backups | null = backups,
  ) =>
    drillFindings({ backups: plan }, job && { ...nothing, done_at: null, ...job }, now).map(({ state, says }) => [
      state,
      says,
    ]);
  const aged = (ms: number) => ({ done_at: new Date(now.getTime() - ms), note: 'x.gz: OK' });

  it('are a note before the first, and nothing where there are no backups', () => {
    expect(of(null)[0]?.[0]).toBe('note');
    expect(of(null, null)).toEqual([]);
  });
  it('are fine for ten days, then wrong, also for a server without the folder', () => {
    expect(of(aged(7 * day))).toEqual([['fine', 'The last good one is 7 days old (x.gz: OK).']]);
    expect(of(aged(10 * day + minute), null)[0]?.[0]).toBe('wrong');
  });
  it('say why the last one failed', () => {
    expect(of({ ...aged(day), failed_at: now, failure: 'The backup is cut off' })).toEqual([
      ['wrong', 'The drill of 2026-11-25T12:00:00.000Z failed: The backup is cut off'],
      ['fine', 'The last good one is 24 hours old (x.gz: OK).'],
    ]);
    expect(of({ failed_at: now }).map(([state]) => state)).toEqual(['wrong', 'note']);
  });
});

describe('the database', () => {
  it('answers with its version, and its clock', async () => {
    const { findings, isReadable, aheadMs } = await databaseFindings(server.db, config);
    expect(findings.map(({ check, state }) => [check, state])).toEqual([
      ['database', 'fine'],
      ['tables', 'fine'],
    ]);
    expect(findings[0]?.says).toMatch(/PostgreSQL \d+/);
    expect(isReadable).toBe(true);
    if (usesPostgres) expect(Math.abs(aheadMs ?? Infinity)).toBeLessThan(5_000);
    else expect(aheadMs).toBeNull();
  });

  it('lacks migrations, and is not migrated by being looked at', async () => {
    const { db } = server;
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    await migrator.migrateTo('0001_start');
    const all = await examine({ config, clock: server.clock, database: db });
    expect(about(all, 'tables')).toEqual(wrong(/migrations are missing/));
    expect(about(all, 'messages')).toEqual([]);
    const { rows } = await sql`select name from kysely_migration`.execute(db);
    expect(rows).toEqual([{ name: '0001_start' }]);
  });

  it('is away', async () => {
    const gone = await freshDatabase();
    await gone.close();
    const all = await examine({ config, clock: server.clock, database: gone.db });
    expect(about(all, 'database')).toEqual(wrong(/^The database does not answer: /));
    expect(about(all, 'disk').length).toBeGreaterThan(0);
  });
});

it('calls a database wrong that answers and has no room', async () => {
  await sql
    .raw(
      `create function refuse() returns event_trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
    )
    .execute(server.db);
  await sql`create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse()`.execute(
    server.db,
  );
  const { findings, isReadable } = await databaseFindings(server.db, config);
  await sql`drop event trigger full_disk`.execute(server.db);
  await sql`drop function refuse`.execute(server.db);
  expect(about(findings, 'database')).toEqual(
    wrong(/ answers in \d+ ms, but takes no writes: could not extend file\.$/),
  );
  expect(isReadable).toBe(true);
});

if (usesPostgres)
  describe('a PostgreSQL', () => {
    it('that is for reading only is wrong', async () => {
      await sql`do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`.execute(
        server.db,
      );
      const db = await openDatabase({ databaseUrl: server.databaseUrl, dataDir: '' });
      const { findings, isReadable } = await databaseFindings(db, config);
      await db.destroy();
      expect(about(findings, 'database')).toEqual(wrong(/^PostgreSQL .* is for reading only: it takes no writes\.$/));
      expect(isReadable).toBe(true);
    });

    it('whose role has no rights is wrong', async () => {
      const role = `stranger_${randomUUID().slice(0, 8)}`;
      await sql`create role ${sql.id(role)}`.execute(server.db);
      const look = () =>
        server.db.connection().execute(async (db) => {
          await sql`set role ${sql.id(role)}`.execute(db);
          const { findings } = await databaseFindings(db, config);
          await sql`reset role`.execute(db);
          return about(findings, 'tables');
        });
      expect(await look()).toEqual(wrong('They cannot be read: permission denied for table kysely_migration.'));
      await sql`grant select on all tables in schema public to ${sql.id(role)}`.execute(server.db);
      expect(await look()).toEqual(wrong(/^The database’s role may not write \d+ tables, such as "access_blocks"\.$/));
      await sql`drop owned by ${sql.id(role)}`.execute(server.db);
      await sql`drop role ${sql.id(role)}`.execute(server.db);
    });
  });

describe('as a command', () => {
  let folder: string;
  let dataDir: string;
  const secret = { SECRET: 'x'.repeat(32) };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-doctor-'));
    dataDir = join(folder, 'data');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('says which settings are wrong, and makes nothing', async () => {
    const { exit, out } = await doctor({ DATA_DIR: dataDir, PORT: 'x', SMTP_URL: 'mail' }, false);
    expect([exit, out[0]]).toEqual([
      1,
      expect.stringMatching(/^wrong {2}settings +.*PORT: must be .*SMTP_URL: must be/),
    ]);
    expect(out.at(-1)).toBe('1 wrong.');
    await doctor({ DATA_DIR: dataDir, PORT: '1' }, false);
    expect(() => rmSync(dataDir, { recursive: true })).toThrow('ENOENT');
  });

  const told = async (env: Record<string, string> = {}) => {
    const { exit, out } = await doctor({ DATA_DIR: dataDir, PORT: '1', ...secret, ...env }, true);
    const { findings } = JSON.parse(out.join('\n')) as { findings: Finding[] };
    return { exit, place: about(findings, 'data folder'), checks: findings.map(({ check }) => check) };
  };

  it('says what of DATA_DIR keeps the server from starting, and looks at the rest all the same', async () => {
    if (process.getuid?.() !== 0) return;
    mkdirSync(join(dataDir, 'db'), { recursive: true, mode: 0o700 });
    for (const name of ['db', 'one', 'two', 'three']) {
      if (name !== 'db') writeFileSync(join(dataDir, name), '');
      chownSync(join(dataDir, name), 12_345, 12_345);
    }
    const { exit, place, checks } = await told();
    expect([exit, place]).toEqual([
      1,
      [
        ...wrong(
          `${join(dataDir, 'db')} belongs to user 12345, and this program runs as user 0. Run it as that user, hand the folder over (chown -R), or choose another folder.`,
        ),
        ...wrong(/^\S+one belongs to user 12345/),
        ...wrong(/^\S+three belongs to user 12345/),
        ...wrong(`So it is with 1 more in ${dataDir}.`),
      ],
    ]);
    expect(checks).toEqual(expect.arrayContaining(['settings', 'database', 'mail', 'cards', 'disk']));
  });

  it('says that DATA_DIR cannot be made', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const inFile = join(file, 'data');
    expect(placeFindings(inFile)).toMatchObject([{ state: 'wrong', says: expect.stringContaining('is a file') }]);
    // PostgreSQL needs none where the settings have the keys.
    const keys = { NODE_ENV: 'production', DATABASE_URL: 'postgres://x@127.0.0.1:1/x' };
    expect((await told({ DATA_DIR: inFile })).place).toMatchObject([
      ['wrong', expect.stringContaining(inFile), expect.any(String)],
    ]);
    expect((await told({ DATA_DIR: inFile, ...keys })).place).toMatchObject([['fine', expect.any(String), null]]);
  });

  it('reads the files of CLINIC_FILES as the start does', async () => {
    const good = join(folder, 'good.json');
    const faulty = join(folder, 'faulty.json');
    writeFileSync(good, JSON.stringify(clinicFile()));
    writeFileSync(faulty, JSON.stringify({ ...clinicFile(), providers: [{ id: 'x' }] }));
    const look = (...clinicFiles: string[]) => clinicFileFindings({ ...config, demo: true, clinicFiles });
    expect(await look()).toEqual([]);
    expect(about(await look(good), 'clinic files')).toEqual([['fine', '1 file of CLINIC_FILES has no fault.', null]]);
    expect(about(await look(good, faulty), 'clinic files')).toEqual(
      wrong(/faulty\.json: \d+ faults: providers\[0\]\..+; .+ …$/),
    );
    const env = { DATA_DIR: dataDir, PORT: '1', CLINIC_FILES: faulty, ...secret };
    expect((await doctor(env, false)).exit).toBe(1);
  });

  it('finds keys that others may read, before anything closes them', async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, 'secret'), 'x'.repeat(43), { mode: 0o644 });
    expect(placeFindings(dataDir)).toEqual([
      expect.objectContaining({
        state: 'wrong',
        says: `Other users of this machine may read ${join(dataDir, 'secret')}.`,
      }),
    ]);
  });

  it('says that PostgreSQL is silent', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    mkdirSync(dataDir, { mode: 0o700 });
    const env = { DATA_DIR: dataDir, PORT: '1', DATABASE_URL: `postgres://p@127.0.0.1:${port}/p`, ...secret };
    const { exit, out } = await doctor(env, false);
    silent.close();
    expect([exit, out.some((line) => /^wrong +database .*(says nothing|does not answer)/.test(line))]).toEqual([
      1,
      true,
    ]);
  });

  it('as JSON, of a database that no server has open: fine where all is', async () => {
    if (usesPostgres) return;
    mkdirSync(dataDir, { mode: 0o700 });
    await prepareDataDir(dataDir);
    const { exit, out } = await doctor({ DATA_DIR: dataDir, PORT: '0', ...secret }, true);
    const told = JSON.parse(out.join('\n')) as { fine: boolean; findings: { check: string; state: string }[] };
    expect(told.findings.filter(({ state }) => state === 'wrong')).toEqual([]);
    expect([exit, told.fine]).toEqual([0, true]);
    expect(told.findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['settings', 'database', 'tables', 'messages', 'backups', 'disk', 'mail', 'clock']),
    );
  });

  describe('beside a running server, which alone has the embedded database', () => {
    const socket = () => {
      const { config: own } = server.services;
      return startOperatorSocket({ ...server.services, config: { ...own, databaseUrl: undefined, port: 0 } });
    };
    const look = async (more: Record<string, string> = {}) => {
      const { dataDir: itsDir, secret: its } = server.services.config;
      const asked = await socket();
      const { exit, out } = await doctor({ DATA_DIR: itsDir, SECRET: its, PORT: '0', ...more }, true);
      await asked.stop();
      const { findings } = JSON.parse(out.join('\n')) as { findings: Finding[] };
      return { exit, of: (check: string) => about(findings, check) };
    };

    it('asks it', async () => {
      await server.db
        .insertInto('jobs')
        .values({ clinic_id: '', name: 'backup', failed_at: server.clock.now(), failure: 'no room' })
        .execute();
      const { exit, of } = await look();
      expect(of('server')).toEqual([['fine', 'A server is running, at a port that these settings leave open.', null]]);
      expect(of('settings')).toEqual([['fine', 'They are understood; demo mode is on.', null]]);
      expect(of('tables')).toEqual([['fine', "They are this version's.", null]]);
      expect([exit, of('backups')[0]]).toEqual([1, wrong(/no room/)[0]]);
    });

    it('judges the settings that it is run with, and says which the server has not', async () => {
      const mail = await mailServer({ takes: false });
      const { exit, of } = await look({ SMTP_URL: mail.url, PORT: '1', MAIL_FROM: 'us@clinic.example' });
      expect(of('mail')).toEqual(wrong(/refuses the sign-in/));
      expect(of('settings')[1]).toEqual([
        'wrong',
        'The running server was started with others than these: PORT, SMTP_URL, MAIL_FROM. What waits, and backups, are judged by its own.',
        expect.stringMatching(/^Restart the server/),
      ]);
      expect(of('server')).toEqual(wrong('A server has the database open, and none answers at http://127.0.0.1:1.'));
      expect(exit).toBe(1);
      await closeAll();
    });
  });

  describe('whatever is stuck', () => {
    const silent = createServer();
    afterEach(() => void silent.close());
    const found = async (env: Record<string, string>, patience = {}) => {
      const { exit, out } = await doctor({ DATA_DIR: dataDir, PORT: '1', ...secret, ...env }, true, patience);
      const { findings } = JSON.parse(out.join('\n')) as { findings: Finding[] };
      return { exit, database: about(findings, 'database'), doctor: about(findings, 'doctor') };
    };
    beforeEach(() => mkdirSync(dataDir, { mode: 0o700 }));

    it('says that PostgreSQL is silent', async () => {
      await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
      const { port } = silent.address() as AddressInfo;
      const { exit, database } = await found({ DATABASE_URL: `postgres://x@127.0.0.1:${port}/x` });
      expect([exit, database]).toEqual([1, wrong(/says nothing for 5 seconds|does not answer: .*timeout/)]);
    });

    it('says that the server with the embedded database is silent', async () => {
      await new Promise<void>((listening) => silent.listen(join(dataDir, 'operator.sock'), listening));
      const { exit, database } = await found({}, { serverMs: 100 });
      expect([exit, database]).toEqual([1, wrong(/is stuck: it says nothing for 0\.1 seconds\.$/)]);
      expect(await found({}, { wholeMs: 50 })).toMatchObject({ exit: 1, doctor: wrong(/within 0\.05 seconds/) });
    });

    it('says that the embedded database cannot be opened', async () => {
      mkdirSync(join(dataDir, 'db'));
      writeFileSync(join(dataDir, 'db', 'PG_VERSION'), 'none');
      const { exit, database } = await found({});
      expect([exit, database]).toEqual([1, wrong(/^It cannot be opened: /)]);
    });
  });
});
