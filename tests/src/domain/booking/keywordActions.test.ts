import { expect, test } from 'vitest';
import type { KeywordAction } from '../../../../src/contract/catalogue';
import { inMatchingOrder } from '../../../../src/domain/booking/keywordActions';

const action = (id: string, given: Partial<KeywordAction> = {}): KeywordAction => ({
  id,
  keywords: [],
  product_ids: [],
  all_products: false,
  action_type: 'info',
  ...given,
});
const order = (...actions: KeywordAction[]) => inMatchingOrder(actions).map(({ id }) => id);

test('KEY-06 KEY-07: types with keywords, all types with keywords, types without, all without; prompts first in each', () => {
  const groups = [
    { product_ids: ['exam'], keywords: ['bloat'] },
    { all_products: true, keywords: ['bloat'] },
    { product_ids: ['exam'] },
    { all_products: true },
  ];
  const actions = groups.flatMap((group, index) => [
    action(`${index}-info`, group),
    action(`${index}-prompt`, { ...group, action_type: 'prompt' }),
  ]);
  const wanted = ['0-prompt', '0-info', '1-prompt', '1-info', '2-prompt', '2-info', '3-prompt', '3-info'];
  expect(order(...actions)).toEqual(wanted);
  expect(order(...actions.toReversed())).toEqual(wanted);
});

test('D-92: blank keywords are ignored, the others are trimmed, and equals keep their order', () => {
  expect(inMatchingOrder([action('a', { keywords: ['', '  ', ' bloat '] })])[0]?.keywords).toEqual(['bloat']);
  expect(
    order(
      action('blank', { keywords: [' '] }),
      action('first', { keywords: ['x'] }),
      action('second', { keywords: ['y'] }),
    ),
  ).toEqual(['first', 'second', 'blank']);
});
