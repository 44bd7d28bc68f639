import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multiplePetsHint } from '../../../../src/domain/validation/multiplePets';
import { NOTE_REQUIRED, NOTE_TOO_LONG, NOTE_TOO_SHORT, noteProblem, sanitiseNote } from '../../../../src/domain/validation/note';

describe('note', () => {
  it.each([
    ['VAL-16', '', false, null],
    ['VAL-16', '', true, NOTE_REQUIRED],
    ['D-84', '!!! 😀', true, NOTE_REQUIRED],
    ['VAL-18', 'sick', true, NOTE_TOO_SHORT],
    ['VAL-18', 'sick', false, null],
    ['VAL-18', 'sickk', true, null],
    ['VAL-17', 'x'.repeat(500), false, null],
    ['D-85', ` ${'x'.repeat(500)} `, false, null],
    ['VAL-17', 'x'.repeat(501), false, NOTE_TOO_LONG],
  ])('%s: %j', (_clause, note, isRequired, problem) => expect(noteProblem(note, isRequired)).toBe(problem));
});

describe('sanitising', () => {
  it.each([
    ['VAL-21', 'He limps! Why?', 'He limps Why'],
    ['VAL-21', 'limps;vomits', 'limps vomits'],
    ['VAL-21', 'eats well. Then sleeps, a lot', 'eats well Then sleeps a lot'],
    ['VAL-22', '‘sore’ “ear”', '\'sore\' "ear"'],
    ['VAL-23', 'thanks 🐶❤️👍🏽!', 'thanks'],
    ['VAL-23', 'a👨‍👩‍👧b', 'a b'],
    ['VAL-24', '  limps \n\n  since Monday ', 'limps\n\nsince Monday'],
    ['D-84', "dog's ear", "dog's ear"],
    ['D-84', 'Größe, naïve, 体重 5kg', 'Größe naïve 体重 5kg'],
    ['D-84', '.5 mg 5mg/kg 2-3x <1/4 tab 1,000 IU ±2° ½ tab >=3', '.5 mg 5mg/kg 2-3x <1/4 tab 1,000 IU ±2° ½ tab >=3'],
    ['D-84', '2–3 tablets', '2-3 tablets'],
    ['D-84', '1 / 4 tab, 2 - 3 days', '1 / 4 tab 2 - 3 days'],
    ['D-84', 'temp -5, 8:30am, 50%', 'temp -5, 8:30am 50%'],
    ['D-84', '2×5 mg', '2×5 mg'],
    ['D-84', 'gave 2👍3 pills', 'gave 2 3 pills'],
    ['D-84', '1️⃣ pill', '1 pill'],
    ['D-84', '(#3) $68 a/b -- c', '3 68 a/b c'],
  ])('%s: %j', (_clause, note, saved) => expect(sanitiseNote(note)).toBe(saved));

  const dose = fc.constantFrom(
    '.5 mg', '5mg/kg', '2-3x', '<1/4 tab', '1,000 IU', '0.25', '10%', '3:1', '±2', '98.6°', '½', '>20 lb', '2 - 3 tablets', '1/2', '-5', '12+', '~3', '=4', '2×5 mg', '1.5.2026',
  );
  const noise = fc.constantFrom('!', '?', ';', '(', ')', '🐶', '❤️', '…', '“', '”', '*', '#', '@', '&', '\\', '_', '👨‍👩‍👧', '\u200d', '[', '|', '$', '^');
  const plainWord = fc.stringMatching(/^[a-zé]{1,6}$/);

  it('changes no dose, wherever it stands', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(dose, noise, plainWord), { maxLength: 12 }), (parts) => {
        const saved = ` ${sanitiseNote(parts.join(' '))} `;
        let from = 0;
        for (const part of parts) {
          if (!/\p{N}/u.test(part)) continue;
          const found = saved.indexOf(part, from);
          expect(found, `${part} in ${saved}`).toBeGreaterThanOrEqual(0);
          from = found + part.length;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never joins, splits or drops a run of digits', () => {
    const runs = (text: string) => text.match(/\p{N}+/gu) ?? [];
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(noise, fc.constantFrom('1', '2', '0', 'a', ' ', '.', ',', '-', '/', '\n', '½')) }), (note) => {
        expect(runs(sanitiseNote(note))).toEqual(runs(note));
      }),
      { numRuns: 1000 },
    );
  });

  it('is trimmed and stays as it is when sanitised again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (note) => {
        const once = sanitiseNote(note);
        expect(once.trim()).toBe(once);
        expect(sanitiseNote(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('several pets (D-82)', () => {
  it.each([
    [1, '2 dogs need shots'],
    [1, 'two cats'],
    [1, 'Both of my dogs'],
    [1, 'a couple of kittens'],
    [1, 'all of our guinea pigs'],
    [1, 'checkup for several puppies'],
    [2, 'My cats sneeze'],
    [2, 'our bunnies'],
    [3, 'my other dog too'],
    [3, 'our 2nd guinea pig'],
    [4, 'my dog and cat'],
    [4, 'the cat & my ferret'],
    [4, 'horse and a dog'],
    [5, 'Biscuit and Juniper need shots'],
  ])('rule %i: %s', (_rule, note) => expect(multiplePetsHint(note, ['Biscuit', 'Juniper'])).not.toBeNull());

  it.each([
    '2 year old dog',
    'bitten by another dog',
    "my dog's ear",
    'my dog’s ear',
    'Biscuit limps',
    'Biscuits for Juniper',
    'the hotdogs and chips',
    '12.5 dogs',
    'cat and mouse toy',
    '',
  ])('not by: %s', (note) => expect(multiplePetsHint(note, ['Biscuit', 'Juniper'])).toBeNull());

  it('counts different names, and a longer name hides a shorter one in it', () => {
    expect(multiplePetsHint('Max Junior limps', ['Max', 'Max Junior'])).toBeNull();
    expect(multiplePetsHint('Max and Max Junior limp', ['Max', 'Max Junior'])).not.toBeNull();
    expect(multiplePetsHint('Max limps', ['Max', 'max '])).toBeNull();
    expect(multiplePetsHint('A.B (C) limps', ['a.b', '(c)'])).not.toBeNull();
  });

  it('names a new hint when the note changes to another', () => {
    expect(multiplePetsHint('two dogs', [])).not.toBe(multiplePetsHint('my cats', []));
    expect(multiplePetsHint('two dogs limp', [])).toBe(multiplePetsHint('two dogs cough', []));
  });
});
