/** A stretch of an owner's note; `isUrgent` where it is one of the clinic's urgent words. */
export type Stretch = { text: string; isUrgent: boolean };

/**
 * Divides a note at its urgent words. The places are offsets as strings count them, in any order; those that overlap are one, those
 * outside the note are cut at its ends. The stretches together are the note.
 */
export function markedNote(text: string, urgent: readonly { from: number; to: number }[]): Stretch[] {
  const stretches: Stretch[] = [];
  const say = (from: number, to: number, isUrgent: boolean) => {
    if (from < to) stretches.push({ text: text.slice(from, to), isUrgent });
  };
  let at = 0;
  for (const place of urgent.toSorted((a, b) => a.from - b.from)) {
    const from = Math.max(place.from, at);
    const to = Math.min(place.to, text.length);
    if (from >= to) continue;
    say(at, from, false);
    say(from, to, true);
    at = to;
  }
  say(at, text.length, false);
  return stretches;
}
