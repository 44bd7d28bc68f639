import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { loadedPackages } from '../server/build/loadedPackages';
import { textService } from '../tests/support/textService';
import { expect, test } from './support/fixtures';
import { Release, tryFolder } from './support/release';
import { bookWithText } from './support/releaseVisit';

test('the archive of a release runs on Node alone: a clinic is imported, and an owner books', async ({ browser }) => {
  const make = ['--import', 'tsx', 'server/release/run.ts', '--platforms', 'here', '--folder', tryFolder];
  execFileSync(process.execPath, make);
  const texts = await textService();
  const release = await Release.unpack({ PUBLIC_URL: 'https://portal.example', SMS_URL: texts.url });

  const packages = await readdir(join(release.folder, 'first', 'node_modules'));
  const expected = loadedPackages.map((name) => name.split('/')[0]!);
  expect(packages.sort()).toEqual([...new Set(expected)].sort());
  const version = await release.version();
  expect(version).toMatch(new RegExp(`^${packageJson.version}-\\d{12}(\\.g[0-9a-f]{8})?$`));
  expect(await readdir(tryFolder)).toContain(`${packageJson.name}-${version}.tar.gz`);
  for (const file of ['server.js', 'clinic.js']) expect(await release.node(file, ['--version'])).toBe(`${version}\n`);
  const readme = await release.read('README.md');
  expect(readme).toContain('| `DATA_DIR` |');
  expect(readme).toContain('node clinic.js messages');
  expect(readme).not.toContain('npm run clinic');

  // Those of their own, one that is built into the server, and one of the page.
  const licences = await release.read('LICENCES.txt');
  for (const name of [...loadedPackages, '@node-rs/argon2-\\S+', 'fastify', 'dexie'])
    expect(licences).toMatch(new RegExp(`\\n${name} \\S+: \\S+\\n\\nFrom \\S+\\n`));

  const { SECRET, ...unsafe } = release.settings;
  await expect(release.node('server.js', [], unsafe)).rejects.toThrow('SECRET: must be set in production');
  await expect(
    release.node('server.js', [], { ...unsafe, SECRET: SECRET!, CLOCK: '2026-11-25T00:00:00Z' }),
  ).rejects.toThrow('CLOCK: is for trying out only');

  await release.start();
  expect(await release.node('clinic.js', ['list'])).toBe('There is no clinic yet.\n');
  expect(await release.import({ shop: { id: 'harborside' } })).toBe('harborside: imported\n');
  expect((await fetch(`${release.origin}/api/demo/inbox`)).status).toBe(404);
  expect(await (await fetch(`${release.origin}/api/health`)).json()).toEqual({
    status: 'ok',
    version,
  });

  const context = await browser.newContext({ baseURL: release.origin });
  await bookWithText(await context.newPage(), 'harborside', texts.accepted);
  await context.close();
  expect(await release.node('clinic.js', ['appointments', 'harborside'])).toContain('Pepper');
  expect(await release.stop()).toBe(0);
  await release.remove();
  await texts.close();
});
