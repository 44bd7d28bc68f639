import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorOf, filesIn, headingsIn, idHeadings, idPages, idsIn, type IdHeading } from '../support/ids';

const read = (file: string): string => readFileSync(file, 'utf8');

/** They give examples of what they look for. */
const checks = ['tests/support/ids.ts', 'tests/tooling/ids.test.ts'];
const sources = ['src', 'sw', 'server', 'tests', 'e2e'].flatMap((folder) =>
  filesIn(folder, /\.(tsx?|m?js|json|tsv|css|html|sql|md)$/),
);
const code = [...sources, 'README.md', 'vite.config.ts', '.oxlintrc.json', 'index.html'].filter(
  (file) => !checks.includes(file),
);
const pages = ['README.md', ...filesIn('docs', /\.md$/)];

type Page = { file: string; text: string };
const asPage = (file: string): Page => ({ file, text: read(file) });

const kindOf = (id: string): string => id.replace(/-.*/, '');

/** Ids that are named and explained nowhere, each with a place that names it. */
function unexplained(named: readonly Page[], headings: readonly IdHeading[]): string[] {
  const known = new Set(headings.flatMap(({ id }) => [id, `${kindOf(id)}-*`]));
  return named.flatMap(({ file, text }) =>
    idsIn(text)
      .filter((id) => !known.has(id))
      .map((id) => `${id} in ${file}`),
  );
}

/** Ids that are explained and named nowhere. */
function unnamed(named: readonly Page[], headings: readonly IdHeading[]): string[] {
  const found = new Set(named.flatMap(({ text }) => idsIn(text)));
  return headings.map(({ id }) => id).filter((id) => !found.has(id) && !found.has(`${kindOf(id)}-*`));
}

/** Comments that say nothing but an id, sections by number, and documents that the repository does not have. */
function barePointers({ file, text }: Page): string[] {
  const comments = [...text.matchAll(/\/\*\*?(.*?)\*\/|(?<=^|\s)\/\/([^\n]*)/gms)].map(
    (found) => found[1] ?? found[2] ?? '',
  );
  const bare = comments.filter(
    (comment) => idsIn(comment).length > 0 && !/[a-z]/.test(comment.replace(/\b(to|and|or)\b/g, '')),
  );
  const sections = text.match(/\b[Ss]ection \d+\b.*/g) ?? [];
  const gone = [...text.matchAll(/(?<![\w*./-])[\w-][\w./-]*\.md\b/g)]
    .map(([path]) => path)
    .filter((path) => !existsSync(path));
  return [...bare, ...sections, ...gone].map((found) => `${found.trim()} in ${file}`);
}

const headingLines = (text: string): string[] => [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, line = '']) => line);

