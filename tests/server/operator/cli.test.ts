import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clinicProgram, serverProgram } from '../../support/built';
import { clinicFile, product, provider } from '../../support/clinicFile';
import { freshDatabase, prepareDataDir, usesPostgres, type FreshDatabase } from '../../support/database';

type Ran = { exit: number; out: string; err: string };

let folder: string;
let env: Record<string, string>;
const servers: ChildProcess[] = [];
let database: FreshDatabase | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-cli-'));
  if (usesPostgres) database = await freshDatabase();
  env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    SECRET: 'a secret for tests, long enough to pass',
    ...(database?.databaseUrl !== undefined && { DATABASE_URL: database.databaseUrl }),
  };
});
afterEach(async () => {
  for (const server of servers.splice(0)) await end(server, 'SIGKILL');
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (program: string, args: string[]): Promise<Ran> =>
  new Promise((ran) => {
    execFile(program, args, { env }, (error, out, err) =>
      ran({ exit: error === null ? 0 : Number(error.code), out, err }),
    );
  });

/** `npm run clinic -- …`, as the script runs it. */
const clinic = (...args: string[]): Promise<Ran> => run(process.execPath, [clinicProgram, ...args]);

/** The same where no file can be written, as on a full disk. */
const clinicWithoutRoom = (...args: string[]): Promise<Ran> =>
  run('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, clinicProgram, ...args]);

async function file(content: unknown, name = 'clinic.json'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Where a server said that it listens. */
const addresses = new WeakMap<ChildProcess, string>();
const addressOf = (server: ChildProcess): string => addresses.get(server) ?? '';

/** The production server as a process of its own, ready for requests. */
async function startServer(more: Record<string, string>): Promise<ChildProcess> {
  const data = env['DATA_DIR'] ?? '';
  if (!usesPostgres && !existsSync(data)) await prepareDataDir(data);
  const server = spawn(process.execPath, [serverProgram], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(server);
  await new Promise<void>((ready, failed) => {
    let said = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (data: Buffer) => {
        said += data.toString();
        addresses.set(server, /http:\/\/127[\d.]+:\d+/.exec(said)?.[0] ?? '');
        if (said.includes('is ready')) ready();
      });
    }
    server.once('exit', () => failed(new Error(`The server ended: ${said}`)));
  });
  return server;
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

const valid = clinicFile({
  appointments: [
    {
      id: 'a1',
      client_id: 'client-jo',
      patient_id: 'patient-rex',
      product_id: 'exam',
      provider_id: 'ada',
      fromDate: '2037-11-23T16:00:00Z',
      status: 'REQUESTED',
    },
  ],
});
const listed = 'ID        NAME       ADDRESS\ntestvets  Test Vets  http://localhost:0/testvets\n';
const line = 'Mon Nov 23, 2037, 10:00am  Requested  Exam  Dr. Ada Park  Jo Miller  +15125550111  Rex  a1';

/** Each command is a process that may have to open a database, on a machine that may be busy. */
const slow = 180_000;

if (usesPostgres)
  it(
    'says in plain words that PostgreSQL refuses',
    async () => {
      const url = new URL(env['DATABASE_URL']!);
      url.password = 'wrong';
      env['DATABASE_URL'] = url.href;
      expect(await clinic('list')).toEqual({
        exit: 1,
        out: '',
        err: `The database refuses: password authentication failed for user "${url.username}". Check the user, the password and the name of the database in DATABASE_URL.\n`,
      });
    },
    slow,
  );

it(
  'explains itself, and what it does not understand',
  async () => {
    expect(await clinic('help')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('import FILE') as string,
      err: '',
    });
    expect(await clinic()).toMatchObject({
      exit: 2,
      out: '',
      err: expect.stringMatching(/^No command was given\.\n\nUsage:/) as string,
    });
    expect(await clinic('import')).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/^import needs FILE\./) as string,
    });
    expect(await clinic('pay-link', 'x', 'y')).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/^pay-link needs PRODUCT\./) as string,
    });
    expect(await clinic('accept', 'x', 'y', 'z')).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/^accept takes ID, APPOINTMENT alone, but "z" was given too\./) as string,
    });
    expect(await clinic('messages', '--retry')).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/^messages --retry needs ID\./) as string,
    });
    expect(await clinic('forget', 'x')).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/^There is no command "forget"\./) as string,
    });
    expect(await clinic('import', join(folder, 'none.json'))).toMatchObject({
      exit: 1,
      err: expect.stringContaining('cannot be read') as string,
    });
    expect(await clinic('import', await file('{"shop":'))).toMatchObject({
      exit: 1,
      err: expect.stringContaining('is not JSON') as string,
    });
  },
  slow,
);

