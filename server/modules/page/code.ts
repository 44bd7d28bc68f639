import { array, create, defaulted, record, string, type } from 'superstruct';
import { markup, type Markup, type Places } from './template.ts';

/** Vite's manifest, as far as it is used: the files of the build by the source that they come from. */
const Manifest = record(
  string(),
  type({ file: string(), imports: defaulted(array(string()), []), css: defaulted(array(string()), []) }),
);

/** The page's two entries, as the manifest names them. */
export const entries = { start: 'src/app/start/script/start.ts', main: 'src/app/main.tsx' };

/** The files that every page begins with, as addresses. */
export type PageCode = {
  /** The start script, which fetches the others (src/app/start/script/start.ts). */
  start: string;
  /** What the app needs for its first screen, each after those that it imports. */
  files: readonly string[];
  /** The style sheets of the first screen, in their order. */
  sheets: readonly string[];
};

/** What a page begins with, from Vite's manifest (parsed JSON). Throws where that is not one, or lacks an entry. */
export function pageCodeOf(manifest: unknown): PageCode {
  const parts = create(manifest, Manifest);
  const partOf = (name: string) => {
    const part = parts[name];
    if (!part) throw new Error(`The build's manifest has no ${name}.`);
    return part;
  };
  const inOrder = (name: string): string[] => [...new Set([...partOf(name).imports.flatMap(inOrder), name])];
  const needed = [...new Set(inOrder(entries.main))].map(partOf);
  return {
    start: `/${partOf(entries.start).file}`,
    files: needed.map(({ file }) => `/${file}`),
    sheets: [...new Set(needed.flatMap(({ css }) => css))].map((file) => `/${file}`),
  };
}

/**
 * The elements that begin a page's code.
 * @param isDrawn whether the page shows its first screen without code: that is fetched once the screen is painted
 */
export const codeElements = ({ start, files }: Pick<PageCode, 'start' | 'files'>, isDrawn: boolean): Markup =>
  isDrawn
    ? markup`<script type="module" src="${start}" data-files="${files.join(' ')}" data-drawn></script>`
    : markup`<script type="module" src="${start}" data-files="${files.join(' ')}"></script>${files.map((file) => markup`<link rel="modulepreload" href="${file}">`)}`;

/** A page that shows no clinic: what stands in its places beside its code and its style. */
export const barePlaces = {
  attributes: '',
  title: 'Appointments',
  // Named, so that the browser looks for none of its own; a clinic's own takes its place.
  head: markup`<link rel="icon" href="data:,">`,
  screen: '',
  data: '',
} satisfies Partial<Places>;

/** The page that the worker keeps and answers every address with: no clinic, style sheets of their own (`/index.html`). */
export const shellOf = (code: PageCode): Places => ({
  ...barePlaces,
  style: markup`${code.sheets.map((sheet) => markup`<link rel="stylesheet" href="${sheet}">`)}`,
  code: codeElements(code, false),
});
