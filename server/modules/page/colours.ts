import { formatHex, modeOklch, modeRgb, useMode as known } from 'culori/fn';

/** The tokens of src/ui/look/tokens.css as hexes, for theme-color, manifests, icons and browsers without relative colours. */

type Oklch = [lightness: number, chroma: number, hue: number];
export type Skin = 'light' | 'dark';

export const defaultColour = '#0f766e';

// Of the library's thirty colour spaces only two are loaded.
known(modeRgb);
const toOklch = known(modeOklch);

/**
 * Returns lightness and chroma from 0 to 1 and hue in degrees of a colour as '#rrggbb'. A grey has no hue and gets 0.
 * Throws if it is not a colour.
 */
function oklchOf(hex: string): Oklch {
  const found = toOklch(hex);
  if (!found) throw new Error(`${hex} is no colour.`);
  return [found.l, found.c, found.h ?? 0];
}

const hexOf = ([l, c, h]: Oklch): string => formatHex({ mode: 'oklch', l, c, h });
const cap =
  (lightness: number, most: number) =>
  ([, c, h]: Oklch): Oklch => [lightness, Math.min(c, most), h];
/** Returns 1 for a bright brand, which keeps its colour and has dark text, and 0 for others. */
const bright = (l: number): number => Math.min(1, Math.max(0, (l - 0.7) * 1e4));

const tokens = {
  light: {
    ground: cap(0.948, 0.02),
    sheet: cap(0.995, 0.002),
    sunk: cap(0.968, 0.01),
    line: cap(0.905, 0.014),
    edge: cap(0.61, 0.022),
    ink: cap(0.23, 0.025),
    'ink-2': cap(0.45, 0.025),
    'ink-3': cap(0.52, 0.022),
    tint: cap(0.935, 0.032),
    slate: cap(0.3, 0.03),
    accent: ([l, c, h]: Oklch): Oklch => [Math.min(l, 0.54) + bright(l) * (l - 0.54), Math.min(c, 0.17), h],
    'on-accent': ([l, , h]: Oklch): Oklch => [1 - bright(l) * 0.79, bright(l) * 0.03, h],
    'accent-edge': ([l, c, h]: Oklch): Oklch => [Math.min(l, 0.54), Math.min(c, 0.17), h],
    'accent-ink': ([l, c, h]: Oklch): Oklch => [Math.min(l, 0.46), Math.min(c, 0.14), h],
    brand: ([l, c, h]: Oklch): Oklch => [Math.min(l, 0.54) + bright(l) * (l - 0.54), Math.min(c, 0.17), h],
    'on-brand': ([l, , h]: Oklch): Oklch => [1 - bright(l) * 0.79, bright(l) * 0.03, h],
  },
  dark: { ground: cap(0.262, 0.03), brand: cap(0.4, 0.09) },
} satisfies Record<Skin, Record<string, (clinic: Oklch) => Oklch>>;

/** Returns a token for a clinic's colour as '#rrggbb'. */
export const colour = <S extends Skin>(clinic: string, skin: S, token: keyof (typeof tokens)[S] & string): string =>
  hexOf((tokens[skin] as Record<string, (clinic: Oklch) => Oklch>)[token]!(oklchOf(clinic)));

/**
 * Makes a style for browsers that cannot derive colours: it replaces the example colours of tokens.css with the
 * clinic's own. Light skin only.
 */
export function fallbackStyle(clinic: string): string {
  const of = oklchOf(clinic);
  const light = Object.entries(tokens.light).map(([name, token]) => `--${name}:${hexOf(token(of))}`);
  const ink = hexOf(tokens.light.ink(of))
    .match(/[0-9a-f]{2}/g)!
    .map((channel) => parseInt(channel, 16))
    .join(' ');
  const shade = [
    `--accent-press:${hexOf(mixed(tokens.light.accent(of), tokens.light.ink(of), 0.14))}`,
    `--veil:rgb(${ink}/.42)`,
    `--lift:0 -10px 30px -14px rgb(${ink}/.22)`,
    `--float:0 18px 48px -12px rgb(${ink}/.28)`,
    `--thumb:0 1px 3px rgb(${ink}/.18)`,
  ];
  return `@supports not (color:light-dark(oklch(from red l c h),red)){:root{${[...light, ...shade].join(';')}}}`;
}

/**
 * Mixes two colours of the same hue like CSS `color-mix(in oklch, a, b share)`; `share` is that of `b`, from 0 to 1.
 */
const mixed = (a: Oklch, b: Oklch, share: number): Oklch => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2],
];
