/**
 * The lines of a table: rows under a heading, in columns as wide as their widest cell. Control characters in the data
 * are replaced by a blank, so that they never reach the terminal.
 */
export function table(heading: string[], rows: string[][]): string[] {
  const cells = [heading, ...rows.map((row) => row.map((cell) => cell.replace(/\p{Cc}+/gu, ' ')))];
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
