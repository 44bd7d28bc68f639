/** A mark of the day's line: where it stands, 0 to 100 from its left end, and its word; '' where it has none. */
export type HourMark = { at: number; word: string; isOdd: boolean };

/** Where a minute of the day stands on the line, 0 to 100; minutes outside are at its ends. */
export function placeOf(minute: number, { from, to }: { from: number; to: number }): number {
  if (to <= from) return 0;
  return Math.min(100, Math.max(0, ((minute - from) / (to - from)) * 100));
}

/** From a line of more hours on only the even ones have room for their word. */
const HOURS_MOST = 12;

/**
 * The full hours of the line, of a long one the even ones, with 'am' or 'pm' at the first one and at noon. The last one
 * is left out where its word would stand beyond the end. `isOdd` is every second one, which narrow lines leave out.
 */
export function hourMarks(line: { from: number; to: number }): HourMark[] {
  const marks: HourMark[] = [];
  const step = line.to - line.from > HOURS_MOST * 60 ? 2 : 1;
  const first = Math.ceil(line.from / 60 / step) * step;
  for (let hour = first; hour * 60 < line.to; hour += step) {
    const at = placeOf(hour * 60, line);
    if (at > 97) break;
    const isNamed = hour === first || hour === 12;
    const half = hour % 24 < 12 ? 'am' : 'pm';
    marks.push({ at, word: `${hour % 12 || 12}${isNamed ? half : ''}`, isOdd: ((hour - first) / step) % 2 === 1 });
  }
  return marks;
}
