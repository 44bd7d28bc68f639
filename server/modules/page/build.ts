import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { Shop } from '../../../src/contract/shop';
import { root } from '../../system/root';
import { pageCodeOf, type PageCode } from './code';
import { readTemplate, type Template } from './template';

/** The folders of the built page, of the built first screen and of the desk's built page. */
export type Folders = { page: string; firstScreen: string; desk: string };

export const builtFolders: Folders = {
  page: fileURLToPath(new URL('dist', root)),
  firstScreen: fileURLToPath(new URL('dist-ssr', root)),
  desk: fileURLToPath(new URL('dist-desk', root)),
};

type RenderFirstScreen = (shop: Shop, nowIso: string) => string;

/** The page's build as the server uses it. */
export type Build = {
  template: Template;
  code: PageCode;
  /** The content of the style sheets of the first screen, in their order. */
  css: string;
  /**
   * The files directly in the build's folder, which are served as they are, such as the service worker and its
   * index.html.
   */
  files: string[];
  renderFirstScreen: RenderFirstScreen | null;
};

/** Reads the build once, at the start; null if there is none (with `npm run dev`, Vite serves the pages). */
export async function readBuild(folders: Folders, log: FastifyBaseLogger): Promise<Build | null> {
  const manifest = await readFile(join(folders.page, '.vite', 'manifest.json'), 'utf8').catch(() => null);
  if (manifest === null) return null;
  const code = pageCodeOf(JSON.parse(manifest));
  const css = await Promise.all(code.sheets.map((sheet) => readFile(join(folders.page, sheet), 'utf8')));
  const entries = await readdir(folders.page, { withFileTypes: true });
  return {
    template: readTemplate(),
    code,
    css: css.join('\n'),
    files: entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name)).map((entry) => entry.name),
    renderFirstScreen: await firstScreenRenderer(folders.firstScreen, log),
  };
}

/** Reads the desk's page (D-420); null where it is not built. */
export const readDesk = (folders: Folders): Promise<string | null> =>
  readFile(join(folders.desk, 'desk.html'), 'utf8').catch(() => null);

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
