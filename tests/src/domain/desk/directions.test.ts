import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutTurns } from '../../../../src/domain/desk/directions';

describe('a reply that the desk shows', () => {
  it('has no sign that would mirror what stands behind a name; its note stays as it is', () => {
    const note = { text: 'She is \u202Enot eating', urgent: [{ from: 8, to: 18 }] };
    const reply = {
      rows: [{ pet: { name: 'Bel\u202Ela' }, owner: 'Sam\u2067my\u2069', waits: 2, due_at: null }],
      note,
    };
    const shown = withoutTurns(reply);
    expect(shown).toEqual({ rows: [{ pet: { name: 'Bella' }, owner: 'Sammy', waits: 2, due_at: null }], note });
    // Marks that say what one sign is, and Hebrew and Arabic themselves, stay.
    expect(withoutTurns('כלב\u200F!')).toBe('כלב\u200F!');
  });

  it('stays the same object where it has none', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!/[\u202A-\u202E\u2066-\u2069]/.test(JSON.stringify(value)));
        expect(withoutTurns(value)).toBe(value);
      }),
    );
  });
});
