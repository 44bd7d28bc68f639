import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { Shop } from '../../../src/contract/shop';

/** Where the page's build and the first screen's lie. */
export type Folders = { page: string; firstScreen: string };

const root = new URL('../../../', import.meta.url);
export const builtFolders: Folders = {
  page: fileURLToPath(new URL('dist', root)),
  firstScreen: fileURLToPath(new URL('dist-ssr', root)),
};

export type RenderFirstScreen = (shop: Shop, nowIso: string) => string;

/** The page's build as the server uses it. */
export type Build = {
  /** index.html without its style sheets. */
  html: string;
  /** The same for a page that shows something before its code is there: that comes once it is seen (src/app/start/start.ts). */
  drawnHtml: string;
  /** The content of the style sheets that index.html links, in their order. */
  css: string;
  /** Files beside index.html that are served as they are. */
  files: string[];
  renderFirstScreen: RenderFirstScreen | null;
};

/** Reads the build once, at the start; null where there is none (`npm run dev` serves the pages itself). */
export async function readBuild(folders: Folders, log: FastifyBaseLogger): Promise<Build | null> {
  const index = await readFile(join(folders.page, 'index.html'), 'utf8').catch(() => null);
  if (index === null) return null;
  const links = index.match(/<link\b[^>]*\brel="stylesheet"[^>]*>\s*/g) ?? [];
  const sheets = links.flatMap((link) => /\bhref="\/([^"]+)"/.exec(link)?.[1] ?? []);
  const css = await Promise.all(sheets.map((sheet) => readFile(join(folders.page, sheet), 'utf8')));
  const entries = await readdir(folders.page, { withFileTypes: true });
  const html = links.reduce((text, link) => text.replace(link, ''), index);
  return {
    html,
    drawnHtml: html
      .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>\s*/g, '')
      .replace(/<script\b[^>]*\btype="module"[^>]*><\/script>/, '<script defer src="/start.js"></script>'),
    css: css.join('\n'),
    files: entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name)).map((entry) => entry.name),
    renderFirstScreen: await firstScreenRenderer(folders.firstScreen, log),
  };
}

async function firstScreenRenderer(folder: string, log: FastifyBaseLogger): Promise<RenderFirstScreen | null> {
  const names = await readdir(folder).catch((): string[] => []);
  const name = names.find((one) => /^firstScreen\.m?js$/.test(one));
  if (name === undefined) {
    log.warn('the first screen is not built; pages come without it');
    return null;
  }
  const module = (await import(pathToFileURL(join(folder, name)).href)) as { renderFirstScreen: RenderFirstScreen };
  return module.renderFirstScreen;
}
