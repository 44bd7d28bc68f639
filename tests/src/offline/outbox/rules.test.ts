import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../../src/domain/failure';
import type { Entry } from '../../../../src/offline/outbox/entry';
import {
  coalesce,
  isOld,
  isRefillWaiting,
  needsOwner,
  nextTry,
  outcomeOf,
  waitAfter,
  waitlistWish,
  type Outcome,
} from '../../../../src/offline/outbox/rules';
import { at, entryOf, place, receipt, refill, uuid } from './support';

describe('wishes about one place on a waitlist', () => {
  it('are dropped both when neither was tried', () => {
    expect(coalesce([entryOf(place('joinWaitlist'), 1)], place('leaveWaitlist'))).toEqual({
      drop: [uuid(1)],
      isAdded: false,
    });
  });

  it('follow one that was tried and may have arrived', () => {
    expect(coalesce([entryOf(place('joinWaitlist'), 1, { attempts: 1 })], place('leaveWaitlist'))).toEqual({
      drop: [],
      isAdded: true,
    });
  });

  it('are one when asked for twice', () => {
    expect(coalesce([entryOf(place('joinWaitlist'), 1, { attempts: 2 })], place('joinWaitlist'))).toEqual({
      drop: [],
      isAdded: false,
    });
    expect(coalesce([entryOf(place('joinWaitlist'), 1)], place('joinWaitlist'))).toEqual({
      drop: [uuid(1)],
      isAdded: true,
    });
  });

  it('take the place of one that was refused', () => {
    expect(
      coalesce([entryOf(place('joinWaitlist'), 1, { state: 'failed', attempts: 1 })], place('joinWaitlist')),
    ).toEqual({ drop: [uuid(1)], isAdded: true });
  });

  it('leave another appointment and refills alone', () => {
    expect(
      coalesce([entryOf(place('joinWaitlist', 'visit-2'), 1), entryOf(refill(), 2)], place('leaveWaitlist')),
    ).toEqual({ drop: [], isAdded: true });
    expect(coalesce([entryOf(refill(), 1)], refill())).toEqual({ drop: [], isAdded: true });
  });

  it('end where the owner last wanted it, whatever was tried in between', () => {
    const steps = fc.array(fc.record({ isWanted: fc.boolean(), isTried: fc.boolean() }), { maxLength: 12 });
    fc.assert(
      fc.property(steps, (wishes) => {
        let entries: Entry[] = [];
        let isListed = false;
        let last: boolean | null = null;
        wishes.forEach(({ isWanted, isTried }, index) => {
          // The box shows the last word, so a wish is always its opposite.
          if (isWanted === (last ?? false)) return;
          last = isWanted;
          const wish = place(isWanted ? 'joinWaitlist' : 'leaveWaitlist');
          const { drop, isAdded } = coalesce(entries, wish);
          entries = entries.filter(({ id }) => !drop.includes(id));
          if (isAdded) entries.push(entryOf(wish, index + 1));
          if (isTried && entries[0]) entries[0].attempts += 1;
        });
        entries.forEach(({ kind }) => (isListed = kind === 'joinWaitlist'));
        expect(isListed).toBe(last ?? false);
        expect(entries.length).toBeLessThanOrEqual(wishes.length);
      }),
    );
  });
});

describe('an answer', () => {
  const refused = (status: number, code: 'invalid_tenant' | null = null): Failure => ({
    kind: 'http',
    status,
    code,
    message: null,
    fields: {},
    result: undefined,
  });
  it.each<[string, Failure, Outcome]>([
    ['network', { kind: 'network', timedOut: false }, 'noNetwork'],
    ['a portal page', { kind: 'malformed', status: 200, detail: '' }, 'unsure'],
    ['401', refused(401), 'signedOut'],
    ['500 of another clinic', refused(500, 'invalid_tenant'), 'signedOut'],
    ...[408, 429, 500, 502, 503, 302].map(
      (status) => [String(status), refused(status), 'unsure'] as [string, Failure, Outcome],
    ),
    ...[200, 400, 403, 404, 409, 422].map(
      (status) => [String(status), refused(status), 'refused'] as [string, Failure, Outcome],
    ),
  ])('%s', (_, error, outcome) => {
    expect(outcomeOf({ error, date: null })).toBe(outcome);
  });

  it('that holds data was a success', () => {
    expect(outcomeOf({ data: {}, date: null })).toBe('sent');
  });
});

it('waits 5 s, then twice as long up to 5 min, and as long as the server asks', () => {
  expect([1, 2, 3, 7, 50].map((attempts) => waitAfter(attempts))).toEqual([5_000, 10_000, 20_000, 300_000, 300_000]);
  expect(waitAfter(1, 90_000)).toBe(90_000);
});

it('asks again after seven days, counted anew when the owner has answered', () => {
  const day = 24 * 3600_000;
  expect(isOld(entryOf(refill(), 1), at + 7 * day)).toBe(false);
  expect(isOld(entryOf(refill(), 1), at + 7 * day + 1)).toBe(true);
  expect(isOld(entryOf(refill(), 1, { confirmedAt: new Date(at + 8 * day).toISOString() }), at + 9 * day)).toBe(false);
});

it('knows a refill that already waits, and the last word on a waitlist', () => {
  expect(isRefillWaiting([entryOf(refill(), 1)], 'pet-1', 'med-1')).toBe(true);
  expect(isRefillWaiting([entryOf(refill(), 1)], 'pet-1', 'med-2')).toBe(false);
  expect(isRefillWaiting([entryOf(refill(), 1, { state: 'sent' })], 'pet-1', 'med-1')).toBe(false);
  expect(waitlistWish([], 'visit-1')).toBeUndefined();
  expect(
    waitlistWish([entryOf(place('joinWaitlist'), 1, { state: 'sent' }), entryOf(place('leaveWaitlist'), 2)], 'visit-1'),
  ).toBe(false);
});

it('comes back when the first wait that the server set is over, not for one that the network ends', () => {
  const held = (n: number, until: number, by: 'network' | 'server' = 'server') => ({
    ...entryOf(refill(), n),
    held: { until, by },
  });
  expect(
    nextTry([held(1, at + 90_000), held(2, at + 5_000), held(3, at + 1_000, 'network'), entryOf(refill(), 4)], at),
  ).toBe(at + 5_000);
  expect(nextTry([held(1, at), { ...held(2, at + 5_000), state: 'failed' }], at)).toBeNull();
  expect(nextTry([held(1, at + 9 * 24 * 3600_000)], at + 8 * 24 * 3600_000)).toBeNull();
});

it('needs its owner when it was refused or has waited for a week', () => {
  expect(needsOwner(entryOf(refill(), 1, { state: 'failed' }), at)).toBe(true);
  expect(needsOwner(entryOf(refill(), 1), at + 8 * 24 * 3600_000)).toBe(true);
  expect(needsOwner(entryOf(refill(), 1), at)).toBe(false);
  expect(needsOwner(entryOf(refill(), 1, { state: 'sent' }), at + 8 * 24 * 3600_000)).toBe(false);
});

it('what was sent before the clinic said how an appointment stands counts no more; what waits does', () => {
  const sent = { ...entryOf(place('joinWaitlist'), 1, { state: 'sent' }), receipt };
  const sentAt = Date.parse(receipt.created_at);
  expect(waitlistWish([sent], 'visit-1', sentAt - 1)).toBe(true);
  expect(waitlistWish([sent], 'visit-1', sentAt)).toBeUndefined();
  expect(waitlistWish([sent, entryOf(place('leaveWaitlist'), 2)], 'visit-1', sentAt + 1)).toBe(false);
});
