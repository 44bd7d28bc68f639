import { expect, it } from 'vitest';
import { greeting } from '../../../../src/domain/desk/greeting';

it('greets by the hour', () => {
  expect([0, 4, 5, 11, 12, 17, 18, 23].map(greeting)).toEqual([
    'Good evening',
    'Good evening',
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ]);
});
