import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idHeadings } from './ids';

/** A call of docs/product.md, with the number of test titles that name its id. */
export type ApiRow = { id: string; title: string; tests: number };

const folders = ['tests', 'e2e'];
const idPattern = /API-\d{2}/g;

/** Matches a test's title: the first argument of a call, a text with an id in it. */
const titlePattern = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*?API-\d{2}(?:\\.|(?!\1)[^\\])*)\1\s*,/g;

/** Lists the calls in docs/product.md. */
const rows = (): { id: string; title: string }[] => idHeadings().filter(({ id }) => id.startsWith('API-'));

/** Lists the ids in test titles, once for each title. */
function idsInTitles(): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return files
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(titlePattern)])
    .flatMap(([, , title = '']) => [...new Set(title.match(idPattern))]);
}

/** Counts the titles for every call, and lists ids in titles that no call has. */
export function countApiRows(): { rows: ApiRow[]; unknown: string[] } {
  const found = idsInTitles();
  const known = rows();
  return {
    rows: known.map(({ id, title }) => ({ id, title, tests: found.filter((each) => each === id).length })),
    unknown: [...new Set(found)].filter((id) => !known.some((row) => row.id === id)),
  };
}

/** Formats the rows as a table, which marks calls without a test. */
export const apiTable = (counted: readonly ApiRow[]): string =>
  [
    'ROW     TESTS  CALL',
    ...counted.map(
      ({ id, title, tests }) => `${id}  ${String(tests).padStart(5)}  ${title}${tests === 0 ? '  ← no test' : ''}`,
    ),
  ].join('\n');
