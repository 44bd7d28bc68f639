/** How long after the last letter of a text the next one can be a command, milliseconds. */
export const TEXT_PAUSE_MS = 2000;

/** A key press, as far as it tells whether somebody is in the middle of a text. */
export type Stroke = {
  /** As `KeyboardEvent.key`. */
  key: string;
  /** Control or Command is held. */
  isChord: boolean;
  /** What it goes into: a text of several lines, a field of one, or none. */
  into: 'text' | 'line' | null;
  /** Milliseconds from an arbitrary start. */
  at: number;
};

/** Before anything was typed, and after a text was left. */
export const NOT_TYPING = -Infinity;

const alone = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];
const leaves = /^(Tab|Escape|F\d+)$/;

/**
 * Whether a key press outside fields still belongs to a text, whose field went from under the hand: it comes shortly
 * after the last letter, and the person has not left the text since. `typedAt` is when the text was last typed on.
 */
export function typedOn(typedAt: number, { key, isChord, into, at }: Stroke): { typedAt: number; isText: boolean } {
  if (alone.includes(key)) return { typedAt, isText: false };
  if (leaves.test(key)) return { typedAt: NOT_TYPING, isText: false };
  // Enter ends a line, and with Control it sends a text.
  if (into !== null)
    return { typedAt: key === 'Enter' && (into === 'line' || isChord) ? NOT_TYPING : at, isText: false };
  if (isChord || at - typedAt >= TEXT_PAUSE_MS) return { typedAt: NOT_TYPING, isText: false };
  return { typedAt: at, isText: true };
}
