import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FolderInUse, lockFolder } from '../../../server/db/folderLock';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

const lock = () => join(folder, 'lock');
const leave = (owner: object) =>
  writeFile(lock(), JSON.stringify({ pid: 1, startedAt: null, host: hostname(), nonce: 'x', ...owner }));

/** Another process that takes the lock and keeps it. */
async function owner() {
  const program = `import { lockFolder } from './server/db/folderLock'; lockFolder(process.argv[1]).then(() => { console.log('locked'); setInterval(() => {}, 1000); }, (error) => { console.log(error.name); });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    said,
    end: async (signal: 'SIGKILL' | 'SIGTERM') => {
      child.kill(signal);
      await ended;
    },
  };
}

describe('the data folder', () => {
  test('belongs to one: a second is refused in plain words, and may have it afterwards', async () => {
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
    await expect(lockFolder(folder)).rejects.toThrow(`The data folder ${folder} is in use by process ${process.pid}`);
    await unlock();
    await (
      await lockFolder(folder)
    )();
    expect(await readdir(folder)).toEqual([]);
  });

  test("of ten at once one gets it, with and without a dead owner's lock", async () => {
    for (const isStale of [false, true]) {
      if (isStale) await leave({ pid: 2 ** 22 - 1 });
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
      const got = results.filter((one) => one.status === 'fulfilled');
      expect(got).toHaveLength(1);
      expect(results.filter((one) => one.status === 'rejected').every((one) => one.reason instanceof FolderInUse)).toBe(
        true,
      );
      await got[0]?.value();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  test('is refused while another process has it, and taken over once that was killed', async () => {
    const other = await owner();
    expect(other.said).toBe('locked');
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
    await other.end('SIGKILL');
    expect(await readFile(lock(), 'utf8')).toContain('"pid"');
    const unlock = await lockFolder(folder);
    expect((await owner()).said).toBe('FolderInUse');
    await unlock();
  });

  test("a lock whose number went to another process since is a dead one's", async () => {
    await leave({ pid: process.ppid, startedAt: '1' });
    await (
      await lockFolder(folder)
    )();
  });

  test("a half-written lock is a dead one's", async () => {
    await writeFile(lock(), '{"pid":');
    await (
      await lockFolder(folder)
    )();
  });

  test('an owner on another machine counts while it gives signs of life', async () => {
    await leave({ host: 'elsewhere' });
    await expect(lockFolder(folder)).rejects.toThrow('on elsewhere');
    const before = new Date(Date.now() - 60_000);
    await utimes(lock(), before, before);
    await (
      await lockFolder(folder)
    )();
  });

  test('a sign of life of the future is of a clock that was set back, unless another one follows', async () => {
    const silenceMs = 300;
    await leave({ host: 'elsewhere' });
    const ahead = (ms: number) => utimes(lock(), new Date(Date.now() + ms), new Date(Date.now() + ms));
    await ahead(3_600_000);
    const alive = setInterval(() => void ahead(3_600_000), 50);
    await expect(lockFolder(folder, silenceMs)).rejects.toThrow('on elsewhere');
    clearInterval(alive);
    await (
      await lockFolder(folder, silenceMs)
    )();
  });
});
