import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Means } from '../../../src/domain/certificate/certificatePdf';
import type { Face } from '../../../src/domain/certificate/certificateSeal';
import type { Painter } from '../../../src/domain/certificate/certificateText';
import { escapeHtml } from '../../system/html';
import { builtFolders } from '../page/build';

/**
 * Returns what the renderer of a certificate needs on a server: the drawing of the pet's animal, if the page is built,
 * and a painter with this machine's fonts.
 */
export const meansFor = async (species: string | null): Promise<Means> => ({
  face: await faceOf(species),
  paint: paintText,
});

async function faceOf(species: string | null): Promise<Face | null> {
  const file = pathToFileURL(join(builtFolders.firstScreen, 'firstScreen.js')).href;
  const built = (await import(file).catch(() => null)) as { animalFace?: (species: string | null) => Face } | null;
  return built?.animalFace?.(species) ?? null;
}

/** Pixels per point, enough for a printer to draw letters of this size sharply. */
const density = 4;

/**
 * Paints a line of text with the fonts of this machine, without emoji, for which few servers have a font. Null if
 * nothing can be drawn.
 */
export const paintText: Painter = async (typed, { size, isBold, colour }) => {
  const { Resvg } = await import('@resvg/resvg-js');
  const text = typed.replace(/[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\u200d|\ufe0f/gu, '').trim();
  const points = size * density;
  // Large enough for any letters of such a text.
  const [width, height] = [Math.ceil(points * ([...text].length + 2) * 1.4), Math.ceil(points * 2.4)];
  const line = points * 1.6;
  const drawn = `<text x="${points}" y="${line}" font-family="sans-serif" font-size="${points}" font-weight="${isBold ? 700 : 400}" fill="${colour}">${escapeHtml(text)}</text>`;
  const picture = (box: string) =>
    new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" ${box}>${drawn}</svg>`, {
      font: { loadSystemFonts: true },
      logLevel: 'off',
    });
  const bounds = picture(`width="${width}" height="${height}"`).getBBox();
  if (!bounds || bounds.width < 1) return null;
  const [left, top, right, bottom] = [
    Math.floor(bounds.x) - 1,
    Math.floor(bounds.y) - 1,
    Math.ceil(bounds.x + bounds.width) + 1,
    Math.ceil(bounds.y + bounds.height) + 1,
  ];
  const png = picture(
    `width="${right - left}" height="${bottom - top}" viewBox="${left} ${top} ${right - left} ${bottom - top}"`,
  )
    .render()
    .asPng();
  return {
    png: new Uint8Array(png),
    width: (right - left) / density,
    height: (bottom - top) / density,
    depth: (bottom - line) / density,
  };
};
