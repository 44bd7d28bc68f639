import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * The project's folder, as a URL that ends with a slash: the nearest one with a package.json above this code, which
 * lies elsewhere once it is built.
 */
export const root: URL = projectAbove(new URL('./', import.meta.url));

function projectAbove(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const above = new URL('../', folder);
  return above.href === folder.href ? new URL('./', pathToFileURL(`${process.cwd()}/`)) : projectAbove(above);
}
