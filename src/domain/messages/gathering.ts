/** How often notices may leave: `max` within `windowMs` milliseconds. */
export type Pace = { max: number; windowMs: number };

/**
 * When a notice of somebody leaves (D-404), milliseconds since 1970: now while fewer than `max` have left within the
 * window, else together with those that wait, once one more may leave. `left` are the instants of those that left.
 */
export function leavesAt(
  left: readonly number[],
  waitingUntil: number | null,
  now: number,
  { max, windowMs }: Pace,
): number {
  if (waitingUntil !== null) return waitingUntil;
  const recent = left.filter((at) => at > now - windowMs).sort((a, b) => a - b);
  return recent.length < max ? now : recent[recent.length - max]! + windowMs;
}

/**
 * Texts numbered in their order under a heading, one to a line, on as few messages of at most `most` characters as hold
 * them; one that is longer alone has its own.
 */
export function numberedTexts(heading: string, texts: readonly string[], most: number): string[] {
  const parts: string[] = [];
  let part = heading;
  for (const [index, text] of texts.entries()) {
    const line = `\n${index + 1}. ${text}`;
    if (part !== heading && part.length + line.length > most) {
      parts.push(part);
      part = heading;
    }
    part += line;
  }
  return [...parts, part];
}
