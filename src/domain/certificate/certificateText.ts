import type { Color, PDFFont, PDFPage } from '@cantoo/pdf-lib';
import { isPrintable, printable } from '../pets/printable';

/**
 * A text as a PNG picture. `width` and `height` are its size in points, `depth` is how far it reaches below the text's
 * line.
 */
export type Painted = { png: Uint8Array; width: number; height: number; depth: number };

/**
 * Paints a text that a PDF's standard fonts cannot write, with the fonts of the device or server where it runs, because
 * the portal brings no fonts along. Returns null where no font has the text. `size` is in points.
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
  /** The most lines into which a text that is too long may be broken; one by default. */
  lines?: number;
  /** Which of the lines stands at `y`: the first, the middle or the last one; the middle by default. */
  at?: 'first' | 'middle' | 'last';
};

/** Written in place of a text that cannot be written at all. */
const UNWRITTEN = '–';

/**
 * `least` is how small a text may become, as a share of its size, before it is broken or cut. `leading` is the distance
 * between its lines, as a multiple of its size.
 */
const least = 0.72;
const leading = 1.16;
/** The share of a text's further lines that stands above its `y`. */
const above = { first: 0, middle: 0.5, last: 1 } as const;

/**
 * Writes a text that is at most `most` points wide: a text that is a little too long becomes smaller, a longer one is
 * broken into lines, and one that is still too long is cut with an ellipsis. What the standard fonts cannot write is
 * painted, where `paint` can.
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

/** Breaks a text between words into at most `lines` lines that fit; what is too long for the last line is cut. */
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
  // No letter is narrower than a fifth of its size: a longer text would not fit at any size that can be read, so it is
  // cut before it is painted.
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
