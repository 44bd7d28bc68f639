/**
 * One line of the table: a figure, its bar, what was measured, and whether the bar is reached, missed by no more than
 * the measurements spread, or missed; or that it has no bar and is only told.
 */
export type Row = { figure: string; bar: string; measured: string; state: 'reached' | 'within' | 'missed' | 'told' };

/** How a figure is written; `spread` is half of the range that the middle half of the measurements lies in. */
type How = { unit?: string; digits?: number; note?: string; spread?: number };

const written = (value: number, { unit = '', digits = 0 }: How) => `${value.toFixed(digits)}${unit && ` ${unit}`}`;

function row(sign: '≤' | '≥', figure: string, value: number, bar: number, how: How): Row {
  const { unit, digits = 0, note, spread } = how;
  const missedBy = sign === '≤' ? value - bar : bar - value;
  return {
    figure,
    bar: `${sign} ${bar}${unit ? ` ${unit}` : ''}`,
    measured: `${written(value, how)}${spread === undefined ? '' : ` ± ${spread.toFixed(digits)}`}${note ? ` (${note})` : ''}`,
    state: missedBy <= 0 ? 'reached' : missedBy <= (spread ?? 0) ? 'within' : 'missed',
  };
}

export const atMost = (figure: string, value: number, bar: number, how: How = {}): Row =>
  row('≤', figure, value, bar, how);
export const atLeast = (figure: string, value: number, bar: number, how: How = {}): Row =>
  row('≥', figure, value, bar, how);

export const told = (figure: string, measured: string): Row => ({ figure, bar: '', measured, state: 'told' });

/** The value below which that share of the values lies, between the two nearest. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)]!;
  return low + (sorted[Math.ceil(place)]! - low) * (place % 1);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const spreadOf = (values: readonly number[]): number => (quantile(values, 0.75) - quantile(values, 0.25)) / 2;

/** The fewest pairs that a figure beside its floor is taken from. */
export const PAIRS = 9;

/** A measurement and that of its floor, the bare thing beside it, taken one after the other. */
export type Pair = { value: number; floor: number };

/** Measures in turns: the floor, then the portal, so that what else the machine does falls on both. */
export async function inPairs<T>(floor: () => Promise<T>, own: () => Promise<T>): Promise<{ own: T; floor: T }[]> {
  const pairs: { own: T; floor: T }[] = [];
  for (let turn = 0; turn < PAIRS; turn += 1) pairs.push({ floor: await floor(), own: await own() });
  return pairs;
}

/** A row of the ratio of each pair, with the medians of both sides in the unit. */
export function ratio(
  compare: typeof atMost,
  figure: string,
  pairs: readonly Pair[],
  bar: number,
  { unit, digits = 0, as = 'x' }: { unit: string; digits?: number; as?: 'x' | '' },
): Row {
  const ratios = pairs.map(({ value, floor }) => value / floor);
  const of = (values: number[]) => median(values).toFixed(digits);
  const note = `${of(pairs.map(({ value }) => value))} : ${of(pairs.map(({ floor }) => floor))} ${unit}`;
  return compare(figure, median(ratios), bar, { unit: as, digits: 2, spread: spreadOf(ratios), note });
}

const marks = { reached: '✓', within: '~', missed: '✗', told: ' ' } as const;

/** The table; the marks say: reached, missed within the spread, missed. */
export function table(rows: readonly Row[]): string {
  const lines = [
    ['', 'figure', 'bar', 'measured'],
    ...rows.map(({ state, figure, bar, measured }) => [marks[state], figure, bar, measured]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