it(
  'says nothing to a reader that has gone, as head does',
  async () => {
    await clinic('import', await file(valid));
    const unread = async (...args: string[]) => {
      const child = spawn(process.execPath, [clinicProgram, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.destroy();
      let err = '';
      child.stderr.on('data', (data: Buffer) => (err += data.toString()));
      return [(await once(child, 'exit'))[0], err] as [number, string];
    };
    expect(await unread('export', 'testvets')).toEqual([0, '']);
    env = { ...env, PUBLIC_URL: 'http://portal.example' };
    expect(await unread('doctor')).toEqual([1, '']);
  },
  slow,
);

if (!usesPostgres)
  it(
    'makes no database for a command that needs one, where DATA_DIR is mistyped',
    async () => {
      const typo = join(folder, 'typo');
      env = { ...env, DATA_DIR: typo };
      const path = join(folder, 'nothing.jsonl');
      const err = `There is no database in ${typo} yet. Check DATA_DIR; the first start, an import or a restore makes it.\n`;
      expect(await clinic('list')).toEqual({ exit: 1, out: '', err });
      expect(await clinic('backup', path)).toEqual({ exit: 1, out: '', err });
      expect([existsSync(path), existsSync(join(typo, 'db'))]).toEqual([false, false]);
    },
    slow,
  );

it(
  'makes files that nobody else may read, in a folder that it closes, and says whose a foreign one is',
  async () => {
    const data = env['DATA_DIR'] ?? '';
    mkdirSync(data, { mode: 0o755 });
    chmodSync(data, 0o755);
    if (usesPostgres) env = { ...env, SECRET: '' };
    await clinic('import', await file(requesting));
    expect(statSync(data).mode & 0o777).toBe(0o700);
    const files = readdirSync(data, { recursive: true }).map((name) => join(data, String(name)));
    expect(files.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
    if (process.getuid?.() !== 0) return;
    chownSync(data, 12_345, 12_345);
    const refused = await clinic('list');
    expect(refused).toMatchObject({
      exit: 1,
      out: '',
      err: expect.stringContaining(`${data} belongs to user 12345, and this program runs as user 0.`) as string,
    });
    expect(refused.err).not.toMatch(/^\s+at /m);
  },
  slow,
);

it(
  'works without a server: imports all or nothing, and reports',
  async () => {
    const path = await file(
      clinicFile({
        shop: { timezone: '' },
        products: [product({ id: 'exam', providerIds: ['nobody'] })],
        providers: [provider({ id: 'ada', hours: [{ day: 1, start: '17:00', end: '09:00' }] })],
      }),
    );
    expect(await clinic('import', path)).toEqual({
      exit: 1,
      out: '',
      err: [
        'shop.timezone: must be an IANA time zone, like America/Chicago',
        'products[0].providerIds[0]: there is no provider "nobody"',
        'providers[0].hours[0].end: must be after start',
        `${path}: 3 faults, nothing was written`,
        '',
      ].join('\n'),
    });
    expect(await clinic('appointments', 'testvets')).toEqual({
      exit: 1,
      out: '',
      err: 'There is no clinic "testvets".\n',
    });
    expect(await clinic('import', await file(valid))).toEqual({ exit: 0, out: 'testvets: imported\n', err: '' });
    expect((await clinic('appointments', 'testvets')).out).toContain(line);
  },
  slow,
);

it(
  'hands the command to a running server, and does it itself once that was killed',
  async () => {
    const server = await startServer({ CLINIC_FILES: await file(valid) });
    const socket = join(folder, 'data', 'operator.sock');
    expect(existsSync(socket)).toBe(!usesPostgres);
    if (!usesPostgres) expect(statSync(socket).mode & 0o777).toBe(0o600);

    expect(await clinic('list')).toEqual({ exit: 0, out: listed, err: '' });
    const renamed = await file(clinicFile({ shop: { name: 'Renamed Vets' } }));
    expect(await clinic('import', renamed)).toEqual({ exit: 0, out: 'testvets: imported\n', err: '' });
    expect(await clinic('import', renamed)).toEqual({ exit: 0, out: 'testvets: nothing is new\n', err: '' });
    const faulty = await clinic('import', await file(clinicFile({ shop: { name: '' } })));
    expect(faulty).toMatchObject({ exit: 1, out: '', err: expect.stringContaining('shop.name: must be') as string });
    expect((await clinic('requests', 'testvets')).out).toMatch(/^Requested appointments\nWHEN.*\n.*a1\n$/);
    expect(await clinic('messages')).toEqual({ exit: 0, out: 'Every message is delivered.\n', err: '' });
    expect(await clinic('messages', '--retry', 'none')).toEqual({
      exit: 1,
      out: '',
      err: 'There is no message "none". They are kept for 90 days.\n',
    });

    await end(server, 'SIGKILL');
    expect((await clinic('list')).out).toContain('Renamed Vets');
  },
  slow,
);

const requesting = clinicFile({
  shop: { metadata: { isAutoAccept: false }, feature_settings: { deposit_collection_v1_enabled: true } },
  products: [product({ id: 'exam', name: 'Exam', deposit_amount: 25 }), product({ id: 'free', name: 'Free' })],
  appointments: ['a1', 'a2'].map((id, index) => ({
    id,
    client_id: 'client-jo',
    patient_id: 'patient-rex',
    product_id: 'exam',
    provider_id: 'ada',
    fromDate: `2037-11-23T1${6 + index}:00:00Z`,
    status: 'REQUESTED' as const,
  })),
});

/** What the server's demo inbox shows to an address, oldest first. */
async function inbox(url: string, to: string): Promise<string[]> {
  const shown = (await (await fetch(`${url}/api/demo/messages?to=${encodeURIComponent(to)}`)).json()) as {
    text: string;
  }[];
  return shown.map((message) => message.text).reverse();
}

it(
  'accepts, declines, asks for money and exports while the server runs, and the owner hears of it',
  async () => {
    const server = await startServer({ CLINIC_FILES: await file(requesting) });
    expect(await clinic('accept', 'testvets', 'a1')).toEqual({
      exit: 0,
      out: 'The appointment is accepted; the owner is told.\n',
      err: '',
    });
    expect(await clinic('accept', 'testvets', 'a1')).toEqual({
      exit: 0,
      out: 'The appointment was accepted before.\n',
      err: '',
    });
    expect(await clinic('decline', 'testvets', 'a2')).toEqual({
      exit: 0,
      out: 'The appointment is declined; the owner is told.\n',
      err: '',
    });
    expect(await clinic('accept', 'testvets', 'a2')).toMatchObject({
      exit: 1,
      out: '',
      err: expect.stringMatching(/^The appointment cannot be accepted/) as string,
    });
    expect(await clinic('accept', 'testvets', 'none')).toEqual({
      exit: 1,
      out: '',
      err: 'Test Vets has no appointment "none".\n',
    });
    expect(await clinic('decline', 'nowhere', 'a1')).toEqual({
      exit: 1,
      out: '',
      err: 'There is no clinic "nowhere".\n',
    });
    const told = await inbox(addressOf(server), 'jo@example.com');
    expect([
      told.length,
      told[0]?.includes('Mon Nov 23, 2037, 10:00am'),
      told[1]?.includes('Mon Nov 23, 2037, 11:00am'),
    ]).toEqual([2, true, true]);
    const appointments = (await clinic('appointments', 'testvets')).out
      .split('\n')
      .slice(1, 3)
      .map((one) => one.split(/ {2,}/)[1]);
    expect(appointments).toEqual(['Accepted', 'Declined']);

    const link = await clinic('pay-link', 'testvets', 'client-jo', 'exam', 'a1');
    expect(link).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^http:\/\/localhost:0\/testvets\/[\w-]{22,}\n$/) as string,
      err: '',
    });
    expect(await clinic('pay-link', 'testvets', 'client-jo', 'free')).toMatchObject({
      exit: 1,
      out: '',
      err: expect.stringContaining('deposit') as string,
    });
    expect(await clinic('pay-link', 'testvets', 'nobody', 'exam')).toMatchObject({
      exit: 1,
      out: '',
      err: expect.stringContaining('"nobody"') as string,
    });

    const exported = await clinic('export', 'testvets');
    expect(exported).toMatchObject({ exit: 0, err: '' });
    const content = JSON.parse(exported.out) as { appointments: { status: string }[]; payment_requests: unknown[] };
    expect([content.appointments.map((one) => one.status), content.payment_requests.length]).toEqual([
      ['ACCEPTED', 'DECLINED'],
      1,
    ]);
    expect(await clinic('export', 'nowhere')).toEqual({ exit: 1, out: '', err: 'There is no clinic "nowhere".\n' });
    expect(await clinic('import', await file(content))).toEqual({
      exit: 0,
      out: 'testvets: nothing is new\n',
      err: '',
    });
    expect(await clinic('decline', 'testvets', 'a1')).toEqual({
      exit: 0,
      out: 'The appointment is declined; the owner is told.\nIt had been accepted: it is called off.\n',
      err: '',
    });
  },
  slow,
);

