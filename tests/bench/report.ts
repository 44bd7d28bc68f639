/** One line of the table: a figure, its bar, what was measured, and whether it is reached. */
export type Row = { figure: string; bar: string; measured: string; isReached: boolean };

type Unit = { unit?: string; digits?: number; note?: string };

const written = (value: number, { unit = '', digits = 0 }: Unit) => `${value.toFixed(digits)}${unit && ` ${unit}`}`;
const row = (sign: string, isReached: boolean, figure: string, value: number, bar: number, how: Unit): Row => ({
  figure,
  bar: `${sign} ${bar}${how.unit ? ` ${how.unit}` : ''}`,
  measured: `${written(value, how)}${how.note ? ` (${how.note})` : ''}`,
  isReached,
});

export const atMost = (figure: string, value: number, bar: number, how: Unit = {}): Row =>
  row('≤', value <= bar, figure, value, bar, how);
export const atLeast = (figure: string, value: number, bar: number, how: Unit = {}): Row =>
  row('≥', value >= bar, figure, value, bar, how);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The table, with the bars that are missed marked. */
export function table(rows: readonly Row[]): string {
  const lines = [
    ['', 'figure', 'bar', 'measured'],
    ...rows.map(({ isReached, figure, bar, measured }) => [isReached ? '✓' : '✗', figure, bar, measured]),
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
