import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeywordAction } from '../../../../src/contract/catalogue';
import { inMatchingOrder } from '../../../../src/domain/booking/keywordActions';
import { straightSigns } from '../../../../src/domain/plainSigns';
import { matchingActions, noticeButton, noticeFor } from '../../../../src/domain/booking/keywords';

const action = (id: string, more: Partial<KeywordAction> = {}): KeywordAction => ({
  id,
  keywords: [],
  product_ids: [],
  all_products: false,
  action_type: 'info',
  ...more,
});
const visit = { note: 'Ate CHOCOLATE last night', productIds: ['exam'] };
const ids = (actions: readonly KeywordAction[]) => actions.map(({ id }) => id);

describe('keyword matching', () => {
  const ofType = { product_ids: ['exam'] };
  const groups = [
    action('1-prompt', { ...ofType, keywords: ['chocolate'], action_type: 'prompt' }),
    action('1-info', { ...ofType, keywords: ['chocolate'] }),
    action('2-prompt', { all_products: true, keywords: ['ate'], action_type: 'prompt' }),
    action('2-info', { all_products: true, keywords: ['ate'] }),
    action('3-prompt', { ...ofType, action_type: 'prompt' }),
    action('3-info', ofType),
    action('4-prompt', { all_products: true, action_type: 'prompt' }),
    action('4-info', { all_products: true }),
  ];

  it('goes through its four groups, prompts first in each, in whatever order the clinic lists them (KEY-06, KEY-07)', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(groups, { minLength: groups.length }), (shuffled) => {
        expect(ids(matchingActions(shuffled, visit))).toEqual(ids(groups));
      }),
    );
  });

  it('keeps the order of the groups whichever of them match', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(groups), (some) => {
        expect(ids(matchingActions(some, visit))).toEqual(
          ids(groups).filter((id) => some.some((each) => each.id === id)),
        );
      }),
    );
  });

  it.each([
    ['in another letter case', ['cHoCoLaTe'], true],
    ['as a part of a word (D-93)', ['choc'], true],
    ['as one of several', ['grapes', 'last night'], true],
    ['with blanks around it', ['  chocolate '], true],
    ['not at all', ['grapes'], false],
  ])('meets a keyword %s (KEY-08)', (_, keywords, isMet) => {
    expect(matchingActions([action('a', { ...ofType, keywords })], visit)).toHaveLength(isMet ? 1 : 0);
  });

  it('leaves out other types, and takes each type of a visit with several', () => {
    const surgery = action('a', { product_ids: ['surgery'] });
    expect(matchingActions([surgery], visit)).toEqual([]);
    expect(matchingActions([surgery], { ...visit, productIds: ['exam', 'surgery'] })).toHaveLength(1);
    expect(matchingActions([action('b')], visit)).toEqual([]);
  });

  it('never meets more than a note without it would for a blank keyword (D-92)', () => {
    const blankBeside = action('a', { ...ofType, keywords: ['', '  ', 'grapes'] });
    expect(matchingActions([blankBeside], visit)).toEqual([]);
  });
});

