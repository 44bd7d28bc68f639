/** The tokens of src/ui/look/tokens.css as hexes, for theme-color, manifests, icons and browsers without relative colours. */

type Oklch = [lightness: number, chroma: number, hue: number];
export type Skin = 'light' | 'dark';

export const defaultColour = '#0f766e';

const linear = (x: number): number => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
const gamma = (x: number): number => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);
const radians = Math.PI / 180;

/** https://bottosson.github.io/posts/oklab/ */
export function oklchOf(hex: string): Oklch {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((from) => linear(parseInt(hex.slice(from, from + 2), 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const c = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    Math.hypot(a, c),
    (Math.atan2(c, a) / radians + 360) % 360,
  ];
}

function channels([lightness, chroma, hue]: Oklch): number[] {
  const a = chroma * Math.cos(hue * radians);
  const b = chroma * Math.sin(hue * radians);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((x) => Math.round(gamma(Math.min(1, Math.max(0, x))) * 255));
}

const hexOf = (colour: Oklch): string =>
  `#${channels(colour)
    .map((x) => x.toString(16).padStart(2, '0'))
    .join('')}`;
const cap =
  (lightness: number, most: number) =>
  ([, c, h]: Oklch): Oklch => [lightness, Math.min(c, most), h];
/** 1 when the brand is bright: it then keeps its colour and carries ink. */
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
    'accent-ink': ([l, c, h]: Oklch): Oklch => [Math.min(l, 0.46), Math.min(c, 0.14), h],
    brand: ([l, c, h]: Oklch): Oklch => [Math.min(l, 0.54) + bright(l) * (l - 0.54), Math.min(c, 0.17), h],
    'on-brand': ([l, , h]: Oklch): Oklch => [1 - bright(l) * 0.79, bright(l) * 0.03, h],
  },
  dark: { ground: cap(0.262, 0.03), brand: cap(0.4, 0.09) },
} satisfies Record<Skin, Record<string, (clinic: Oklch) => Oklch>>;

/** A token's hex for a clinic's colour. */
export const colour = <S extends Skin>(clinic: string, skin: S, token: keyof (typeof tokens)[S] & string): string =>
  hexOf((tokens[skin] as Record<string, (clinic: Oklch) => Oklch>)[token]!(oklchOf(clinic)));

/** Where the browser cannot derive colours, the clinic's own stand in for tokens.css's example ones. Light only. */
export function fallbackStyle(clinic: string): string {
  const of = oklchOf(clinic);
  const light = Object.entries(tokens.light).map(([name, token]) => `--${name}:${hexOf(token(of))}`);
  const ink = channels(tokens.light.ink(of)).join(' ');
  const shade = [
    `--accent-press:${hexOf(mixed(tokens.light.accent(of), tokens.light.ink(of), 0.14))}`,
    `--veil:rgb(${ink}/.42)`,
    `--lift:0 -10px 30px -14px rgb(${ink}/.22)`,
    `--float:0 18px 48px -12px rgb(${ink}/.28)`,
    `--thumb:0 1px 3px rgb(${ink}/.18)`,
  ];
  return `@supports not (color:light-dark(oklch(from red l c h),red)){:root{${[...light, ...shade].join(';')}}}`;
}

/** color-mix(in oklch, a, b share) for two colours of one hue. */
const mixed = (a: Oklch, b: Oklch, share: number): Oklch => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2],
];
