import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, posix } from 'node:path';
import { expect, test } from 'vitest';
import { layerOf, table } from '../lint/layers.mjs';

/** What a file imports, by its path from the root: code and types, at once and later (`import()`, `import('…').X`). */
type Drawing = ReadonlyMap<string, readonly string[]>;

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.[^']+)'/g;

/** The drawing of some files; `read` gives a file's text. Imports of what is not among the files are left out. */
function draw(files: readonly string[], read: (file: string) => string): Drawing {
  const known = new Set(files);
  const resolve = (from: string, specifier: string): string[] => {
    const path = posix.normalize(posix.join(dirname(from), specifier));
    return ['', '.ts', '.tsx', '/index.ts'].map((end) => path + end).filter((each) => known.has(each));
  };
  return new Map(
    files.map((file) => [file, [...read(file).matchAll(IMPORT)].flatMap((found) => resolve(file, found[1] ?? ''))]),
  );
}

/** The first circle of arrows that is found, from a node back to itself; null where there is none. */
function circleOf(arrows: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const walk = (node: string, path: readonly string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of arrows.get(node) ?? []) {
      const circle = walk(next, [...path, node]);
      if (circle) return circle;
    }
    done.add(node);
    return null;
  };
  for (const node of arrows.keys()) {
    const circle = walk(node, []);
    if (circle) return circle;
  }
  return null;
}

/** The arrows from a layer to one that its row does not name. */
const arrowsBack = (drawing: Drawing): string[] =>
  [...drawing].flatMap(([file, imported]) =>
    imported.flatMap((target) => {
      const [from, to] = [layerOf(file), layerOf(target)];
      const isFine = from?.folder === to?.folder || from?.row.imports.includes(to?.row.folder ?? '');
      return isFine ? [] : [`${file} -> ${target}`];
    }),
  );

const sources = async (): Promise<string[]> => {
  const lists = await Promise.all(
    ['src', 'sw', 'server'].map(async (root) =>
      (await readdir(root, { recursive: true })).map((name) => posix.join(root, name.replaceAll('\\', '/'))),
    ),
  );
  return lists.flat().filter((file) => /(?<!\.d)\.tsx?$/.test(file));
};
const drawn = async () => draw(await sources(), (file) => readFileSync(file, 'utf8'));

test('the drawing of all imports, types included, has no circle', async () => {
  const drawing = await drawn();
  expect([...drawing.values()].flat().length).toBeGreaterThan(2000);
  expect(circleOf(drawing)).toBeNull();
});

test('the drawing has no arrow from a layer to one that it may not import', async () => {
  expect(arrowsBack(await drawn())).toEqual([]);
});

test('every file of page, worker and server has a row, and every row has files', async () => {
  const files = await sources();
  expect(files.filter((file) => layerOf(file) === null)).toEqual([]);
  const used = new Set(files.map((file) => layerOf(file)?.row.folder));
  expect(table.rows.map(({ folder }) => folder).filter((folder) => !used.has(folder))).toEqual([]);
  const named = table.rows.flatMap(({ imports }) => imports.flatMap((name) => table.groups[name] ?? [name]));
  const folders = new Set(table.rows.map(({ folder }) => folder));
  expect(named.filter((name) => !folders.has(name) && !existsSync(name))).toEqual([]);
});

test('the table itself allows no circle of layers', () => {
  const allowed = new Map(
    table.rows.map(({ folder, imports }) => [folder, imports.flatMap((name) => table.groups[name] ?? [name])]),
  );
  expect(circleOf(allowed)).toBeNull();
});

const planted = (files: Record<string, string>) => draw(Object.keys(files), (file) => files[file] ?? '');

test.each([
  ['of two files', { 'src/domain/a.ts': `import './b';`, 'src/domain/b.ts': `import './a';` }],
  [
    'through a type',
    { 'src/domain/a.ts': `import { b } from './b';`, 'src/domain/b.ts': `import type { A } from './a';` },
  ],
  ['through a type in place', { 'src/domain/a.ts': `import './b';`, 'src/domain/b.ts': `type A = import('./a').A;` }],
  [
    'through code that comes later',
    { 'src/app/a.tsx': `lazy(() => import('./b'));`, 'src/app/b.tsx': `import { a } from './a';` },
  ],
  [
    'through an export',
    {
      'src/ui/a.ts': `export { b } from './b';`,
      'src/ui/b.ts': `export * from './c';`,
      'src/ui/c.ts': `import './a';`,
    },
  ],
])('finds a planted circle %s', (_, files: Record<string, string>) => {
  expect(circleOf(planted(files))).not.toBeNull();
});

test('finds a planted arrow back, also between features', () => {
  const files = {
    'src/domain/a.ts': `import type { B } from '../state/b';`,
    'src/state/b.ts': '',
    'src/features/pets/c.ts': `import '../booking/d';`,
    'src/features/booking/d.ts': `import '../../state/b';`,
    'server/modules/messages/e.ts': `const later = () => import('../payments/f');`,
    'server/modules/payments/f.ts': '',
  };
  expect(arrowsBack(planted(files))).toEqual([
    'src/domain/a.ts -> src/state/b.ts',
    'src/features/pets/c.ts -> src/features/booking/d.ts',
    'server/modules/messages/e.ts -> server/modules/payments/f.ts',
  ]);
});
