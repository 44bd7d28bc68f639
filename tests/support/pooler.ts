import { spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canInstallPackages, find, installPackage, paths } from './install';
import { sparePort } from './port';
import { ownUser } from './postgres';

const pooled = 20;

/**
 * Starts a PgBouncer in transaction mode, with its defaults otherwise, before the PostgreSQL of `databaseUrl`, on a
 * spare loopback port. Returns that database's address through it. With `ignores` it takes the settings of a
 * connection without an error, and drops them..
 */
export async function startPooler(databaseUrl: string, { ignores = false, connections = pooled } = {}) {
  const program = installed() ?? installedNow() ?? none();
  const target = new URL(databaseUrl);
  const port = await sparePort();
  const folder = await mkdtemp(join(tmpdir(), 'portal-pgbouncer-'));
  const user = ownUser();
  const password = decodeURIComponent(target.password);
  const files = {
    users: `"${target.username}" "${password}"\n`,
    settings: [
      '[databases]',
      `* = host=${target.hostname} port=${target.port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(folder, 'users')}`,
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 500',
      ...(ignores ? ['ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout'] : []),
      '',
    ].join('\n'),
  };
  await chmod(folder, 0o700);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined)
    for (const path of [folder, ...Object.keys(files).map((name) => join(folder, name))])
      await chown(path, user.uid, user.gid);
  const pooler = spawn(program, [join(folder, 'settings')], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => pooler.once('exit', () => resolve()));
  const kill = () => void pooler.kill('SIGKILL');
  process.once('exit', kill);
  await new Promise<void>((resolve, reject) => {
    let said = '';
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-5_000);
      if (said.includes('process up')) resolve();
    });
    void ended.then(() => reject(new Error(`PgBouncer ended:\n${said}`)));
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    databaseUrl: url.href,
    pid: pooler.pid,
    close: async (): Promise<void> => {
      pooler.kill('SIGINT');
      pooler.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
      await rm(folder, { recursive: true });
    },
  };
}

/** Debian keeps it where only root's PATH leads. */
const installed = (): string | null => find(['pgbouncer'], [...paths(), '/usr/sbin', '/opt/homebrew/bin']);

function installedNow(): string | null {
  if (!canInstallPackages()) return null;
  installPackage('pgbouncer');
  return installed();
}

function none(): never {
  throw new Error('These tests need PgBouncer. Install it (on Debian: sudo apt-get install pgbouncer).');
}
