/** How often notices may be sent: `max` within `windowMs` milliseconds. */
export type Pace = { max: number; windowMs: number };

/**
 * When a notice about an owner is sent (D-404), in milliseconds since 1970: now while fewer than `max` were sent within
 * the window, else as soon as one more may be sent. Where other notices already wait, it is sent together with them, at
 * `waitingUntil`. `left` are the instants of those that were sent.
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
 * Writes texts as numbered lines under a heading, in as few messages of at most `most` characters as hold them. A text
 * that is longer than that has a message of its own.
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
