import type { RenderedImage, ResvgRenderOptions } from '@resvg/resvg-js';
import type { Shop } from '../../../src/contract/shop';
import { colour } from './colours';
import { colourOf } from './document';

type Look = {
  size: number;
  /** The picture's share of the icon's side, and the radius of its corners as a share of its own side. */
  inset: number;
  corner: number;
  /** Whether the clinic's colour fills the icon up to its corners. */
  filled: boolean;
};

const looks: Record<string, Look> = {
  '192.png': { size: 192, inset: 1, corner: 0.22, filled: false },
  '512.png': { size: 512, inset: 1, corner: 0.22, filled: false },
  // Launchers cut maskable icons down to a circle of 80 %.
  'maskable-512.png': { size: 512, inset: 0.8, corner: 0.22, filled: true },
  // iOS rounds the corners itself and shows transparency as black.
  'apple-touch-180.png': { size: 180, inset: 1, corner: 0, filled: true },
};

export const isIcon = (name: string): boolean => Object.hasOwn(looks, name);

/** Options for drawing. System fonts load slowly, so they are loaded only for pictures with text. */
const options = (width: number, picture: Picture | null): ResvgRenderOptions => ({
  fitTo: { mode: 'width', value: width },
  font: { loadSystemFonts: picture?.type === 'image/svg+xml' && picture.bytes.includes('<text') },
  logLevel: 'off',
});

/** Draws an SVG. The library is loaded with the first one: a start does not need it. */
async function drawn(svg: string, how: ResvgRenderOptions): Promise<RenderedImage> {
  const { renderAsync } = await import('@resvg/resvg-js');
  return renderAsync(svg, how);
}

/**
 * Draws one of a clinic's icons as a PNG: its avatar, or a paw on its colour if it has no avatar that can be drawn here
 * (remote ones are not fetched). Throws for an unknown name.
 */
export async function iconOf(shop: Shop, name: string): Promise<Buffer> {
  const look = looks[name];
  if (!look) throw new Error(`There is no icon ${name}.`);
  const picture = pictureOf(shop.avatar);
  if (picture && (await isDrawable(shop, picture))) {
    return (await drawn(pictureIn(look, shop, picture), options(look.size, picture))).asPng();
  }
  return (await drawn(pawIn(look, shop), options(look.size, null))).asPng();
}

const square = (look: Look, shop: Shop, content: string): string => {
  const brand = colour(colourOf(shop), 'light', 'brand');
  const corner = look.filled ? 0 : look.corner * 64;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${corner}" fill="${look.filled ? brand : 'none'}"/>${content}</svg>`;
};

type Picture = { type: string; bytes: Buffer };

/** Decodes a `data:` address; null for anything else. */
function pictureOf(avatar: string | null): Picture | null {
  const [, type, base64, data] = /^data:([a-z/+]+)(?:;charset=[\w-]+)?(;base64)?,(.*)$/s.exec(avatar ?? '') ?? [];
  if (type === undefined || data === undefined) return null;
  try {
    return { type, bytes: base64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data)) };
  } catch {
    return null;
  }
}

/** Whether the picture can be drawn: the renderer draws nothing for one that it cannot read, without an error. */
async function isDrawable(shop: Shop, picture: Picture): Promise<boolean> {
  const probe = await drawn(
    pictureIn({ size: 24, inset: 1, corner: 0, filled: false }, shop, picture),
    options(24, picture),
  ).catch(() => null);
  return probe?.pixels.some((value) => value !== 0) ?? false;
}

/** Draws the avatar as a nested image, to which resvg gives no access to files. */
function pictureIn(look: Look, shop: Shop, { type, bytes }: Picture): string {
  const side = 64 * look.inset;
  const from = (64 - side) / 2;
  const box = `x="${from}" y="${from}" width="${side}" height="${side}"`;
  return square(
    look,
    shop,
    `<clipPath id="c"><rect ${box} rx="${look.corner * side}"/></clipPath><g clip-path="url(#c)">` +
      `<image ${box} href="data:${type};base64,${bytes.toString('base64')}" preserveAspectRatio="xMidYMid slice"/></g>`,
  );
}

function pawIn(look: Look, shop: Shop): string {
  const brand = colour(colourOf(shop), 'light', 'brand');
  const ink = colour(colourOf(shop), 'light', 'on-brand');
  const scale = 2.3 * look.inset;
  const at = (middle: number) => (32 - middle * scale).toFixed(2);
  return square(
    look,
    shop,
    `<rect width="64" height="64" rx="${look.filled ? 0 : look.corner * 64}" fill="${brand}"/>` +
      `<g fill="${ink}" transform="translate(${at(12)} ${at(12.15)}) scale(${scale.toFixed(3)})"><path d="M12 12.2c2.3 0 4.7 2.5 4.7 4.8 0 1.6-1.2 2.5-2.5 2.5-.9 0-1.4-.4-2.2-.4s-1.3.4-2.2.4c-1.3 0-2.5-.9-2.5-2.5 0-2.3 2.4-4.8 4.7-4.8z"/>` +
      '<ellipse cx="6" cy="11.5" rx="1.5" ry="2"/><ellipse cx="9.6" cy="7" rx="1.6" ry="2.2"/><ellipse cx="14.4" cy="7" rx="1.6" ry="2.2"/><ellipse cx="18" cy="11.5" rx="1.5" ry="2"/></g>',
  );
}
