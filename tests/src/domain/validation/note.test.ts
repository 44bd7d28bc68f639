import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multiplePetsHint } from '../../../../src/domain/validation/multiplePets';
import {
  NOTE_REQUIRED,
  NOTE_TOO_LONG,
  NOTE_TOO_SHORT,
  noteProblem,
  sanitiseNote,
} from '../../../../src/domain/validation/note';

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
  ])('%s: %j', (_rule, note, isRequired, problem) => expect(noteProblem(note, isRequired)).toBe(problem));
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
    ['D-409', 'gave 2👍3 pills', 'gave 2;3 pills'],
    ['D-84', '1️⃣ pill', '1 pill'],
    ['D-409', '(#3) $68 a/b -- c', '3; 68 a/b c'],
    ['D-409', '2*5mg, 10^6 CFU, 5\\6, ~3, 10%, 39°, 39℃, 5㎎/㎏', '2*5mg 10^6 CFU 5\\6, ~3, 10% 39° 39℃ 5㎎/㎏'],
    ['D-409', '０．５ｍｇ／ｋｇ ２〜３回、３９．５℃、５０％', '0.5mg/kg 2~3回、39.5℃、50%'],
    ['D-409', '𝟐𝟓 mg', '25 mg'],
    ['D-409', '١٫٥ مجم، ٥٠٪، १.५ mg', '١٫٥ مجم ٥٠٪ १.५ mg'],
    ['D-409', '10⁶, 10⁻⁶, x², H₂O, 2½, 1⁄2, ⅟4', '10⁶, 10⁻⁶, x², H₂O 2½, 1/2, ⅟4'],
    ['D-409', '−5, –5, ﹣5, －５, -.5, ➖5', '-5, -5, -5, -5, -.5, -5'],
    ['D-409', '2–3, 2—3, 2‑3, 2--3, 2...3, 2…3', '2-3, 2-3, 2-3, 2--3, 2...3, 2…3'],
    ['D-409', '1,000 1.000,5 1’000 1 000 1 000 0·5', "1,000 1.000,5 1'000 1 000 1 000 0·5"],
    ['D-409', '2✖️5 mg, 2 @ 5 mg, 1:10, 8:30, 5#, #2', '2×5 mg 2 @ 5 mg 1:10, 8:30, 5# 2'],
    ['D-409', '39˚C 5‰ 5µg 5μg 3℥ 5′3″', '39˚C 5‰ 5µg 5μg 3℥ 5\'3"'.replace('˚', '°')],
    ['D-409', 'two of (500 mg) or 2 (500 mg) or 2; ½', 'two of 500 mg or 2; 500 mg or 2; ½'],
    ['D-409', 'vomits...5 times, then..! .5 more', 'vomits...5 times then .5 more'],
    ['D-409', '🔟 pills, 1️⃣2️⃣', '⑩ pills 1;2'],
    ['D-409', '5%/day, 5 mg/(kg)', '5%/day 5 mg/ kg'],
    ['D-409', '\u20682\u2069-\u20683\u2069 5\u200B mg', '2-3 5 mg'],
    ['D-409', '1&≤➖+1', '1 ≤ +1'],
    ['D-409', 'can´t, می‌خورد', "can't می‌خورد"],
  ])('%s: %j', (_rule, note, saved) => expect(sanitiseNote(note)).toBe(saved));

  const plainWord = fc.stringMatching(/^[a-zé]{1,6}$/);
  /** Noise that is no part of a number, however close it stands. */
  const noise = fc.constantFrom(
    '!',
    '?',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '🐶',
    '❤️',
    '“',
    '”',
    '「',
    '»',
    '_',
    '|',
    '$',
    '€',
    '™',
    '¿',
    '§',
    '👨‍👩‍👧',
    '🇺🇸',
    '👍🏽',
    '♥',
  );

  const scripts = [
    '0123456789',
    '０１２３４５６７８９',
    '٠١٢٣٤٥٦٧٨٩',
    '०१२३४५६७८९',
    '๐๑๒๓๔๕๖๗๘๙',
    '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗',
    '𝟬𝟭𝟮𝟯𝟰𝟱𝟲𝟳𝟴𝟵',
  ].map((digits) => Array.from(digits));
  const wide: Record<string, string> = {
    '.': '．',
    ',': '，',
    '-': '－',
    '/': '／',
    ':': '：',
    '+': '＋',
    '*': '＊',
    '^': '＾',
    '~': '～',
    '<': '＜',
    '>': '＞',
    '=': '＝',
    '%': '％',
    '\\': '＼',
  };
  const forms = [
    '5',
    '25',
    '1,000',
    '1.000,5',
    "1'000",
    '1’000',
    '0.5',
    '.5',
    ',5',
    '-5',
    '−5',
    '–5',
    '-.5',
    '+5',
    '±2',
    '~3',
    '<1',
    '>20',
    '=4',
    '≤4',
    '≥4',
    '≈3',
    '0·5',
    '1/2',
    '1⁄2',
    '1∕2',
    '2½',
    '¼',
    '⅟4',
    '10^6',
    '10⁶',
    '10⁻⁶',
    '10₂',
    '2*5',
    '2×5',
    '2✖️5',
    '2÷5',
    '2+5',
    '5\\6',
    '2-3',
    '2–3',
    '2—3',
    '2‑3',
    '2~3',
    '2〜3',
    '2--3',
    '2...3',
    '2…3',
    '2 - 3',
    '1 / 4',
    '1:10',
    '8:30',
    '1.5.2026',
    '<1/4',
    '5′3″',
    '1⁄2-¾',
    '2/3/4',
    '⑳',
    'Ⅳ',
  ];
  const units = [
    '',
    ' mg',
    'mg',
    'mg/kg',
    ' mg / kg',
    '㎎',
    '㎎/㎏',
    ' ㎖',
    '㏄',
    '°',
    '°C',
    '℃',
    '˚C',
    '℉',
    '%',
    '％',
    '‰',
    '%/h',
    'µg',
    'μg',
    ' IU',
    'ｍｇ',
    '٪',
    '℥',
    'kg',
  ];
  const dose = fc
    .tuple(fc.constantFrom(...forms), fc.constantFrom(...scripts), fc.boolean(), fc.constantFrom(...units))
    .map(
      ([form, digits, isWide, unit]) =>
        Array.from(form, (sign) =>
          /[0-9]/.test(sign) ? digits[Number(sign)]! : isWide ? (wide[sign] ?? sign) : sign,
        ).join('') + unit,
    );
  /** What a reader takes a text for: raised and lowered signs, fractions and the like are never plain digits. */
  const read = (text: string): string =>
    Array.from(text.replace(/″/g, '"').replace(/🔟/gu, '⑩').replace(/[‴⁗]/g, ' '), (sign) =>
      /[\p{No}\p{Nl}]/u.test(sign)
        ? `‹${sign}›`
        : /[㋀-㋏㍘-㏿]/u.test(sign)
          ? sign.normalize('NFKC').replace(/\d/g, '#')
          : sign.normalize('NFKC'),
    )
      .join('')
      .replace(/[〜〰⁓]/g, '~')
      .replace(/\p{Dash}/gu, '-')
      .replace(/[’′]/g, "'")
      .replace(/[⁄∕]/g, '/')
      .replace(/✖/g, '×')
      .replace(/˚/g, '°')
      .replace(/ ̊/g, '°')
      .replace(/[\p{Cf}\uFE0F]/gu, '')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();

  it('changes no dose, in whatever script or form, whatever stands around it (D-409)', () => {
    const apart = fc.array(noise, { minLength: 1, maxLength: 2 }).map((signs) => signs.join(''));
    const between = fc.oneof(
      fc.constant(' '),
      fc.constant('\n'),
      apart,
      apart.map((signs) => ` ${signs}`),
      apart.map((signs) => `${signs} `),
      plainWord.map((word) => ` ${word} `),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(between, dose), { minLength: 1, maxLength: 5 }), apart, (parts, end) => {
        const saved = read(sanitiseNote(parts.flat().join('') + end));
        let from = 0;
        for (const [index, [gap, part]] of parts.entries()) {
          const found = saved.indexOf(read(part), from);
          expect(found, `${part} in ${saved}`).toBeGreaterThanOrEqual(from);
          // Nothing beside it makes it another number, and no other number is made one with it.
          const [before, after] = [saved.slice(from, found), saved.slice(found + read(part).length)];
          expect(before, `before ${part} in ${saved}`).not.toMatch(/[\d.,/^*×-]$|‹.›$/u);
          expect(after, `after ${part} in ${saved}`).not.toMatch(/^\d|^‹|^[.,/^*×-]\d/u);
          if (index > 0 && /[\d›]$/.test(read(parts[index - 1]![1])) && gap.trim() !== '' && !before.includes('\n'))
            expect(before, `${part} in ${saved}`).toMatch(/[^\s]/);
          from = found + read(part).length;
        }
      }),
      { numRuns: 3000 },
    );
  });

  const digitRuns = (text: string): string[] => read(text).match(/\d+|‹.›/gu) ?? [];
  /** What stands between the numbers of a text, and around them. */
  const gaps = (text: string): string[] => read(text).split(/\d+|‹.›/u);
  const anything = fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom('1', '2', '0', '５', '٣', '𝟗', '½', '⁶', '①') },
        { weight: 4, arbitrary: fc.constantFrom(...'.,-/+*^\\~%°:;&@#×÷±<>=≤≥·…–−\'" _()!?') },
        {
          weight: 2,
          arbitrary: fc.oneof(
            noise,
            fc.constantFrom(
              'a',
              'mg',
              '℃',
              '㎎',
              '．',
              '－',
              '\n',
              '\u200D',
              '\u200B',
              '\u00AD',
              '\uFE0F',
              '\u20E3',
              '➖',
            ),
          ),
        },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }) },
      ),
      { maxLength: 14 },
    )
    .map((signs) => signs.join(''));

  it('never joins, splits or drops a number, and keeps the sign between two of them', () => {
    fc.assert(
      fc.property(anything, (note) => {
        const saved = sanitiseNote(note);
        expect(digitRuns(saved)).toEqual(digitRuns(note));
        const [typed, kept] = [gaps(note), gaps(saved)];
        for (let at = 1; at < kept.length - 1; at += 1) {
          if (/^ *$/.test(kept[at]!)) expect(typed[at]!.trim(), `${note} as ${saved}`).toBe('');
          if (/^[-.,+*^\\~:/×÷±<>=≤≥·']$/u.test(typed[at]!)) expect(kept[at], `${note} as ${saved}`).toBe(typed[at]);
        }
        for (const [at, gap] of kept.entries()) {
          // The sign or point directly before a number, and the measure directly behind one.
          const [sign, measure] = [/[-.,+*^\\~×÷±<>=≤≥]$/u.exec(typed[at]!)?.[0], /^[%°℃"']/u.exec(typed[at]!)?.[0]];
          if (at < kept.length - 1 && sign) expect(gap.endsWith(sign), `${note} as ${saved}`).toBe(true);
          if (at > 0 && measure) expect(gap.startsWith(measure), `${note} as ${saved}`).toBe(true);
        }
      }),
      { numRuns: 4000 },
    );
  });

  it('never grows, so that whatever a page may send the server takes (D-85)', () => {
    fc.assert(
      fc.property(anything, (note) => void expect(sanitiseNote(note).length).toBeLessThanOrEqual(note.length)),
      { numRuns: 2000 },
    );
  });

  it('is trimmed and stays as it is when sanitised again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), anything), (note) => {
        const once = sanitiseNote(note);
        expect(once.trim()).toBe(once);
        expect(sanitiseNote(once)).toBe(once);
      }),
      { numRuns: 3000 },
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
