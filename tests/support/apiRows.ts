import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idHeadings } from './ids';

/** One of the calls, and in how many titles of tests its id stands. */
export type ApiRow = { id: string; title: string; tests: number };

const folders = ['tests', 'e2e'];
const idPattern = /API-\d{2}/g;

/** A title: a text that is the first argument of a call, with an id in it. */
const titlePattern = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*?API-\d{2}(?:\\.|(?!\1)[^\\])*)\1\s*,/g;

/** The calls as docs/product.md lists them. */
const rows = (): { id: string; title: string }[] => idHeadings().filter(({ id }) => id.startsWith('API-'));

/** The ids in titles of tests, once for each title. */
function idsInTitles(): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return files
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(titlePattern)])
    .flatMap(([, , title = '']) => [...new Set(title.match(idPattern))]);
}

/** Every row with its count, and ids that no row has. */
export function countApiRows(): { rows: ApiRow[]; unknown: string[] } {
  const found = idsInTitles();
  const known = rows();
  return {
    rows: known.map(({ id, title }) => ({ id, title, tests: found.filter((each) => each === id).length })),
    unknown: [...new Set(found)].filter((id) => !known.some((row) => row.id === id)),
  };
}

/** The rows as a table; those without a test say so. */
export const apiTable = (counted: readonly ApiRow[]): string =>
  [
    'ROW     TESTS  CALL',
    ...counted.map(
      ({ id, title, tests }) => `${id}  ${String(tests).padStart(5)}  ${title}${tests === 0 ? '  ← no test' : ''}`,
    ),
  ].join('\n');
