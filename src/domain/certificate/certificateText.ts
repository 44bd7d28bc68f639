import type { Color, PDFFont, PDFPage } from '@cantoo/pdf-lib';
import { isPrintable, printable } from '../pets/printable';

/** A text as a picture, points: so wide and high, and so far below its line. */
export type Painted = { png: Uint8Array; width: number; height: number; depth: number };

/**
 * Paints a text that a PDF's standard fonts cannot write, with the fonts of where it runs: no font travels with the
 * portal. Null where there is none for it. `size` in points.
 */
export type Painter = (
  text: string,
  look: { size: number; isBold: boolean; colour: string },
) => Promise<Painted | null>;

export type Line = {
  x: number;
  y: number;
  size: number;
  font: PDFFont;
  color: Color;
  most: number;
  isBold: boolean;
  /** Into so many lines a text that is too long may be broken; one unless said. */
  lines?: number;
  /** Whether `y` is the first line's, the middle's or the last line's. */
  at?: 'first' | 'middle' | 'last';
};

/** Stands for what cannot be written at all. */
const UNWRITTEN = '–';

/** How much smaller a text becomes before it is broken or cut, and how far apart its lines stand, in its own size. */
const least = 0.72;
const leading = 1.16;
/** The share of the lines that stands above their `y`. */
const above = { first: 0, middle: 0.5, last: 1 } as const;

/**
 * Writes a text of at most `most` points: a little too long becomes smaller, longer is broken into lines, much too long
 * is cut with an ellipsis.
 */
export async function write(
  sheet: PDFPage,
  typed: string,
  { most, size, isBold, lines = 1, at = 'middle', ...options }: Line,
  paint: Painter | null,
): Promise<void> {
  if (!isPrintable(typed) && (await drawPainted(sheet, typed, { most, size, isBold, ...options }, paint))) return;
  const text = printable(typed) || (typed.trim() === '' ? '' : UNWRITTEN);
  const wide = options.font.widthOfTextAtSize(text, size);
  const fitting = wide <= most ? size : Math.max(size * least, (size * most) / wide);
  const width = (part: string) => options.font.widthOfTextAtSize(part, fitting);
  const parts = broken(text, lines, (part) => width(part) <= most);
  const top = options.y + above[at] * (parts.length - 1) * fitting * leading;
  parts.forEach((part, index) =>
    sheet.drawText(part, { ...options, y: top - index * fitting * leading, size: fitting }),
  );
}

/** A text in lines that fit, broken between words; what is left after the last line is cut. */
function broken(text: string, lines: number, fits: (part: string) => boolean): string[] {
  if (fits(text)) return [text];
  if (lines === 1) return [cut(text, fits)];
  const words = text.split(' ');
  let count = 1;
  while (count < words.length && fits(words.slice(0, count + 1).join(' '))) count += 1;
  const rest = words.slice(count).join(' ');
  return [cut(words.slice(0, count).join(' '), fits), ...(rest === '' ? [] : broken(rest, lines - 1, fits))];
}

function cut(text: string, fits: (part: string) => boolean): string {
  const signs = [...text];
  let part = text;
  while (signs.length > 1 && !fits(part)) {
    signs.pop();
    part = `${signs.join('').trimEnd()}…`;
  }
  return part;
}

async function drawPainted(
  sheet: PDFPage,
  typed: string,
  { x, y, size, most, color, isBold }: Pick<Line, 'x' | 'y' | 'size' | 'most' | 'color' | 'isBold'>,
  paint: Painter | null,
): Promise<boolean> {
  // No letter is narrower than a fifth of its size: what is longer would not fit at any size that can be read.
  const signs = [...typed];
  const longest = Math.ceil(most / (size * least) / 0.2);
  const text = signs.length > longest ? `${signs.slice(0, longest).join('')}…` : typed;
  const painted = await paint?.(text, { size, isBold, colour: hexOf(color) }).catch(() => null);
  if (!painted) return false;
  const scale = Math.min(1, most / painted.width);
  const image = await sheet.doc.embedPng(painted.png);
  sheet.drawImage(image, {
    x,
    y: y - painted.depth * scale,
    width: painted.width * scale,
    height: painted.height * scale,
  });
  return true;
}

const hexOf = (color: Color): string =>
  'red' in color
    ? `#${[color.red, color.green, color.blue]
        .map((part) =>
          Math.round(part * 255)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`
    : '#000000';
