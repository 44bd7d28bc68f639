import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether Debian's packages can be installed: as root, with apt. */
export const canInstallPackages = (): boolean => process.getuid?.() === 0 && find(['apt-get'], paths()) !== null;

/** How long another installation on this machine, such as its own updates, is waited for, milliseconds. */
const patienceMs = 300_000;
const pauseMs = 2_000;

/** Whether apt-get failed because another program installs at this moment. */
const isLocked = (said: string): boolean => /Could not get lock|Unable to (lock|acquire the dpkg)/.test(said);

/** Installs a Debian package and prints that it does so; waits while another program installs. Throws when that fails. */
export function installPackage(name: string): void {
  console.log(`Installing ${name} with apt-get…`);
  const aptGet = aptGetFor(name);
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', name);
}

/**
 * Fetches a Debian package and unpacks it into `folder` without installing it, so that no service of it starts; prints
 * and waits as `installPackage` does. Throws when that fails.
 */
export function unpackPackage(name: string, folder: string): void {
  console.log(`Fetching ${name} with apt-get…`);
  const aptGet = aptGetFor(name, folder);
  aptGet('update');
  aptGet('download', name);
  const file = readdirSync(folder).find((each) => each.endsWith('.deb'));
  if (!file || !succeeds('dpkg-deb', ['--extract', join(folder, file), folder], patienceMs))
    throw new Error(`${name} could not be unpacked.`);
}

/** Returns what runs apt-get for a package, in `folder`; it waits while another program installs. */
function aptGetFor(name: string, folder = '.') {
  const until = performance.now() + patienceMs;
  return function aptGet(...args: string[]): void {
    const { status, stderr } = spawnSync('apt-get', ['-qq', '-o', 'Acquire::Retries=3', ...args], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'pipe'],
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    });
    if (status === 0) return;
    // Its own way to wait does not cover the lists of packages.
    if (isLocked(stderr) && performance.now() < until) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
      return aptGet(...args);
    }
    throw new Error(`apt-get could not install ${name}:\n${stderr}`);
  };
}

export const paths = (): string[] => (process.env['PATH'] ?? '').split(delimiter);

/** Finds the first of `names` that is a program in one of `folders`; null for none. */
export function find(names: string[], folders: string[]): string | null {
  for (const folder of folders) {
    for (const name of names) if (isProgram(join(folder, name))) return join(folder, name);
  }
  return null;
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a program and shows its output; false when it fails or takes longer than `ms` milliseconds. */
export const succeeds = (program: string, args: string[], ms: number): boolean =>
  spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: ms }).status === 0;
