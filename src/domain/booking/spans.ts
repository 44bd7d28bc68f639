/** A stretch of time in milliseconds since the epoch; `from` is inclusive, `to` exclusive. */
export type Span = { from: number; to: number };

export const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

const byStart = (a: Span, b: Span): number => a.from - b.from;

/** Joins spans into sorted ones that cover the same time and neither overlap nor touch; empty spans are left out. */
export function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.filter(({ from, to }) => from < to).sort(byStart)) {
    const last = joined[joined.length - 1];
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}

/** What remains of `spans`, which must be sorted and disjoint, when the times in `away` are taken out. */
export function subtract(spans: readonly Span[], away: readonly Span[]): Span[] {
  if (away.length === 0) return [...spans];
  const taken = [...away].sort(byStart);
  const left: Span[] = [];
  for (const span of spans) {
    let from = span.from;
    for (const { from: start, to: end } of taken) {
      if (start >= span.to) break;
      if (end <= from) continue;
      if (start > from) left.push({ from, to: start });
      from = end;
    }
    if (from < span.to) left.push({ from, to: span.to });
  }
  return left;
}