/** Links of a page to a file or an anchor that is not there, and bracketed ids that lead nowhere. */
function brokenLinks({ file, text }: Page, textOf: (path: string) => string | null): string[] {
  const prose = text.replace(/'[^'\n]*`/g, '').replace(/^'''.*?^'''/gms, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)].map(
    (found) => found[1] ?? found[2] ?? '',
  );
  const broken = targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const there = textOf(path === '' ? file : normalize(join(dirname(file), path)));
    return there === null || (anchor !== undefined && !headingLines(there).map(anchorOf).includes(anchor));
  });
  const defined = new Set([...prose.matchAll(/^\[([^\]]+)\]: /gm)].map(([, name]) => name));
  const used = new Set([...prose.matchAll(/\[([A-Z]+-\d{2,3})\](?![(:])/g)].map(([, id]) => id));
  return [
    ...broken.map((target) => `${file}: ${target}`),
    ...[...used].filter((id) => !defined.has(id)).map((id) => `${file}: [${id}] has no address`),
    ...[...defined].filter((id) => !used.has(id)).map((id) => `${file}: [${id}] is not used`),
  ];
}

const onDisk = (path: string): string | null => {
  if (!existsSync(path)) return null;
  return path.endsWith('.md') ? read(path) : '';
};

describe('what code and tests name by an id is explained in docs', () => {
  const headings = idHeadings();

  it('every id has a heading', () => {
    const named = [...code, ...pages].map(asPage);
    expect(headings.length).toBeGreaterThan(600);
    expect(unexplained(named, headings)).toEqual([]);
  });

  it('every heading is named by code or tests', () => {
    expect(unnamed(code.map(asPage), headings)).toEqual([]);
  });

  it('no comment is an id alone, and none points to a document that is not here', () => {
    expect(code.map(asPage).flatMap(barePointers)).toEqual([]);
  });

  it('no two headings of a page are the same, and no id has two', () => {
    for (const file of idPages) {
      const lines = headingLines(read(file)).map(anchorOf);
      expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
    }
    const ids = headings.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('every path that the pages name is there', () => {
    const missing = pages.flatMap((file) =>
      [...read(file).matchAll(/`((?:src|server|sw|tests|e2e)\/[^`\s]*)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(path))
        .map((path) => `${file}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('every link between the pages leads somewhere', () => {
    expect(pages.flatMap((file) => brokenLinks(asPage(file), onDisk))).toEqual([]);
  });

  it('every file that the pages name is there', () => {
    const named = pages.flatMap((file) =>
      [...read(file).matchAll(/`((?:src|sw|server|tests|e2e|docs)\/[\w./-]*)`/g)].map(
        ([, path = '']) => `${path} in ${file}`,
      ),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((found) => !existsSync(found.replace(/ in .*/, '')))).toEqual([]);
  });
});

describe('these checks', () => {
  const page = (text: string): Page => ({ file: 'page.md', text });
  const headings = headingsIn(`### ZZ-01 · One\n\n### ZZ-02 · Two\n\n### ZZ-03 · Three\n`, 'page.md');

  it.each([
    ['(ZZ-01, ZZ-03)', ['ZZ-01', 'ZZ-03']],
    ['(ZZ-01 to 03).', ['ZZ-01', 'ZZ-02', 'ZZ-03']],
    ['ZZ-01 to ZZ-03)', ['ZZ-01', 'ZZ-02', 'ZZ-03']],
    ['(ZZ-01..03):', ['ZZ-01', 'ZZ-02', 'ZZ-03']],
    ['(ZZ-01, 02 and 03)', ['ZZ-01', 'ZZ-02', 'ZZ-03']],
    ['(ZZ-01,\n * 02 to 03)', ['ZZ-01', 'ZZ-02', 'ZZ-03']],
    ['(ZZ-01, 10 digits)', ['ZZ-01']],
    ['(ZZ-01 to 30 days)', ['ZZ-01']],
    ['(ZZ-*)', ['ZZ-*']],
    ['ABCD-2345, SHA-256, PDF-1', []],
  ])('read %j', (text, ids) => expect(idsIn(text)).toEqual(ids));

  it('find an id without a heading, and a heading without a mention', () => {
    expect(unexplained([page('(ZZ-01, ZZ-999)')], headings)).toEqual(['ZZ-999 in page.md']);
    expect(unnamed([page('(ZZ-01, ZZ-03)')], headings)).toEqual(['ZZ-02']);
    expect(unnamed([page('(ZZ-*)')], headings)).toEqual([]);
  });

  it('find comments that point nowhere', () => {
    const text = '/** ZZ-01, 02 */\n// ZZ-03\n/** A bird (ZZ-01). */\n// See section 4 of gone.md and README.md.';
    expect(barePointers(page(text))).toEqual([
      'ZZ-01, 02 in page.md',
      'ZZ-03 in page.md',
      'section 4 of gone.md and README.md. in page.md',
      'gone.md in page.md',
    ]);
  });

  it('find links that lead nowhere', () => {
    const text = `## Here it's\n[a](#here-its) [b](#gone) [c](gone.md) [ZZ-01] [ZZ-02]\n\n[ZZ-02]: other.md#x\n[ZZ-03]: other.md\n`;
    const textOf = (path: string) => ({ 'page.md': text, 'other.md': '## Y' })[path] ?? null;
    expect(brokenLinks(page(text), textOf)).toEqual([
      'page.md: #gone',
      'page.md: gone.md',
      'page.md: other.md#x',
      'page.md: [ZZ-01] has no address',
      'page.md: [ZZ-03] is not used',
    ]);
  });
});
