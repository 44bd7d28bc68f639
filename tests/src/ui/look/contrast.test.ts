import { readFileSync } from 'node:fs';
import { clampRgb, converter, wcagContrast, type Rgb } from 'culori';
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

const toOklch = converter('oklch');
const toRgb = converter('rgb');

function toLch(hex: string): Lch {
  const { l, c, h = 0 } = toOklch(hex)!;
  return [l, c, h];
}

/** What a screen shows of it: browsers clip each channel. */
const shown = ([l, c, h]: Lch): Rgb => clampRgb(toRgb({ mode: 'oklch', l, c, h }));

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
    const names = [...new Set(pairs.flatMap(([front, back]) => [front, back]))];
    const palettes = cube.map(
      (clinic) => new Map(names.map((name) => [name, shown(token(name, scheme, clinic))] as const)),
    );
    const failures = pairs.flatMap(([front, back, least]) => {
      const worst = Math.min(...palettes.map((of) => wcagContrast(of.get(front)!, of.get(back)!)));
      return worst < least ? [`${front} on ${back}: ${worst.toFixed(2)} < ${least}`] : [];
    });
    expect(failures).toEqual([]);
  });

  it('measures black on white as 21', () => {
    expect(wcagContrast(shown(toLch('#000000')), shown(toLch('#ffffff')))).toBeCloseTo(21, 0);
  });
});
