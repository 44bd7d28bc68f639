import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether Debian's packages can be installed: as root, with apt. */
export const canInstallPackages = (): boolean => process.getuid?.() === 0 && find(['apt-get'], paths()) !== null;

/** Installs a Debian package and prints that it does so; throws when that fails. */
export function installPackage(name: string): void {
  const run = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  console.log(`Installing ${name} with apt-get…`);
  run('update', '-qq');
  run('install', '-y', '-qq', '--no-install-recommends', name);
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