describe('the spelling of a note and of a keyword (D-409)', () => {
  const only = { all_products: true };
  const isMet = (note: string, keyword: string) =>
    matchingActions([action('a', { ...only, keywords: [keyword] })], { note, productIds: [] }).length > 0;

  it.each([
    ["a phone's apostrophe", 'he can’t pee', "can't pee"],
    ['an accent for an apostrophe', 'he can´t pee, he can`t', "can't pee"],
    ['a prime', 'he can′t pee', 'can’t pee'],
    ['curly quotes', 'he is “down”', '"down"'],
    ['a hyphen that does not break', 'a heat‑stroke', 'heat-stroke'],
    ['a dash', 'heat – stroke', 'heat - stroke'],
    ['a soft hyphen', 'heat\u00ADstroke', 'heatstroke'],
    ['a line break and several blanks', 'hit  by\r\n a\u00A0\u2009car', 'hit by a car'],
    ['blanks in the keyword', 'hit by a car', ' hit  by a\tcar '],
    ['signs of no width', 'b\u200Blo\u2060at\uFE0F', 'bloat'],
    ['marks of direction', '\u2068bl\u200Foat\u2069', 'bloat'],
    ['full-width letters', 'ｂｌｏａｔ', 'Bloat'],
    ['ligatures', 'ﬁts all day', 'fits'],
    ['letters and accents apart', 'diarrhe\u0301e', 'DIARRHÉE'],
    ['a sharp s', 'DRAUSSEN', 'draußen'],
    ['a final sigma', 'ΠΥΡΕΤΟΣ', 'πυρετός'.normalize('NFD').replace(/\u0301/g, '')],
  ])('does not matter: %s', (_, note, keyword) => expect(isMet(note, keyword)).toBe(true));

  it.each(['\u200B', '\u00AD \uFE0F', '\u2060\u00A0', '\u0000'])(
    'a keyword of which nothing is seen is blank (D-92): %j',
    (keyword) => {
      expect(inMatchingOrder([action('a', { keywords: [keyword, 'grapes'] })])[0]?.keywords).toEqual(['grapes']);
    },
  );

  /** Other spellings of a sign, and what may stand beside it without being seen. */
  const spellings: [RegExp, readonly string[]][] = [
    [/'/u, ["'", '’', '‘', 'ʼ', '′', '´', '`', '＇']],
    [/"/u, ['"', '“', '”', '„', '«', '»', '″', '＂']],
    [/-/u, ['-', '‐', '‑', '–', '—', '−', '－', '﹣']],
    [/\s/u, [' ', '  ', '\u00A0', '\u2009', '\u3000', '\n', '\r\n', '\t', '\u2028', '\u0085']],
  ];
  const nothing = [
    '',
    '',
    '',
    '\u200B',
    '\u200C',
    '\u200D',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u034F',
    '\u061C',
    '\u200E',
    '\u202A',
    '\u2069',
    '\uFE0E',
    '\uFE0F',
    '\u{E0100}',
    '\u{E0041}',
  ];
  const forms = [
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
    ...(['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => (text: string) => text.normalize(form)),
  ];
  const respelled = (text: string) =>
    fc
      .tuple(
        ...Array.from(text, (sign) => {
          // An accent that stands for an apostrophe is one, not what its compatibility form falls apart into.
          const signs = spellings.find(([of]) => of.test(straightSigns(sign)))?.[1];
          return fc
            .tuple(
              signs ? fc.constantFrom(...signs) : fc.constantFrom(...forms).map((form) => form(sign)),
              fc.constantFrom(...nothing),
            )
            .map((parts) => parts.join(''));
        }),
      )
      .map((signs) => signs.join(''));
  const sign = fc.oneof(
    fc.constantFrom("'", '"', '-', ' ', 'a', 'é', 'ß', 'Σ', 'ﬁ', 'İ', 'ｂ', '℃', '5'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  );
  const text = fc.array(sign, { minLength: 1, maxLength: 12 }).map((signs) => signs.join(''));
  const noteAndPart = fc.tuple(text, text, text).map(([before, part, after]) => [before + part + after, part] as const);

  it('meets a keyword however either is spelled, over Unicode', () => {
    const spelled = fc
      .oneof(noteAndPart, fc.tuple(text, text))
      .chain(([note, keyword]) => fc.tuple(fc.constant([note, keyword] as const), respelled(note), respelled(keyword)));
    fc.assert(
      fc.property(spelled, ([[note, keyword], other, otherKeyword]) => {
        const isPlainMet = isMet(note, keyword);
        expect([isMet(other, keyword), isMet(note, otherKeyword), isMet(other, otherKeyword)]).toEqual([
          isPlainMet,
          isPlainMet,
          isPlainMet,
        ]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the notice', () => {
  const first = action('first', { all_products: true, keywords: ['ate'] });
  const barrier = action('bloat', { all_products: true, allow_bypass: false });

  it('is the first match, unless another one cannot be passed (D-92)', () => {
    expect(noticeFor([first], visit, null)?.id).toBe('first');
    expect(noticeFor([first, barrier], visit, null)?.id).toBe('bloat');
    expect(noticeFor([], visit, null)).toBeNull();
    expect(noticeFor([first], { ...visit, note: 'limps' }, null)).toBeNull();
  });

  it('is asked once, but what cannot be passed is never confirmed', () => {
    expect(noticeFor([first], visit, 'first')).toBeNull();
    expect(noticeFor([first, barrier], visit, 'first')?.id).toBe('bloat');
  });

  it.each([
    [{ action_type: 'prompt', prompt_message: 'I have read this' }, 'I have read this'],
    [{ action_type: 'prompt', prompt_message: '  ' }, 'Continue'],
    [{ action_type: 'prompt' }, 'Continue'],
    [{ action_type: 'info', prompt_message: 'ignored' }, 'Continue'],
    [{ action_type: 'prompt', prompt_message: 'Go on', allow_bypass: false }, null],
    [{ action_type: 'info', allow_bypass: true }, 'Continue'],
  ] as [Pick<KeywordAction, 'action_type'>, string | null][])(
    '%j has the button %s (KEY-04, D-91)',
    (given, button) => {
      expect(noticeButton(given)).toBe(button);
    },
  );
});