it(
  'declines with a paid deposit: says how the refund stands, also after the server was killed, and tries it again',
  async () => {
    const deposit = {
      id: 'paid-elsewhere-000000001',
      client_id: 'client-jo',
      appointment_id: 'a1',
      product_id: 'exam',
      amount: 25,
      status: 'complete',
      card_last4: '4242',
    };
    const path = await file({ ...requesting, payment_requests: [deposit] });
    const server = await startServer({ CLINIC_FILES: path });
    const depositOf = async () =>
      (await clinic('appointments', 'testvets')).out
        .split('\n')
        .find((one) => one.endsWith('a1'))
        ?.split(/ {2,}/)
        .at(-2);
    expect(await depositOf()).toBe('$25.00 paid (card 4242)');
    expect((await clinic('refund', 'testvets', 'a1')).err).toMatch(/^The appointment is still to come\./);
    expect(await clinic('decline', 'testvets', 'a1')).toEqual({
      exit: 0,
      out: 'The appointment is declined; the owner is told.\nDeposit: $25.00 being refunded (card 4242)\n',
      err: '',
    });
    expect((await inbox(addressOf(server), 'jo@example.com')).at(-1)).toContain(
      'We are refunding your deposit of $25.00 to your card ending in 4242.',
    );
    // It was paid before the clinic moved here, so no provider knows it: nobody is told that it arrived.
    await expect.poll(depositOf, { timeout: 60_000 }).toBe('$25.00 refund fails (card 4242)');
    await end(server, 'SIGKILL');
    expect((await clinic('requests', 'testvets')).out).toContain(
      'failed: The card provider knows no charge of this payment.',
    );
    expect(await clinic('refund', 'testvets', 'a1')).toEqual({
      exit: 0,
      out: 'The refund was begun before; it is tried again now.\n',
      err: '',
    });
    const tries = async () => Number(/payment\.\s+(\d+)/.exec((await clinic('requests', 'testvets')).out)?.[1]);
    const before = await tries();
    await startServer({ CLINIC_FILES: path });
    await expect.poll(tries, { timeout: 60_000 }).toBeGreaterThan(before);
  },
  slow,
);

