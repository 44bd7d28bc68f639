import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the pictures of `npm run gallery` are written, a folder for each screen; ignored by git. */
export const folder = join(import.meta.dirname, '../../.gallery');

const style = 'body{font:16px sans-serif}div{display:flex;gap:8px;overflow:auto;align-items:start}img{height:420px}';

/** Writes the page that shows the pictures of all screens. */
export async function writeIndex(): Promise<void> {
  const screens = (await readdir(folder, { withFileTypes: true })).filter((each) => each.isDirectory());
  const names = screens.map(({ name }) => name).sort();
  const rows = await Promise.all(
    names.map(async (name) => {
      const pictures = (await readdir(join(folder, name)))
        .filter((file) => file.endsWith('.jpg'))
        .map((file) => `<img loading="lazy" src="${encodeURI(`${name}/${file}`)}" alt="${file.slice(0, -4)} px">`);
      return `<h2>${name}</h2><div>${pictures.join('')}</div>`;
    }),
  );
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Gallery</title><style>${style}</style>${rows.join('')}`,
  );
}
