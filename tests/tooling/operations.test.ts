import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kept, notByAge } from '../../server/system/kept';
import { DAY, HOUR } from '../../src/limits';

const operations = readFileSync('docs/operations.md', 'utf8');
const section = (heading: string): string => operations.split(`## ${heading}\n`)[1]?.split(/^## /m)[0] ?? '';
const rowsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1);

const period = (ms: number): string => {
  if (ms === 0) return 'at once';
  const [count, unit] = ms < DAY ? [ms / HOUR, 'hour'] : [ms / DAY, 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

test('the table of what is kept how long is what housekeeping goes by', () => {
  const [byAge = '', rest = ''] = section('What is kept how long').split('What does not go by age');
  expect(rowsOf(byAge)).toEqual(
    Object.values(kept).map(({ what, table, since, ms }) => `| ${what} | \`${table}\` | ${period(ms)} | ${since} |`),
  );
  expect(rowsOf(rest)).toEqual(Object.entries(notByAge).map(([table, until]) => `| \`${table}\` | ${until} |`));
});

test('every file and setting that it names is there', () => {
  const files = [...operations.matchAll(/\]\(([\w./-]+)(#[\w-]+)?\)/g)].map((found) => `docs/${found[1]}`);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
  const readme = readFileSync('README.md', 'utf8');
  const settings = [...operations.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map((found) => found[1] ?? '');
  expect(settings.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
