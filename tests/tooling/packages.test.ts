import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installPackage } from '../support/install';

let folder: string;
const asked = async (): Promise<string[]> => (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n');

/** Puts an apt-get in front of the machine's own, which writes down what it is asked and then runs `script`. */
async function aptGet(script: string): Promise<void> {
  const program = join(folder, 'apt-get');
  await writeFile(program, `#!/bin/sh\ncd '${folder}'\necho "$@" >> asked\n${script}\n`);
  await chmod(program, 0o755);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-packages-'));
  vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter));
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

test('waits for another program that installs, such as the updates of the system', async () => {
  await aptGet(
    `[ -e once ] || { touch once; echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1' >&2; exit 100; }`,
  );
  installPackage('a-browser');
  expect((await asked()).map((line) => line.replace(/^.*?(?=update|install)/, ''))).toEqual([
    'update',
    'update',
    'install -y --no-install-recommends a-browser',
  ]);
});

test('any other failure ends it at once, with what was said', async () => {
  await aptGet(`echo 'E: Unable to locate package a-browser' >&2; exit 100`);
  expect(() => installPackage('a-browser')).toThrow(/could not install a-browser:\n.*Unable to locate package/s);
  expect(await asked()).toHaveLength(1);
});
