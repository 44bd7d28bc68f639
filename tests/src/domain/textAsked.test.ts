import { expect, it } from 'vitest';
import { textAsked } from '../../../src/domain/textAsked';

const now = new Date('2026-11-21T15:00:00Z');
const asked = (state: string, at: string) => ({
  id: 't1',
  phone_number: '+15125550142',
  state,
  state_at: at,
  created_at: '2026-11-20T15:00:00.000Z',
});

it.each([
  ['open', '2026-11-21T13:00:00.000Z', "You asked us 2 hours ago to text 512-555-0142. We haven't answered yet."],
  ['answered', '2026-11-21T14:55:00.000Z', 'Answered 5 minutes ago: you asked us to text 512-555-0142.'],
])('a wish that is %s since %s reads so (D-424)', (state, at, words) => {
  expect(textAsked([asked(state, at)], '1', now)).toEqual({ isOpen: state === 'open', words });
});

it('says nothing without one, and nothing of one that is two weeks old', () => {
  expect(textAsked([], '1', now)).toBeNull();
  expect(textAsked([asked('answered', '2026-11-07T15:00:00.000Z')], '1', now)).toBeNull();
});
