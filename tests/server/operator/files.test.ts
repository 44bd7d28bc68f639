import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newFile } from '../../../server/operator/files';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-files-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

const files = async () => (await readdir(folder)).sort();
const begins = async (name: string): Promise<string> => (await readFile(join(folder, name))).toString();

/** A process that has begun to write a file and does not come to its end. */
async function begun(name: string) {
  const program = `import { newFile } from './server/operator/files';
    import { endBySignals } from './server/operator/left';
    endBySignals();
    const file = await newFile(${JSON.stringify(join(folder, name))});
    console.log('begun');
    await file.keepIf(() => true, new Promise((done) => setTimeout(done, 600_000)));`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return async (signal: NodeJS.Signals) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    return (await ended)[0] as number | null;
  };
}

const write = async (name: string): Promise<void> => {
  const file = await newFile(join(folder, name));
  await file.write('a line');
  await file.keepIf(() => true, Promise.resolve());
};

describe('a file that is being written', () => {
  it('appears whole, with nothing beside it', async () => {
    await write('whole');
    expect(await files()).toEqual(['whole']);
    expect(await begins('whole')).toBe('a line\n');
  });

  it('never takes the place of another that was faster', async () => {
    const one = await newFile(join(folder, 'same'));
    await write('same');
    await expect(one.keepIf(() => true, Promise.resolve())).rejects.toThrow(
      `${join(folder, 'same')} is there already. Choose another name.`,
    );
    expect(await files()).toEqual(['same']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('leaves nothing where its process hears %s', async (signal, exit) => {
    const end = await begun('half');
    expect(await files()).toHaveLength(1);
    expect(await end(signal)).toBe(exit);
    expect(await files()).toEqual([]);
  });

  it('is removed by the next one there where its process was killed, and not while that lives', async () => {
    // Somebody's own file of such a name is no folder.
    await writeFile(join(folder, 'portal-draft-mine'), 'x');
    const [killed, other] = [await begun('one'), await begun('other')];
    await killed('SIGKILL');
    expect(await files()).toHaveLength(3);
    await write('whole');
    expect(await files()).toHaveLength(3);
    await other('SIGTERM');
    expect(await files()).toEqual(['portal-draft-mine', 'whole']);
  });
});
