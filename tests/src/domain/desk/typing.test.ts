import { describe, expect, it } from 'vitest';
import { NOT_TYPING, TEXT_PAUSE_MS, typedOn, type Stroke } from '../../../../src/domain/desk/typing';

/** Types keys one after another, 100 ms apart, and tells which of them still belong to a text. */
function typed(...strokes: (Partial<Stroke> & { key: string })[]): string {
  let typedAt = NOT_TYPING;
  let at = 0;
  return strokes
    .filter((stroke) => {
      at = stroke.at ?? at + 100;
      const on = typedOn(typedAt, { isChord: false, into: null, ...stroke, at });
      ({ typedAt } = on);
      return on.isText;
    })
    .map(({ key }) => key)
    .join('');
}
const text = (key: string) => ({ key, into: 'text' as const });
const line = (key: string) => ({ key, into: 'line' as const });

describe('letters that come after a field is gone', () => {
  it('belong to its text, capitals and its end too', () => {
    expect(
      typed(text('s'), { key: 'a' }, { key: 'Shift' }, { key: 'J' }, { key: ' ' }, { key: 'Enter' }, { key: 'o' }),
    ).toBe('aJ Entero');
    expect(typed(line('s'), { key: 'a' })).toBe('a');
    // A composed letter, and the end of a line of several.
    expect(typed(text('Process'), { key: 'a' })).toBe('a');
    expect(typed(text('Enter'), { key: 'a' })).toBe('a');
  });

  it('are commands after a pause, however long the letters before it went on', () => {
    expect(typed(text('s'), { key: 'a', at: 100 + TEXT_PAUSE_MS })).toBe('');
    expect(
      typed(text('s'), { key: 'a', at: 1900 }, { key: 'j', at: 3800 }, { key: 'o', at: 3800 + TEXT_PAUSE_MS }),
    ).toBe('aj');
  });

  it('are commands once the person has left the text by a key of their own', () => {
    for (const key of ['Tab', 'Escape', 'F6']) {
      expect(typed(text('s'), text(key), { key: 'a' })).toBe('');
      expect(typed(text('s'), { key: 'x' }, { key }, { key: 'a' })).toBe('x');
    }
    expect(typed(line('s'), line('Enter'), { key: 'a' })).toBe('');
    expect(
      typed(text('s'), { ...text('Control'), isChord: true }, { ...text('Enter'), isChord: true }, { key: 'a' }),
    ).toBe('');
  });

  it('are commands where nothing was typed', () => {
    expect(typed({ key: 'j' }, { key: 'a' })).toBe('');
  });
});
