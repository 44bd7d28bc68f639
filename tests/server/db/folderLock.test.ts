import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FolderInUse, lockFolder, ownerSilent } from '../../../server/db/folderLock';

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
    pid: child.pid,
    freeze: () => void child.kill('SIGSTOP'),
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

  test('one that was frozen gives no sign of life, one that runs does', async () => {
    const over = new AbortController();
    const unlock = await lockFolder(folder, { everyMs: 100 });
    const silent = ownerSilent(folder, 1_000, over.signal).then(() => 'silent');
    expect(await Promise.race([silent, wait(2_500, 'alive')])).toBe('alive');
    over.abort();
    await expect(silent).rejects.toThrow(/abort/);
    await unlock();

    const other = await owner();
    other.freeze();
    expect(await ownerSilent(folder, 1_000, new AbortController().signal)).toBe(other.pid);
    await other.end('SIGKILL');
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

  const touchedEvery50ms = (ahead = 0) => setInterval(() => void touched(ahead), 50);
  const touched = (ahead: number) => {
    const at = new Date(Date.now() + ahead);
    return utimes(lock(), at, at);
  };

  test.each([
    ['on another machine', { host: 'elsewhere' }, 'on elsewhere'],
    // Each container has its own process 1, and they may have one host name.
    ['of the same number in another container', { pid: process.ppid, startedAt: '1', space: 'x pid:[1]' }, 'process'],
  ])('an owner %s counts while it gives signs of life', async (_, other, says) => {
    await leave(other);
    const alive = touchedEvery50ms();
    await expect(lockFolder(folder, { silenceMs: 1_000 })).rejects.toThrow(says);
    clearInterval(alive);
    const began = Date.now();
    await (
      await lockFolder(folder, { silenceMs: 1_000 })
    )();
    expect(Date.now() - began).toBeGreaterThan(700);
    await leave(other);
    await touched(-60_000);
    await (
      await lockFolder(folder)
    )();
  });

  test('a sign of life of the future is of a clock that was set back, unless another one follows', async () => {
    await leave({ host: 'elsewhere' });
    await touched(3_600_000);
    const alive = touchedEvery50ms(3_600_000);
    await expect(lockFolder(folder, { silenceMs: 300 })).rejects.toThrow('on elsewhere');
    clearInterval(alive);
    await (
      await lockFolder(folder, { silenceMs: 300 })
    )();
  });

  test('an owner that was frozen notices that another one has taken over', async () => {
    const lost = new Promise<string>((resolve) => void lockFolder(folder, { everyMs: 20, lost: resolve }));
    await expect.poll(() => readFile(lock(), 'utf8').catch(() => '')).toContain('nonce');
    await leave({ nonce: 'another' });
    expect(await lost).toBe(folder);
  });
});
