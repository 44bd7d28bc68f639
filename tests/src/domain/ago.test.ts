import { expect, it } from 'vitest';
import { ago } from '../../../src/domain/ago';

const now = new Date('2026-11-21T15:00:00Z');

it.each([
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [59 * 60 + 59, '59 minutes ago'],
  [3600, '1 hour ago'],
  [24 * 3600 - 1, '23 hours ago'],
  [24 * 3600, '1 day ago'],
  [14 * 24 * 3600 - 1, '13 days ago'],
  [14 * 24 * 3600, '2 weeks ago'],
  [179 * 24 * 3600, '25 weeks ago'],
])('%d seconds are %s', (seconds, words) => {
  expect(ago(new Date(now.getTime() - seconds * 1000), now)).toBe(words);
});
