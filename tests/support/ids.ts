import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A heading of the documentation whose first word is an id, such as `### VAX-01 · Expired`. */
export type IdHeading = { id: string; title: string; file: string };

/** The pages whose headings are ids. */
export const idPages = ['docs/product.md', 'docs/decisions.md'] as const;

/** Names that look like ids but are not. */
const otherNames: ReadonlySet<string> = new Set(['SHA-256']);

const headingPattern = /^### ([A-Z]+-\d{2,3}) · (.+)$/gm;

/**
 * Matches an id with the numbers that follow it: `VAL-06, 08, 10 to 12`, `VAX-01 to VAX-03`, `CANCEL-01..03`; or all of
 * a kind, `CANCEL-*`.
 */
const mention =
  /\b([A-Z]+)-(?:(\*)|(\d{2,3})(?!\d)((?:(?:, (?:and )?| and | or | to |\.\.)(?:\1-)?\d{2,3}(?=[,.)\]:;'"`*/]|\.\.| (?:to|and|or) (?:[A-Z]+-)?\d| *$))*))/gm;
const following = /(, | and | or | to |\.\.)(?:and )?(?:[A-Z]+-)?(\d{2,3})/g;

/** Joins a comment's lines into one. */
const unwrapped = (text: string): string => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)[ \t]*/g, ' ');

/** Lists the ids in a text, each once; ranges are written out, `CANCEL-*` stays as it is. */
export function idsIn(text: string): string[] {
  const found = new Set<string>();
  for (const [, kind = '', all, first = '', rest = ''] of unwrapped(text).matchAll(mention)) {
    const add = (number: number) => found.add(`${kind}-${String(number).padStart(first.length, '0')}`);
    if (all) {
      found.add(`${kind}-*`);
      continue;
    }
    let last = Number(first);
    add(last);
    for (const [, how = '', digits = ''] of rest.matchAll(following)) {
      const next = Number(digits);
      const isRange = how === ' to ' || how === '..';
      for (let number = isRange ? last + 1 : next; number <= next; number += 1) add(number);
      last = next;
    }
  }
  return [...found].filter((id) => !otherNames.has(id));
}

/** Lists the headings of `text` that are ids. */
export const headingsIn = (text: string, file: string): IdHeading[] =>
  [...text.matchAll(headingPattern)].map(([, id = '', title = '']) => ({ id, title, file }));

/** Lists all headings that are ids, in the order of the pages. */
export const idHeadings = (): IdHeading[] => idPages.flatMap((file) => headingsIn(readFileSync(file, 'utf8'), file));

/** Lists the files with one of the endings in a folder and the folders below it. */
export const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

/** Returns the anchor of a heading in its page. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replace(/ /g, '-');
