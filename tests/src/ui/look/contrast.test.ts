import { readFileSync } from 'node:fs';
import { clampRgb, converter, wcagContrast, type Rgb } from 'culori';
import { describe, expect, it } from 'vitest';
import { oddColours } from '../../../support/oddColours';

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
  if (name.startsWith('color-mix')) return colour(name, scheme, clinic);
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
  const mix = /^color-mix\(in oklch, var\(--([\w-]+)\), var\(--([\w-]+)\) (\d+)%\)$/.exec(value);
  if (mix) {
    const [a, b] = [token(mix[1]!, scheme, clinic), token(mix[2]!, scheme, clinic)];
    const share = Number(mix[3]) / 100;
    return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2]];
  }
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

/** Grounds that style sheets mix of two tokens, for what is pressed, pointed at or waits, with the text on them. */
const mixes: readonly [string, string][] = ['actions/Button', 'choice/TimeGrid'].flatMap((sheet) => {
  const rules = readFileSync(new URL(`../../../../src/ui/${sheet}.module.css`, import.meta.url), 'utf8');
  return [...rules.matchAll(/background: (color-mix\([^;]*\));/g)].map(([, mix = '']): [string, string] => [
    mix.includes('--accent-ink') ? 'accent-ink' : mix.includes('--tint') ? 'ink' : 'on-accent',
    mix,
  ]);
});

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
  ['on-accent', 'accent-press', 4.5],
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
  ['edge', 'sunk', 3],
  // What is chosen, beside what is not: a day, a time.
  ['accent-edge', 'sheet', 3],
  ['accent-edge', 'sunk', 3],
  ['accent-edge', 'tint', 3],
  ...mixes.map(([front, back]): [string, string, number] => [front, back, 4.5]),
];

const odd = oddColours.map(toLch);

describe('contrast of the tokens for twelve odd colours and over the RGB cube', () => {
  it.each(['light', 'dark'] as const)('%s', (scheme) => {
    const names = [...new Set(pairs.flatMap(([front, back]) => [front, back]))];
    const palettes = [...odd, ...cube].map(
      (clinic) => new Map(names.map((name) => [name, shown(token(name, scheme, clinic))] as const)),
    );
    const failures = pairs.flatMap(([front, back, least]) => {
      const worst = Math.min(...palettes.map((of) => wcagContrast(of.get(front)!, of.get(back)!)));
      return worst < least ? [`${front} on ${back}: ${worst.toFixed(2)} < ${least}`] : [];
    });
    expect(failures).toEqual([]);
  });

  it('shows the answers of a poster by day, by their ground or by an edge', () => {
    const choice = readFileSync(new URL('../../../../src/ui/choice/Choice.module.css', import.meta.url), 'utf8');
    const edge = /box-shadow: 0 0 0 2px light-dark\(var\(--([\w-]+)\)/.exec(choice)?.[1] ?? 'sheet';
    const [worst] = [...odd, ...cube]
      .map((clinic) => {
        const [sheet, ...beside] = ['sheet', 'brand', edge].map((name) => shown(token(name, 'light', clinic)));
        return Math.max(...beside.map((each) => wcagContrast(sheet!, each)));
      })
      .sort((a, b) => a - b);
    expect(worst).toBeGreaterThanOrEqual(3);
  });

  it('measures black on white as 21', () => {
    expect(wcagContrast(shown(toLch('#000000')), shown(toLch('#ffffff')))).toBeCloseTo(21, 0);
  });
});
