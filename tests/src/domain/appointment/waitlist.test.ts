import { expect, it } from 'vitest';
import { canComeEarlier, hasWaitlist } from '../../../../src/domain/appointment/waitlist';

const now = new Date('2026-11-21T15:00:00Z');
const later = new Date('2026-11-21T15:00:01Z');

it('a waitlist is there where clinic and type have one (WAIT-03)', () => {
  const eligible = { metadata: { waitlistEligible: true } };
  expect(hasWaitlist({ waitlist_ui_v1_enabled: true }, eligible)).toBe(true);
  expect(hasWaitlist({ waitlist_ui_v1_enabled: { enabled: true } }, eligible)).toBe(true);
  expect(hasWaitlist({ waitlist_ui_v1_enabled: false }, eligible)).toBe(false);
  expect(hasWaitlist({}, eligible)).toBe(false);
  expect(
    [{ metadata: {} }, { metadata: { waitlistEligible: false } }, undefined].map((product) =>
      hasWaitlist({ waitlist_ui_v1_enabled: true }, product),
    ),
  ).toEqual([false, false, false]);
});

it('only what is still to come can come earlier', () => {
  expect(
    ['REQUESTED', 'ACCEPTED', 'CONFIRMED', 'DECLINED', 'DELETED', 'DONE', 'ELSE'].map((status) =>
      canComeEarlier({ status, start: later }, now),
    ),
  ).toEqual([true, true, true, false, false, false, false]);
  expect(canComeEarlier({ status: 'ACCEPTED', start: now }, now)).toBe(false);
});
