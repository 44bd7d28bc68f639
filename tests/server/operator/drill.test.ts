import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drill, drillPrefix, newestIn } from '../../../server/operator/drill';
import { Unusable } from '../../../server/operator/files';
import { removeLeft } from '../../../server/operator/left';

const before = process.env['TMPDIR'];
let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-drills-'));
  process.env['TMPDIR'] = folder;
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  await rm(folder, { recursive: true, force: true });
});

/** A drill in a process of its own that never ends, once its folder is locked; its end tells the exit code. */
async function begun() {
  const program = `import { drill } from './server/operator/drill';
    import { endBySignals } from './server/operator/left';
    endBySignals();
    async function* never() { await new Promise((done) => setTimeout(done, 600_000)); yield ''; }
    await drill('some', never());`;
  const known = await left();
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { stdio: 'ignore' });
  children.push(child);
  const isLocked = async () => {
    const [own] = (await left()).filter((name) => !known.includes(name));
    return own !== undefined && existsSync(join(folder, own, 'lock'));
  };
  await expect.poll(isLocked, { timeout: 30_000 }).toBe(true);
  return async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    return (await ended)[0] as number | null;
  };
}

const left = async () => (await readdir(folder)).filter((name) => name.startsWith('portal-drill-'));
const nothing = async function* nothing() {};

describe('a drill that is ended', () => {
  it('leaves nothing behind', async () => {
    const end = await begun();
    expect(await end('SIGTERM')).toBe(143);
    expect(await left()).toEqual([]);
  });

  it('by force: the next one removes what it left, and not what one under way has', async () => {
    const [one, other] = [await begun(), await begun()];
    await one('SIGKILL');
    expect(await left()).toHaveLength(2);
    await removeLeft(folder, drillPrefix);
    expect(await left()).toHaveLength(1);
    expect(await other('SIGINT')).toBe(130);
    expect(await left()).toEqual([]);
  });

  it('before it had a lock: it is removed once it is old', async () => {
    const early = await mkdtemp(join(folder, 'portal-drill-'));
    await removeLeft(folder, drillPrefix);
    expect(await left()).toHaveLength(1);
    await utimes(early, new Date(0), new Date(0));
    await removeLeft(folder, drillPrefix);
    expect(await left()).toEqual([]);
  });
});

describe('a drill that this machine does not let be tried says so, and nothing of the backup', () => {
  it('without a folder for it', async () => {
    process.env['TMPDIR'] = join(folder, 'none');
    const tried = drill('some', nothing());
    await expect(tried).rejects.toThrow(Unusable);
    await expect(tried).rejects.toThrow(
      /^some was not tried, and may well be whole: .*ENOENT.* Set TMPDIR to a folder/,
    );
  });

  it('without room', async () => {
    async function* full(): AsyncGenerator<string> {
      yield* [];
      throw Object.assign(new Error('could not extend file'), { code: '53100' });
    }
    await expect(drill('some', full())).rejects.toThrow(/^some was not tried, .*could not extend file/);
    expect(await left()).toEqual([]);
  });
});

it('is of the newest backup up to now: one of a clock that was ahead stays for good', async () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const path = (day: string) => join(folder, `portal-${day}T030000Z.jsonl.gz`);
  await expect(newestIn(folder, now)).rejects.toThrow(`There is no backup in ${folder}.`);
  await writeFile(path('20290101'), '');
  expect(await newestIn(folder, now)).toBe(path('20290101'));
  for (const day of ['20261126', '20261127']) await writeFile(path(day), '');
  expect(await newestIn(folder, now)).toBe(path('20261127'));
});
