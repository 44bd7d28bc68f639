import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Overrides = { [name: string]: string | Overrides };
const { dependencies, devDependencies, overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  overrides: Overrides;
};

/** The rows of each part of the document by its heading, as [first column without its marks, reason]. */
const parts = new Map(
  readFileSync('docs/dependencies.md', 'utf8')
    .split(/^## /m)
    .map((part): [string, [string, string][]] => [
      part.split('\n', 1)[0]!,
      [...part.matchAll(/^\| (`.*?) \| (.*) \|$/gm)].map(([, name, reason]) => [
        name!.replaceAll('`', ''),
        reason!.trim(),
      ]),
    ]),
);

/** An override's path: whose need is changed, and of what. */
const pathsOf = (given: Overrides): string[] =>
  Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' ? [name] : pathsOf(value).map((path) => `${name} › ${path}`),
  );

test.each([
  ['To build and to serve', Object.keys(dependencies)],
  ['To test and to check', Object.keys(devDependencies)],
  ['Overrides', pathsOf(overrides)],
])('“%s” gives every package its reason, and names no other', (heading, names) => {
  const rows = parts.get(heading) ?? [];
  expect(rows.map(([name]) => name).sort()).toEqual([...names].sort());
  expect(rows.filter(([, reason]) => reason.length < 8)).toEqual([]);
});
