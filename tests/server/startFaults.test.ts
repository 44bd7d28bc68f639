import { spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFault } from '../../server/start/fault';
import { freshDatabase, prepareDataDir, usesPostgres, type FreshDatabase } from '../support/database';

let folder: string;
let database: FreshDatabase | null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-start-'));
  database = usesPostgres ? await freshDatabase() : null;
});
afterEach(async () => {
  await database?.close();
  await rm(folder, { recursive: true });
});

/** What the real server says as it ends, with its exit code; root starts it without what only root may. */
async function ends(
  env: Record<string, string>,
  given: readonly string[] = [],
  roomless = false,
  main = 'server/main.ts',
): Promise<{ said: string; exit: number | null }> {
  const { PATH, HOME } = process.env;
  const program = [process.execPath, '--import', 'tsx', main, ...given];
  const [command = '', ...args] = [
    ...(roomless ? ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh'] : []),
    ...(process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all'] : []),
    ...program,
  ];
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      DATA_DIR: join(folder, 'data'),
      ...(database?.databaseUrl && { DATABASE_URL: database.databaseUrl }),
      ...env,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const exit = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { said, exit };
}

/** The doctor asks what the start asks. */
const expectDoctor = async (env: Record<string, string>, words: string) =>
  expect(await ends(env, ['doctor'], false, 'server/cli.ts')).toEqual({
    exit: 1,
    said: expect.stringContaining(words),
  });

async function expectWords(env: Record<string, string>, words: string, { roomless = false } = {}): Promise<void> {
  const { said, exit } = await ends(env, [], roomless);
  expect(said).toContain(words);
  expect(said).not.toMatch(/^\s+at /m);
  expect(exit).toBe(1);
}

test('a port that another program has is said, with what to do', async () => {
  if (!usesPostgres) await prepareDataDir(join(folder, 'data'));
  const other = createServer();
  await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
  const { port } = other.address() as AddressInfo;
  await expectWords(
    { PORT: String(port) },
    `Port ${port} is in use by another program. Stop that program, or choose another PORT.`,
  );
  other.close();
}, 60_000);

test('a port that this user may not have is said', async () => {
  const words = 'This user may not use port 81. Choose a PORT above 1023, and let the proxy in front listen at 81.';
  const first = Number(await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => '1024'));
  // Some containers let every user have every port; the error is then made as Node makes it.
  if (first <= 81)
    return expect(startFault(Object.assign(new Error(), { code: 'EACCES', syscall: 'listen', port: 81 }))).toBe(words);
  if (!usesPostgres) await prepareDataDir(join(folder, 'data'));
  await expectWords({ PORT: '81' }, words);
}, 60_000);

test("an address that is not this machine's is said", async () => {
  if (!usesPostgres) await prepareDataDir(join(folder, 'data'));
  await expectWords(
    { PORT: '0', HOST: '192.0.2.1', NODE_ENV: 'production', SECRET: 'x'.repeat(40) },
    'This machine does not have the address 192.0.2.1. Set HOST to one of its own',
  );
}, 60_000);

test('a name for HOST that leads nowhere is said', async () => {
  if (!usesPostgres) await prepareDataDir(join(folder, 'data'));
  const env = { PORT: '0', NODE_ENV: 'production', SECRET: 'x'.repeat(40) };
  await expectWords(
    { ...env, HOST: 'nowhere.invalid' },
    'HOST names nowhere.invalid, which this machine does not know.',
  );
  await expectWords(
    { ...env, METRICS_PORT: '9999', METRICS_HOST: 'nowhere.invalid' },
    'Metrics cannot be served at nowhere.invalid:9999 (ENOTFOUND).',
  );
}, 60_000);

test('a data folder that cannot be made, or not be written into, is said', async () => {
  const closed = join(folder, 'closed');
  await mkdir(closed);
  await chmod(closed, 0o500);
  const words = (path: string) =>
    `This user may not write ${path}. Hand its folder over to the server's user (chown -R), or set DATA_DIR to a folder`;
  const inIt = { PORT: '0', DATA_DIR: join(closed, 'data') };
  await expectWords(inIt, words(inIt.DATA_DIR));
  await expectDoctor(inIt, `wrong  data folder    ${words(inIt.DATA_DIR)}`);
  await expectWords({ PORT: '0', DATA_DIR: closed }, words(join(closed, 'secret')));
}, 60_000);

if (!usesPostgres)
  test('a disk without room is said, and nothing is left on it', async () => {
    const data = join(folder, 'data');
    await prepareDataDir(data);
    const before = await readdir(data);
    await expectWords(
      { PORT: '0' },
      'The disk is full: EFBIG: file too large, write. Make room where the database is',
      {
        roomless: true,
      },
    );
    expect(await readdir(data)).toEqual(before);
  }, 60_000);

test('what is no fault of the place stays an error with its trace', () => {
  expect(startFault(new TypeError('x is not a function'))).toBeNull();
  expect(startFault(Object.assign(new Error(), { code: 'ENOENT', path: '/nowhere' }))).toBeNull();
});

if (usesPostgres)
  test('a password, a user or a database that PostgreSQL refuses is said', async () => {
    const check = 'Check the user, the password and the name of the database in DATABASE_URL.';
    const url = new URL(database!.databaseUrl!);
    url.password = 'wrong';
    await expectWords(
      { DATABASE_URL: url.href },
      `password authentication failed for user "${url.username}". ${check}`,
    );
    url.password = '';
    await expectWords({ DATABASE_URL: url.href }, check);
    const other = new URL(database!.databaseUrl!);
    other.pathname = '/nowhere';
    await expectWords(
      { DATABASE_URL: other.href },
      `The database refuses: database "nowhere" does not exist. ${check}`,
    );
  }, 60_000);

test(
  'a database that does not answer is said',
  () =>
    expectWords(
      { DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal' },
      'The database does not answer. Check DATABASE_URL and that PostgreSQL runs.',
    ),
  60_000,
);

test.each([
  ['42501', 'permission denied for schema public', 'Make the user of DATABASE_URL the owner of that database.'],
  ['08P01', 'no such database: portal', 'Check the user, the password and the name'],
  ['53300', 'sorry, too many clients already', 'The database takes no connection now: sorry'],
  [
    '55000',
    'database "x" is not currently accepting connections',
    'The database takes no connection now: database "x"',
  ],
  ['57P03', 'the database system is starting up', 'The database takes no connection now: the database'],
  ['57014', 'canceling statement due to statement timeout', 'The database was too slow: canceling statement'],
  ['53100', 'could not extend file', 'The disk is full: could not extend file. Make room where the database is'],
  ['25006', 'cannot execute INSERT in a read-only transaction', 'The database is for reading only: cannot execute'],
  ['', 'The server does not support SSL connections', "as DATABASE_URL's sslmode asks: The server does not support"],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', "as DATABASE_URL's sslmode asks: self-signed"],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname does not match', "as DATABASE_URL's sslmode asks: Hostname"],
  ['ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:5432', 'The database does not answer.'],
])('what PostgreSQL or a pooler says with %s is said', (code, message, words) => {
  expect(startFault(Object.assign(new Error(message), { code }))).toContain(words);
});

// Only root may give files away.
if (!usesPostgres && process.getuid?.() === 0)
  test('files of the database that belong to somebody else are said', async () => {
    const data = join(folder, 'data');
    await prepareDataDir(data);
    await chmod(data, 0o700);
    const base = join(data, 'db', 'base');
    await chown(base, 12_345, 12_345);
    await chmod(base, 0o700);
    const words = `${base} belongs to user 12345, and this program runs as user 0.`;
    await expectWords({ PORT: '0' }, words);
    await expectDoctor({ PORT: '0' }, `wrong  data folder    ${words}`);
  }, 60_000);

test('a data folder that is a file, or lies in one, is said', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  for (const path of [file, join(file, 'data')])
    await expectWords(
      { PORT: '0', DATA_DIR: path },
      `${path} is no folder: it, or what it lies in, is a file. Choose a folder.`,
    );
}, 60_000);

test('an argument that the server does not know stops it with a short usage', async () => {
  const usage = 'Usage: node server.js [--version]';
  const unknown = await ends({ PORT: '0' }, ['serve']);
  expect(unknown).toEqual({ exit: 2, said: expect.stringMatching(/^The server does not know "serve"\.\n\nUsage: /) });
  expect(await ends({ PORT: '0' }, ['--help'])).toEqual({ exit: 0, said: expect.stringContaining(usage) });
}, 60_000);