it(
  'backs up while the server runs, and restores into an empty database only, where another server goes on',
  async () => {
    const server = await startServer({ CLINIC_FILES: await file(requesting) });
    const path = join(folder, 'backup.jsonl');
    expect(await clinic('backup', path)).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^\S+backup\.jsonl: \d+ rows of \d+ tables\n$/) as string,
      err: '',
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const before = readFileSync(path, 'utf8');
    expect(await clinic('backup', path)).toMatchObject({
      exit: 1,
      err: `${path} is there already. Choose another name.\n`,
    });
    const roomless = join(folder, 'roomless.jsonl');
    expect(await clinicWithoutRoom('backup', roomless)).toMatchObject({
      exit: 1,
      err: `${roomless} cannot be written: EFBIG: file too large, write\n`,
    });
    expect(await clinic('restore', path)).toMatchObject({
      exit: 1,
      out: '',
      err: expect.stringMatching(/^The database is not empty: it has testvets\./) as string,
    });
    expect(await clinic('restore', join(folder, 'none'))).toMatchObject({
      exit: 1,
      err: expect.stringContaining('cannot be read') as string,
    });
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(['backup.jsonl', 'clinic.json', ...(usesPostgres ? [] : ['data'])]);

    const other = usesPostgres ? await freshDatabase() : null;
    env = {
      ...env,
      DATA_DIR: join(folder, 'other'),
      ...(other?.databaseUrl !== undefined && { DATABASE_URL: other.databaseUrl }),
    };
    await end(server, 'SIGTERM');
    expect(await clinic('restore', path)).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^restored: \d+ rows of \d+ tables\n$/) as string,
      err: expect.stringContaining('what went out after the backup goes out again') as string,
    });
    await startServer({});
    expect((await clinic('requests', 'testvets')).out).toContain('a1');
    expect((await clinic('accept', 'testvets', 'a1')).exit).toBe(0);
    for (const one of servers.splice(0)) await end(one, 'SIGKILL');
    await other?.close();
  },
  slow,
);

