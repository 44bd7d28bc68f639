import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeywordAction } from '../../../../src/contract/catalogue';
import { matchingActions, noticeButton, noticeFor } from '../../../../src/domain/booking/keywords';

const action = (id: string, more: Partial<KeywordAction> = {}): KeywordAction => ({ id, keywords: [], product_ids: [], all_products: false, action_type: 'info', ...more });
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
    fc.assert(fc.property(fc.shuffledSubarray(groups, { minLength: groups.length }), (shuffled) => {
      expect(ids(matchingActions(shuffled, visit))).toEqual(ids(groups));
    }));
  });

  it('keeps the order of the groups whichever of them match', () => {
    fc.assert(fc.property(fc.shuffledSubarray(groups), (some) => {
      expect(ids(matchingActions(some, visit))).toEqual(ids(groups).filter((id) => some.some((each) => each.id === id)));
    }));
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
  ] as [Pick<KeywordAction, 'action_type'>, string | null][])('%j has the button %s (KEY-04, D-91)', (given, button) => {
    expect(noticeButton(given)).toBe(button);
  });
});
