import { readdirSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canInstallPackages, installPackage } from '../support/install';

/** Where Debian's package puts the library, by the machine's architecture; null where it is not there. */
function library(): string | null {
  const root = '/usr/lib';
  for (const name of process.platform === 'linux' ? readdirSync(root) : []) {
    const folder = join(root, name, 'faketime');
    try {
      const file = readdirSync(folder).find((one) => one.startsWith('libfaketimeMT.so'));
      if (file !== undefined) return join(folder, file);
    } catch {
      continue;
    }
  }
  return null;
}

/** Why a clock cannot be set wrong on this machine; null where it can. Installs what it takes where that may be done. */
export function noWrongClock(): string | null {
  if (process.platform === 'linux' && library() === null && canInstallPackages()) installPackage('libfaketime');
  return library() === null ? 'it takes a library that tells a process another time (on Debian: libfaketime)' : null;
}

/** A clock of one process alone, as it is told it by a library: the machine's own is never touched. */
export async function wrongClock() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-clock-'));
  const file = join(folder, 'clock');
  const set = async (offMs: number): Promise<void> => {
    const seconds = Math.round(offMs / 1000);
    await writeFile(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
    // In one step: a half-written file is no time.
    await rename(`${file}.new`, file);
  };
  await set(0);
  return {
    /** The process's environment. What counts the time that passes goes on, and files keep the times that they have. */
    settings: {
      LD_PRELOAD: library() ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    /** From now on the process's clock is so many milliseconds off. */
    set,
    close: () => rm(folder, { recursive: true }),
  };
}
