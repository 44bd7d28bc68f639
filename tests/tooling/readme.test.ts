import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test('every file that the README names is there', () => {
  const named = [...readme.matchAll(/[`(]((?:src|sw|server|tests|e2e|\.github)\/[\w./-]*)[`)]/g)].map((found) => found[1] ?? '');
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test('every command that the README names is there', () => {
  const named = [...readme.matchAll(/npm (?:run )?(start|test\b(?!:)|(?<=run )[\w:]+)/g)].map((found) => found[1] ?? '');
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
