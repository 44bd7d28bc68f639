import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inputsHash, pageSources, serverSources } from '../../server/build/inputs';

test('a build is made anew when a file or a setting of it changes, and only then', async () => {
  const root = await mkdtemp(join(tmpdir(), 'portal-inputs-'));
  for (const name of [
    'src',
    'sw',
    'index.html',
    'vite.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ]) {
    await cp(name, join(root, name), { recursive: true });
  }
  const hashes = [inputsHash(root, {}, pageSources)];
  expect(inputsHash(root, { PORT: '3001' }, pageSources)).toBe(hashes[0]);
  await writeFile(join(root, 'README.md'), 'not a part of it');
  expect(inputsHash(root, {}, pageSources)).toBe(hashes[0]);

  hashes.push(inputsHash(root, { VITE_API_BASE: '/other' }, pageSources));
  await writeFile(join(root, 'src', 'app', 'added.ts'), 'export {};');
  hashes.push(inputsHash(root, {}, pageSources));
  await writeFile(join(root, 'sw', 'index.ts'), '// another');
  hashes.push(inputsHash(root, {}, pageSources));
  await writeFile(join(root, '.env.local'), 'VITE_API_BASE=/third');
  hashes.push(inputsHash(root, {}, pageSources));
  await rm(join(root, 'src', 'app', 'added.ts'));
  hashes.push(inputsHash(root, {}, pageSources));
  expect(new Set(hashes).size).toBe(hashes.length);
  await rm(root, { recursive: true });
});

test('a change of the server alone leaves the page as it was built; what fills the pages is built into both', async () => {
  const root = await mkdtemp(join(tmpdir(), 'portal-inputs-'));
  await cp('server', join(root, 'server'), { recursive: true });
  const hashes = () => [inputsHash(root, {}, pageSources), inputsHash(root, {}, serverSources)] as const;
  const [page, server] = hashes();
  await writeFile(join(root, 'server', 'app.ts'), '// another');
  const [samePage, otherServer] = hashes();
  expect(samePage).toBe(page);
  expect(otherServer).not.toBe(server);
  await writeFile(join(root, 'server', 'modules', 'page', 'template.ts'), '// another');
  expect(hashes()[0]).not.toBe(page);
  expect(hashes()[1]).not.toBe(otherServer);
  await rm(root, { recursive: true });
});
