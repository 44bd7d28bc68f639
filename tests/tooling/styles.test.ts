import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../../vite.config';

/** The tokens, what an element looks like without a class, and the notice that stands in index.html. */
const isGlobal = (file: string) =>
  ['src/ui/look/tokens.css', 'src/ui/look/base.css', 'src/app/start/late.css', 'src/desk/desk.css'].includes(file);

const classNameOf = (config as (env: object) => { css: { modules: { generateScopedName: NameOf } } })({
  command: 'build',
  mode: 'production',
}).css.modules.generateScopedName;
type NameOf = (name: string, file: string) => string;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((name) => join('src', name));
const sheets = files.filter((file) => file.endsWith('.css')).sort();
const scripts = files.filter((file) => /\.tsx?$/.test(file));
const read = (file: string) => readFileSync(file, 'utf8');

/** The classes that a style sheet defines; those of other programs, in :global(), are not its own. */
const classesOf = (css: string): string[] => {
  const selectors = css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .matchAll(/([^{};]+)\{/g);
  return [
    ...new Set(
      [...selectors].flatMap(([, selector]) => [...selector!.matchAll(/\.([a-zA-Z][\w-]*)/g)].map((m) => m[1]!)),
    ),
  ];
};

/** The classes that a script takes of style sheets, as 'path of the sheet: class'. */
const usesOf = (script: string, code: string): string[] =>
  [...code.matchAll(/^import \* as (\w+) from '(.+\.module\.css)';$/gm)].flatMap(([, name, path]) =>
    [...code.matchAll(new RegExp(String.raw`(?<![\w./])${name}\.(\w+)`, 'g'))].map(
      ([, used]) => `${relative('.', join(dirname(script), path!))}: ${used}`,
    ),
  );

const unlike = (some: Iterable<string>, others: Iterable<string>): string[] => {
  const known = new Set(others);
  return [...new Set(some)].filter((each) => !known.has(each));
};

const given = sheets
  .filter((file) => !isGlobal(file))
  .flatMap((file) => classesOf(read(file)).map((name) => `${file}: ${name}`));
const taken = scripts.flatMap((file) => usesOf(file, read(file)));

describe('style sheets', () => {
  it('are scoped, but for the tokens and the elements', () => {
    expect(sheets.filter((file) => !file.endsWith('.module.css') && !isGlobal(file))).toEqual([]);
    expect(sheets.filter(isGlobal).flatMap((file) => classesOf(read(file)))).toEqual([]);
  });

  it('define no class that no script takes', () => expect(unlike(given, taken)).toEqual([]));

  it('are no addresses: no script looks for an element by a class', () => {
    const bySight = /(querySelector(All)?|closest|matches)(<[^>]*>)?\(\s*['"`][^'"`]*\.[a-z]/;
    expect(scripts.filter((file) => bySight.test(read(file)))).toEqual([]);
    expect(bySight.test("document.querySelector('.foot')")).toBe(true);
  });

  it('define every class that a script takes', () => expect(unlike(taken, given)).toEqual([]));

  it('give every class a name of its own, the same on each machine', () => {
    const names = given.map((each) => {
      const [file, name] = each.split(': ') as [string, string];
      return classNameOf(name, join(process.cwd(), file));
    });
    expect(new Set(names).size).toBe(given.length);
    expect(names.filter((name) => !/^[a-zA-Z]{4}$/.test(name))).toEqual([]);
    expect(classNameOf('record', join(process.cwd(), 'src/features/pets/pets.module.css'))).toBe('ooEc');
  });

  it('are told from scripts by the class', () => {
    expect(
      classesOf('.a > .b-c:not(.d), .e:global(.F) { margin: .5em } /* .g {} */ @media print { .h { top: 0 } }'),
    ).toEqual(['a', 'b-c', 'd', 'e', 'h']);
    const code = "import * as css from './x.module.css';\nconst a = `${css.on} ${other.css.off}`;";
    expect(usesOf('src/ui/y.tsx', code)).toEqual(['src/ui/x.module.css: on']);
  });

  it('measure type in rem and screens in em, so that the size of text set in the browser has effect', () => {
    const sized = /(?:^|[\s;{])(?:font|font-size|line-height|--t-\w+):[^;}]*\dpx|@media[^{]*(?:width|height):\s*\d+px/;
    expect(sheets.filter((file) => sized.test(read(file).replace('font-size: 16px; /* paper */', '')))).toEqual([]);
    for (const one of ['a { font: 400 14px/20px x; }', ':root { --t-note: 1px; }', '@media (min-width: 992px) {}'])
      expect(sized.test(one)).toBe(true);
  });

  it('leave no class as text in scripts', () => {
    const asText = scripts.filter((file) => /className=("|\{?')|className: '/.test(read(file)));
    expect(asText).toEqual([]);
    const bySelector = scripts.filter((file) =>
      /(querySelector(All)?|closest)(<[^>]*>)?\(\s*['"`][^'"`]*\.[a-z]/i.test(read(file)),
    );
    expect(bySelector).toEqual([]);
  });
});
