/** Stretches of time in milliseconds since the epoch; `from` inclusive, `to` exclusive. */
export type Span = { from: number; to: number };

export const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

const byStart = (a: Span, b: Span): number => a.from - b.from;

/** The same time as sorted spans that neither overlap nor touch; empty ones are left out. */
export function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.filter(({ from, to }) => from < to).sort(byStart)) {
    const last = joined[joined.length - 1];
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}

/** What remains of sorted, disjoint spans when the others are taken away. */
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
