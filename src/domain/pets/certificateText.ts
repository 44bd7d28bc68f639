import type { Color, PDFFont, PDFPage } from '@cantoo/pdf-lib';
import { isPrintable, printable } from './printable';

/** A text as a picture, points: so wide and high, and so far below its line. */
export type Painted = { png: Uint8Array; width: number; height: number; depth: number };

/**
 * Paints a text that a PDF's standard fonts cannot write, with the fonts of where it runs: no font travels with the
 * portal. Null where there is none for it. `size` in points.
 */
export type Painter = (text: string, look: { size: number; isBold: boolean; colour: string }) => Promise<Painted | null>;

export type Line = { x: number; y: number; size: number; font: PDFFont; color: Color; most: number; isBold: boolean };

/** Stands for what cannot be written at all. */
const UNWRITTEN = '–';

/** Writes one line of at most `most` points: a little too long becomes smaller, much too long is cut with an ellipsis. */
export async function write(sheet: PDFPage, typed: string, { most, size, isBold, ...options }: Line, paint: Painter | null): Promise<void> {
  if (!isPrintable(typed) && (await drawPainted(sheet, typed, { most, size, isBold, ...options }, paint))) return;
  let text = printable(typed) || (typed.trim() === '' ? '' : UNWRITTEN);
  const wide = options.font.widthOfTextAtSize(text, size);
  const fitting = wide <= most ? size : Math.max(size * 0.72, (size * most) / wide);
  const signs = [...text];
  while (signs.length > 1 && options.font.widthOfTextAtSize(text, fitting) > most) {
    signs.pop();
    text = `${signs.join('').trimEnd()}…`;
  }
  sheet.drawText(text, { ...options, size: fitting });
}

async function drawPainted(sheet: PDFPage, typed: string, { x, y, size, most, color, isBold }: Line, paint: Painter | null): Promise<boolean> {
  // No letter is narrower than a fifth of its size: what is longer would not fit at any size that can be read.
  const signs = [...typed];
  const longest = Math.ceil(most / (size * 0.72) / 0.2);
  const text = signs.length > longest ? `${signs.slice(0, longest).join('')}…` : typed;
  const painted = await paint?.(text, { size, isBold, colour: hexOf(color) }).catch(() => null);
  if (!painted) return false;
  const scale = Math.min(1, most / painted.width);
  const image = await sheet.doc.embedPng(painted.png);
  sheet.drawImage(image, { x, y: y - painted.depth * scale, width: painted.width * scale, height: painted.height * scale });
  return true;
}

const hexOf = (color: Color): string =>
  'red' in color ? `#${[color.red, color.green, color.blue].map((part) => Math.round(part * 255).toString(16).padStart(2, '0')).join('')}` : '#000000';
