import { any, array, create, defaulted, is, literal, record, string, type } from 'superstruct';
import { markup, type Markup, type Places } from './template.ts';

/** The built files by their source, in Vite's manifest. Only those that are used are read, since it lists many. */
const Manifest = record(string(), any());

const File = type({
  file: string(),
  imports: defaulted(array(string()), []),
  css: defaulted(array(string()), []),
});
/** The file of that name, which no source has. */
const Parts = type({ file: string(), name: literal('parts') });

/** The names of the page's two entries in the manifest. */
export const entries = { start: 'src/app/start/script/start.ts', main: 'src/app/main.tsx' };

/** The addresses of the files that every page starts with. */
export type PageCode = {
  /** The start script, which loads the others (src/app/start/script/start.ts). */
  start: string;
  /** The files that the app needs for its first screen, each after those that it imports. */
  files: readonly string[];
  /** The code of the parts that the app draws with its first screen, and takes over after it. */
  parts: string;
  /** The style sheets of the first screen, in their order. */
  sheets: readonly string[];
};

/**
 * Reads from Vite's manifest (parsed JSON) what a page starts with. Throws if it is not a manifest or lacks an entry.
 */
export function pageCodeOf(manifest: unknown): PageCode {
  const files = create(manifest, Manifest);
  const partOf = (name: string) => {
    if (files[name] === undefined) throw new Error(`The build's manifest has no ${name}.`);
    return create(files[name], File);
  };
  const inOrder = (name: string): string[] => [...new Set([...partOf(name).imports.flatMap(inOrder), name])];
  const needed = [...new Set(inOrder(entries.main))].map(partOf);
  const start = partOf(entries.start);
  const parts = Object.values(files).find((file) => is(file, Parts));
  if (!parts) throw new Error("The build's manifest has no file of the first screen's parts.");
  return {
    start: `/${start.file}`,
    parts: `/${parts.file}`,
    files: needed.map(({ file }) => `/${file}`),
    sheets: [...new Set(needed.flatMap(({ css }) => css))].map((file) => `/${file}`),
  };
}

type Loaded = Omit<PageCode, 'sheets'>;

/** Makes the elements that load the code of a page that shows nothing without it: they stand in its head. */
export const codeElements = ({ start, files, parts }: Loaded): Markup =>
  markup`<script type="module" src="${start}" data-files="${files.join(' ')}"></script>${[...files, parts].map((file) => markup`<link rel="modulepreload" href="${file}">`)}`;

/**
 * Makes the element that loads the code of a page that is drawn without it. It stands behind what is drawn and runs
 * once it has come (`async`): neither reading nor drawing the page waits for it.
 */
export const laterCode = ({ start, files }: Loaded, sheets: readonly string[] = []): Markup =>
  markup`<script type="module" async src="${start}" data-files="${files.join(' ')}" data-drawn${sheets.length > 0 ? markup` data-sheets="${sheets.join(' ')}"` : ''}></script>`;

/** The places of a page without a clinic, except for code and style. */
export const barePlaces = {
  attributes: '',
  title: 'Clinic portal',
  // An empty icon, so that the browser does not look for one; a clinic's icon takes its place.
  head: markup`<link rel="icon" href="data:,">`,
  screen: '',
  data: '',
} satisfies Partial<Places>;

/**
 * Makes the page that the service worker stores and answers every address with: without a clinic, and with the style
 * sheets as separate files (`/index.html`).
 */
export const shellOf = (code: PageCode): Places => ({
  ...barePlaces,
  style: markup`${code.sheets.map((sheet) => markup`<link rel="stylesheet" href="${sheet}">`)}`,
  code: codeElements(code),
});

/**
 * Makes the page that the worker draws for an owner, with its style inlined. It leaves open what is drawn. The code
 * brings the app's style sheets.
 */
export const savedPageOf = (code: PageCode): Places => ({
  ...barePlaces,
  attributes: '{{attributes}}',
  title: '{{title}}',
  style: '{{style}}',
  screen: '{{screen}}',
  code: '',
  data: laterCode(code, code.sheets),
});
