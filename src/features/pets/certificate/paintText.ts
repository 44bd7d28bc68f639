import type { Painter } from '../../../domain/certificate/certificateText';

/** Pixels for each point, enough to print small letters sharply. */
const density = 4;

/**
 * Draws a line of text with the device's own fonts, which cover more scripts than fonts shipped with the portal could.
 */
export const paintText: Painter = async (text, { size, isBold, colour }) => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return null;
  const font = `${isBold ? 700 : 400} ${size * density}px ${getComputedStyle(document.body).fontFamily}`;
  context.font = font;
  const measured = context.measureText(text);
  const [left, above, below] = [
    measured.actualBoundingBoxLeft,
    measured.actualBoundingBoxAscent,
    measured.actualBoundingBoxDescent,
  ].map((edge) => Math.max(0, Math.ceil(edge)) + 1) as [number, number, number];
  if (measured.width < 1) return null;
  canvas.width = left + Math.ceil(Math.max(measured.width, measured.actualBoundingBoxRight)) + 1;
  canvas.height = above + below;
  context.font = font;
  context.fillStyle = colour;
  context.fillText(text, left, above);
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!picture) return null;
  const png = new Uint8Array(await picture.arrayBuffer());
  return { png, width: canvas.width / density, height: canvas.height / density, depth: below / density };
};
