import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The tokens' own expressions, evaluated for a clinic's colour: a changed token is a changed proof. */
type Lch = readonly [l: number, c: number, h: number];
type Scheme = 'light' | 'dark';

const css = readFileSync(new URL('../../../../src/ui/look/tokens.css', import.meta.url), 'utf8');
const main = css.slice(0, css.indexOf('@media'));

/** Splits at commas and blanks outside parentheses. */
function split(text: string, at: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth === 0 && at.test(letter)) {
      if (part.trim()) parts.push(part.trim());
      part = '';
    } else part += letter;
  }
  if (part.trim()) parts.push(part.trim());
  return parts;
}

const inside = (text: string): string => text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));

const compute = new Map<string, (l: number, c: number, h: number) => number>();
function calculate(expression: string, [l, c, h]: Lch): number {
  let formula = compute.get(expression);
  if (!formula) {
    const script = expression.replace(/calc/g, '').replace(/\b(min|max)\(/g, 'Math.$1(');
    formula = new Function(
      'l',
      'c',
      'h',
      `const clamp = (a, x, b) => Math.min(b, Math.max(a, x)); return ${script};`,
    ) as typeof formula & object;
    compute.set(expression, formula);
  }
  return formula(l, c, h);
}

function token(name: string, scheme: Scheme, clinic: Lch): Lch {
  const value = new RegExp(`--${name}:\\s+([^;]*);`).exec(main)?.[1];
  if (!value) throw new Error(`no token --${name}`);
  return colour(
    value.startsWith('light-dark') ? (split(inside(value), /,/)[scheme === 'light' ? 0 : 1] ?? '') : value,
    scheme,
    clinic,
  );
}

function colour(value: string, scheme: Scheme, clinic: Lch): Lch {
  if (value.startsWith('var(--')) return token(value.slice(6, -1), scheme, clinic);
  if (value.startsWith('#')) return toLch(value);
  const [l = '', c = '', h = ''] = split(inside(value).replace('from var(--clinic) ', ''), /\s/);
  return [calculate(l, clinic), calculate(c, clinic), calculate(h, clinic)];
}

/** OKLCH to linear sRGB, clipped as browsers clip it. */
function toRgb([l, c, hue]: Lch): number[] {
  const a = c * Math.cos((hue * Math.PI) / 180);
  const b = c * Math.sin((hue * Math.PI) / 180);
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ].map((value) => Math.min(1, Math.max(0, value)));
}

function toLch(hex: string): Lch {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  const x = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const y = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const z = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.977998495 * x - 2.428592205 * y + 0.4505937099 * z;
  const c = 0.0259040371 * x + 0.7827717662 * y - 0.808675766 * z;
  return [
    0.2104542553 * x + 0.793617785 * y - 0.0040720468 * z,
    Math.hypot(a, c),
    ((Math.atan2(c, a) * 180) / Math.PI + 360) % 360,
  ];
}

function contrast(one: Lch, other: Lch): number {
  const [bright = 0, dim = 0] = [one, other]
    .map(toRgb)
    .map(([r = 0, g = 0, b = 0]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

const steps = Array.from({ length: 18 }, (_, step) => (step * 15).toString(16).padStart(2, '0'));
const cube = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => toLch(`#${r}${g}${b}`))));

/** Text needs 4.5, edges of controls 3 (WCAG 1.4.3, 1.4.11). */
const pairs: readonly [string, string, number][] = [
  ['ink', 'ground', 4.5],
  ['ink', 'sheet', 4.5],
  ['ink', 'tint', 4.5],
  ['ink', 'sunk', 4.5],
  ['ink', 'orange-tint', 4.5],
  ['ink', 'red-tint', 4.5],
  ['ink-2', 'ground', 4.5],
  ['ink-2', 'sheet', 4.5],
  ['ink-2', 'sunk', 4.5],
  ['ink-2', 'tint', 4.5],
  ['ink-2', 'orange-tint', 4.5],
  ['ink-2', 'red-tint', 4.5],
  ['ink-3', 'sheet', 4.5],
  ['ink-3', 'sunk', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-brand', 'brand', 4.5],
  ['on-slate', 'slate', 4.5],
  ['accent-ink', 'sheet', 4.5],
  ['accent-ink', 'ground', 4.5],
  ['accent-ink', 'tint', 4.5],
  ['accent-ink', 'sunk', 4.5],
  ['accent-ink', 'red-tint', 4.5],
  ['red', 'sheet', 4.5],
  ['red', 'red-tint', 4.5],
  ['orange', 'sheet', 4.5],
  ['orange', 'orange-tint', 4.5],
  ['green', 'sheet', 4.5],
  ['green', 'green-tint', 4.5],
  ['edge', 'ground', 3],
  ['edge', 'sheet', 3],
];

describe('contrast of the tokens over the RGB cube', () => {
  it.each(['light', 'dark'] as const)('%s', (scheme) => {
    const failures = pairs.flatMap(([front, back, least]) => {
      const worst = Math.min(
        ...cube.map((clinic) => contrast(token(front, scheme, clinic), token(back, scheme, clinic))),
      );
      return worst < least ? [`${front} on ${back}: ${worst.toFixed(2)} < ${least}`] : [];
    });
    expect(failures).toEqual([]);
  });

  it('measures black on white as 21', () => {
    expect(contrast(toLch('#000000'), toLch('#ffffff'))).toBeCloseTo(21, 0);
  });
});
