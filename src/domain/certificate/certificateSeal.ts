import {
  clip,
  closePath,
  endPath,
  popGraphicsState,
  pushGraphicsState,
  appendBezierCurve,
  moveTo,
  type Color,
  type PDFPage,
} from '@cantoo/pdf-lib';

/**
 * The drawing of an animal's head. `shapes` are SVG elements in a box of 120 by 116 whose colours have names
 * (`var(--f)`); `colours` gives each name its colour.
 */
export type Face = { shapes: string; colours: Readonly<Record<string, string>> };

type Seal = { x: number; y: number; accent: Color; tint: Color; face: Face | null };

const paw =
  'M12 12.2c2.3 0 4.7 2.5 4.7 4.8 0 1.6-1.2 2.5-2.5 2.5-.9 0-1.4-.4-2.2-.4s-1.3.4-2.2.4c-1.3 0-2.5-.9-2.5-2.5 0-2.3 2.4-4.8 4.7-4.8z';
const toes = [
  [6, 11.5, 1.5, 2],
  [9.6, 7, 1.6, 2.2],
  [14.4, 7, 1.6, 2.2],
  [18, 11.5, 1.5, 2],
] as const;
const radius = 36;

/**
 * Draws the seal around a point: turned ellipses, with the animal's head inside or a paw where its drawing is not
 * given.
 */
export function drawSeal(sheet: PDFPage, { x, y, accent, tint, face }: Seal): void {
  const centre = { x, y };
  for (let turn = 0; turn < 36; turn += 1) {
    sheet.drawSvgPath(ellipse(58, 31.5, (turn * Math.PI) / 36), {
      ...centre,
      borderColor: accent,
      borderWidth: 0.35,
      borderOpacity: 0.62,
    });
  }
  sheet.drawCircle({ ...centre, size: radius, color: tint, borderColor: accent, borderWidth: 0.8 });
  if (face) drawFace(sheet, centre, face);
  else drawPaw(sheet, centre, accent);
}

/** The SVG path of an ellipse around the origin, turned by `angle` (radians). */
function ellipse(wide: number, high: number, angle: number): string {
  const at = (x: number, y: number) =>
    `${(x * Math.cos(angle) - y * Math.sin(angle)).toFixed(2)} ${(x * Math.sin(angle) + y * Math.cos(angle)).toFixed(2)}`;
  const [k, l] = [wide * 0.5523, high * 0.5523];
  return `M${at(wide, 0)}C${at(wide, l)} ${at(k, high)} ${at(0, high)}S${at(-wide, l)} ${at(-wide, 0)}S${at(-k, -high)} ${at(0, -high)}S${at(wide, -l)} ${at(wide, 0)}z`;
}

/**
 * Draws the animal's head as wide as the circle and clipped to it, so that the head seems to look out over the circle's
 * lower edge.
 */
function drawFace(sheet: PDFPage, { x, y }: { x: number; y: number }, { shapes, colours }: Face): void {
  const width = radius * 2;
  const plain = shapes.replace(/var\((--[\w-]+)\)/g, (_, name: string) => colours[name] ?? '#23282b');
  const [r, k] = [radius - 0.4, (radius - 0.4) * 0.5523];
  sheet.pushOperators(
    pushGraphicsState(),
    moveTo(x + r, y),
    appendBezierCurve(x + r, y + k, x + k, y + r, x, y + r),
    appendBezierCurve(x - k, y + r, x - r, y + k, x - r, y),
    appendBezierCurve(x - r, y - k, x - k, y - r, x, y - r),
    appendBezierCurve(x + k, y - r, x + r, y - k, x + r, y),
    closePath(),
    clip(),
    endPath(),
  );
  sheet.drawSvg(`<svg viewBox="0 0 120 116" width="${width}" height="${(width * 116) / 120}">${plain}</svg>`, {
    x: x - radius,
    y: y + radius - 9,
  });
  sheet.pushOperators(popGraphicsState());
}

function drawPaw(sheet: PDFPage, { x, y }: { x: number; y: number }, color: Color): void {
  const corner = { x: x - 26, y: y + 28 };
  sheet.drawSvgPath(paw, { ...corner, scale: 2.15, color });
  for (const [left, down, wide, high] of toes)
    sheet.drawEllipse({
      x: corner.x + left * 2.15,
      y: corner.y - down * 2.15,
      xScale: wide * 2.15,
      yScale: high * 2.15,
      color,
    });
}
