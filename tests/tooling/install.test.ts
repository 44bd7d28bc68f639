import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = resolve('server/build/install.mjs');

let folder: string;
const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value));

type Locked = { version: string; integrity: string; dev?: boolean; optional?: boolean };
const locked = (version: string, more: Partial<Locked> = {}): Locked => ({
  version,
  integrity: `of ${version}`,
  ...more,
});
const lock: Record<string, Locked> = {
  'node_modules/server': locked('1.0.0'),
  'node_modules/for-other-systems': locked('1.0.0', { optional: true }),
  'node_modules/test-tool': locked('1.0.0', { dev: true }),
};
const ranges = { dependencies: { server: '^1.0.0' }, devDependencies: { 'test-tool': '^1.0.0' } };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-install-'));
  await write('package.json', ranges);
  await write('package-lock.json', { packages: { '': ranges, ...lock } });
  await writeFile(join(folder, 'npm.cjs'), `require('fs').writeFileSync('asked', process.argv.slice(2).join(' '))`);
});
afterEach(() => rm(folder, { recursive: true }));

/** Puts packages into node_modules as npm leaves them. */
async function install(...names: (keyof typeof lock)[]): Promise<void> {
  for (const name of names) {
    await mkdir(join(folder, name), { recursive: true });
    await write(`${name}/package.json`, {});
  }
  await write('node_modules/.package-lock.json', {
    packages: Object.fromEntries(names.map((name) => [name, lock[name]])),
  });
}

/** What the script asks of npm; null where it asks for nothing. */
async function askedOfNpm(...args: string[]): Promise<string | null> {
  execFileSync(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...process.env, npm_execpath: join(folder, 'npm.cjs') },
  });
  const asked = join(folder, 'asked');
  return existsSync(asked) ? readFile(asked, 'utf8') : null;
}

test('a fresh clone installs what building and serving need, or for tests everything', async () => {
  expect(await askedOfNpm()).toMatch(/^install --omit=dev /);
  expect(await askedOfNpm('--tools')).toMatch(/^install --include=dev /);
});

test('an installation that is complete is left alone', async () => {
  await install('node_modules/server');
  expect(await askedOfNpm()).toBeNull();
  await install('node_modules/server', 'node_modules/test-tool');
  expect(await askedOfNpm('--tools')).toBeNull();
});

test('the tools of the tests come once they are needed, and stay', async () => {
  await install('node_modules/server');
  expect(await askedOfNpm('--tools')).toMatch(/^install --include=dev /);
  await install('node_modules/test-tool');
  expect(await askedOfNpm()).toMatch(/^install --include=dev /);
});

test.each<[string, () => Promise<void>]>([
  [
    'another version is asked for',
    () => write('package-lock.json', { packages: { '': ranges, 'node_modules/server': locked('1.0.1') } }),
  ],
  [
    'package.json asks for one more',
    () => write('package.json', { ...ranges, dependencies: { ...ranges.dependencies, more: '1' } }),
  ],
  ['a package was removed by hand', () => rm(join(folder, 'node_modules/server'), { recursive: true })],
])('what is missing is installed where %s', async (_, change) => {
  await install('node_modules/server');
  await change();
  expect(await askedOfNpm()).toMatch(/^install --omit=dev /);
});