it(
  'tries the newest backup, and the doctor and the metrics are told how that went',
  async () => {
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    const server = await startServer({ CLINIC_FILES: await file(valid) });
    env = { ...env, BACKUP_DIR: backups };
    const of = (day: number) => join(backups, `portal-202611${day}T030000Z.jsonl.gz`);
    const toldByDoctor = async () => {
      const { findings } = JSON.parse((await clinic('doctor', '--json')).out) as {
        findings: { check: string; state: string; says: string }[];
      };
      return findings.filter(({ check }) => check === 'restore drill').map(({ state, says }) => [state, says]);
    };
    expect(await clinic('drill')).toMatchObject({ exit: 1, err: `There is no backup in ${backups}.\n` });
    expect((await toldByDoctor())[0]).toEqual(['wrong', expect.stringContaining('There is no backup in')]);

    await writeFile(of(20), 'an older one, which nobody reads');
    expect((await clinic('backup', of(21))).exit).toBe(0);
    const good = {
      exit: 0,
      out: expect.stringMatching(/T030000Z\.jsonl\.gz: OK, \d+ rows of \d+ tables were/) as string,
    };
    expect(await clinic('drill')).toMatchObject(good);
    const fine = ['fine', expect.stringMatching(/^The last good one is 0 minutes old \(\S+20261121T\S+: OK, \d+ rows/)];
    expect(await toldByDoctor()).toEqual([fine]);

    await writeFile(of(22), readFileSync(of(21)).subarray(0, 200));
    expect(await clinic('drill')).toMatchObject({ exit: 1, out: '', err: expect.stringContaining(of(22)) as string });
    expect(await toldByDoctor()).toEqual([['wrong', expect.stringContaining(`failed: ${of(22)}`)], fine]);

    // Without a server it is noted too; a named file is tried without a word to anybody.
    await end(server, 'SIGTERM');
    await rm(of(22));
    expect(await clinic('drill')).toMatchObject(good);
    expect((await clinic('drill', of(20))).exit).toBe(1);
    expect(await toldByDoctor()).toEqual([fine]);
    delete env['BACKUP_DIR'];
    expect(await clinic('drill')).toMatchObject({ exit: 1, err: 'BACKUP_DIR is not set, so name the FILE.\n' });
    expect((await clinic('drill', 'a', 'b')).exit).toBe(2);
  },
  slow,
);

it(
  'leaves nothing of a backup that is ended before it is whole',
  async () => {
    const data = env['DATA_DIR'] ?? '';
    mkdirSync(data, { mode: 0o700 });
    // A server that never answers.
    const silent = createServer();
    await new Promise<void>((listening) => silent.listen(join(data, 'operator.sock'), listening));
    const { DATABASE_URL: _, ...embedded } = env;
    const backup = spawn(process.execPath, [clinicProgram, 'backup', join(folder, 'backup.jsonl')], { env: embedded });
    servers.push(backup);
    await once(silent, 'connection');
    expect(readdirSync(folder)).toHaveLength(2);
    const ended = once(backup, 'exit');
    backup.kill('SIGINT');
    expect((await ended)[0]).toBe(130);
    expect(readdirSync(folder)).toEqual(['data']);
    silent.close();
  },
  slow,
);

it(
  'restores while a server with an empty database runs',
  async () => {
    await clinic('import', await file(requesting));
    const path = join(folder, 'backup.jsonl');
    expect((await clinic('backup', path)).exit).toBe(0);
    const other = usesPostgres ? await freshDatabase() : null;
    env = {
      ...env,
      NODE_ENV: 'production',
      DATA_DIR: join(folder, 'other'),
      ...(other?.databaseUrl !== undefined && { DATABASE_URL: other.databaseUrl }),
    };
    await startServer({});
    expect((await clinic('list')).out).toBe('There is no clinic yet.\n');
    expect((await clinic('restore', path)).exit).toBe(0);
    expect((await clinic('list')).out).toContain('Test Vets');
    for (const one of servers.splice(0)) await end(one, 'SIGKILL');
    await other?.close();
  },
  slow,
);
