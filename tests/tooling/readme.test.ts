import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usage } from '../../server/operator/commands';

const readme = readFileSync('README.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test('every file that the README names is there', () => {
  const named = [...readme.matchAll(/[`(]((?:src|sw|server|tests|e2e|\.github)\/[\w./-]*)[`)]/g)].map(
    (found) => found[1] ?? '',
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test('every command that the README names is there', () => {
  const named = [...readme.matchAll(/npm (?:run )?(start|test\b(?!:)|(?<=run )[\w:]+)/g)].map(
    (found) => found[1] ?? '',
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('the README names every command that there is', () => {
  const commands = Object.keys(scripts)
    .filter((name) => !name.startsWith('pre'))
    .map((name) => (['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`));
  expect(commands.filter((command) => !new RegExp(`${command}[ \`]`).test(readme))).toEqual([]);
  const operators = [...usage.matchAll(/^ {2}([a-z-]+) /gm)].map((found) => found[1] ?? '');
  expect(operators).toHaveLength(16);
  expect(operators.filter((name) => !new RegExp(`(clinic -- |\`)${name}[ \`]`).test(readme))).toEqual([]);
});
