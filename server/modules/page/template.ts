import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeHtml } from '../../system/html.ts';
import { root } from '../../system/root.ts';

/** The named places of index.html: `{{title}}` and so on. */
const names = ['attributes', 'title', 'head', 'style', 'code', 'screen', 'data'] as const;
type Name = (typeof names)[number];

/** HTML that is put into a page as it is. Everything else that is put into a page is text, and is escaped. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** The content of each place: text, or markup that is not escaped. */
export type Places = Readonly<Record<Name, string | Markup>>;

/** A tagged template that makes markup. Texts in it are escaped, markup and lists of markup are not. */
export const markup = (parts: TemplateStringsArray, ...values: (string | Markup | readonly Markup[])[]): Markup =>
  new Markup(parts.reduce((html, part, n) => html + htmlOf(values[n - 1] ?? '') + part));

const htmlOf = (value: string | Markup | readonly Markup[]): string => {
  if (typeof value === 'string') return escapeHtml(value);
  return value instanceof Markup ? value.html : value.map(({ html }) => html).join('');
};

/** Makes a page's HTML: index.html with its places filled. */
export type Template = (places: Places) => string;

/** Parses a template. Throws if its places are not exactly those that the server fills. */
export function templateOf(text: string): Template {
  // The pieces at odd positions are the names of places.
  const pieces = text.split(/\{\{(\w+)\}\}/);
  const named = pieces.filter((_, n) => n % 2 === 1);
  if (named.toSorted().join() !== [...names].sort().join())
    throw new Error(`index.html has the places ${named.join(', ')}; the server fills ${names.join(', ')}.`);
  return (places) => pieces.map((piece, n) => (n % 2 === 1 ? htmlOf(places[piece as Name]) : piece)).join('');
}

/** Reads the template of every page, index.html of the project. */
export const readTemplate = (): Template =>
  templateOf(readFileSync(fileURLToPath(new URL('index.html', root)), 'utf8'));
