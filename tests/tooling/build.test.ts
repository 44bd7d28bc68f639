import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inputsHash } from '../../server/build/inputs';

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
  const hashes = [inputsHash(root, {})];
  expect(inputsHash(root, { PORT: '3001' })).toBe(hashes[0]);
  await writeFile(join(root, 'README.md'), 'not a part of it');
  expect(inputsHash(root, {})).toBe(hashes[0]);

  hashes.push(inputsHash(root, { VITE_API_BASE: '/other' }));
  await writeFile(join(root, 'src', 'app', 'added.ts'), 'export {};');
  hashes.push(inputsHash(root, {}));
  await writeFile(join(root, 'sw', 'index.ts'), '// another');
  hashes.push(inputsHash(root, {}));
  await writeFile(join(root, '.env.local'), 'VITE_API_BASE=/third');
  hashes.push(inputsHash(root, {}));
  await rm(join(root, 'src', 'app', 'added.ts'));
  hashes.push(inputsHash(root, {}));
  expect(new Set(hashes).size).toBe(hashes.length);
  await rm(root, { recursive: true });
});
