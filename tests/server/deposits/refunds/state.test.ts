import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Refund } from '../../../../server/gateways/cards';
import {
  afterNews,
  nextTry,
  refundKey,
  standingOf,
  UNHEARD,
  type News,
  type RefundRow,
} from '../../../../server/modules/deposits/refunds/state';

const now = new Date('2026-11-21T15:00:00Z');
const fresh: RefundRow = {
  clinic_id: 'c',
  payment_id: 'p',
  reason: 'declined',
  round: 0,
  ref: null,
  tries: 1,
  next_attempt_at: now,
  created_at: now,
  done_at: null,
  failed_at: null,
  failure: null,
};
const refund = (given: Partial<Refund> = {}): Refund => ({
  ref: 're_1',
  key: 'p:0',
  amountCents: 2500,
  status: 'succeeded',
  message: null,
  ...given,
});
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

describe('what a charge’s refunds come to (D-414)', () => {
  test('nothing yet, all, a part, a part by hand', () => {
    expect(standingOf([], 2500, fresh)).toEqual({ kind: 'open', left: 2500, failed: null });
    expect(standingOf([refund()], 2500, fresh)).toEqual({ kind: 'done', ref: 're_1' });
    expect(standingOf([refund({ status: 'pending' })], 2500, fresh)).toEqual({ kind: 'pending', ref: 're_1' });
    expect(standingOf([refund({ key: null, amountCents: 1000 })], 2500, fresh)).toEqual({
      kind: 'open',
      left: 1500,
      failed: null,
    });
    expect(
      standingOf(
        [refund({ key: null, amountCents: 1000 }), refund({ ref: 're_2', amountCents: 1500, status: 'pending' })],
        2500,
        fresh,
      ),
    ).toEqual({ kind: 'pending', ref: 're_2' });
  });

  test('one that failed is done again, and a list from before it failed says nothing', () => {
    const failed = refund({ status: 'failed', message: 'lost' });
    expect(standingOf([failed], 2500, fresh)).toEqual({ kind: 'open', left: 2500, failed });
    expect(standingOf([failed], 2500, { ...fresh, round: 1 })).toEqual({ kind: 'open', left: 2500, failed: null });
    expect(standingOf([refund()], 2500, { ...fresh, round: 1 })).toBeNull();
  });
});

describe('how a refund goes on', () => {
  test('the clinic hears once that it fails, and that it arrived after all', () => {
    const first = afterNews(fresh, { kind: 'failed', round: 0, message: 'no' }, now)!;
    expect(first).toMatchObject({ change: { round: 1, failed_at: now, failure: 'no' }, tells: 'failed' });
    const failing = { ...fresh, ...first.change };
    expect(afterNews(failing, { kind: 'failed', round: 0, message: 'no' }, now)).toBeNull();
    expect(afterNews(failing, { kind: 'failed', round: 1, message: 'no' }, later(1))).toMatchObject({
      change: { round: 2, failed_at: now },
      tells: null,
    });
    expect(afterNews(failing, { kind: 'done', ref: 're_2' }, later(2))).toMatchObject({
      change: { done_at: later(2), failed_at: null, next_attempt_at: null },
      tells: 'arrived',
    });
  });

  test('a provider that does not answer is told after an hour, and one that succeeded and came back opens again', () => {
    expect(afterNews(fresh, { kind: 'unheard' }, later(0.9))).toMatchObject({ tells: null });
    expect(afterNews(fresh, { kind: 'unheard' }, later(1))).toMatchObject({
      change: { failure: UNHEARD },
      tells: 'failed',
    });
    const done = { ...fresh, done_at: now, next_attempt_at: null, ref: 're_1' };
    expect(afterNews(done, { kind: 'failed', round: 0, message: 'closed card' }, later(50))).toMatchObject({
      change: { done_at: null, round: 1, next_attempt_at: expect.any(Date) as Date },
      tells: 'failed',
    });
    for (const news of [{ kind: 'done', ref: 're_1' }, { kind: 'pending', ref: 're_1' }, { kind: 'unheard' }] as const)
      expect(afterNews(done, news, later(1))).toBeNull();
  });

  test('waits longer after each try, up to six hours', () => {
    const waits = Array.from({ length: 40 }, (_, tries) => nextTry({ tries }, now).getTime() - now.getTime());
    expect(waits[1]).toBe(60_000);
    expect(waits.every((wait, index) => index === 0 || wait >= waits[index - 1]!)).toBe(true);
    expect(waits.at(-1)).toBe(6 * 3_600_000);
  });

  test('by property: whatever is read in whatever order and however often, the last truth holds, and it is never lost', () => {
    // The provider's own story: some rounds fail, at once or after they seemed to succeed; the last one arrives.
    const story = fc.array(fc.record({ seemed: fc.constantFrom('succeeded' as const, 'pending' as const, null) }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(story, fc.infiniteStream(fc.nat()), (rounds, picks) => {
        const lists: Refund[][] = [[]];
        const last = () => lists.at(-1)!;
        for (const [round, { seemed }] of rounds.entries()) {
          const one = refund({ ref: `re_${round}`, key: refundKey({ payment_id: 'p', round }) });
          if (seemed) lists.push([...last(), { ...one, status: seemed }]);
          lists.push([
            ...last().filter(({ ref }) => ref !== one.ref),
            { ...one, status: 'failed', message: 'sent back' },
          ]);
        }
        const round = rounds.length;
        lists.push([...last(), refund({ ref: `re_${round}`, key: refundKey({ payment_id: 'p', round }) })]);

        let row = { ...fresh };
        const hear = (list: readonly Refund[]) => {
          const standing = standingOf(list, 2500, row);
          const news: News | null =
            standing === null
              ? null
              : standing.kind !== 'open'
                ? standing
                : standing.failed
                  ? { kind: 'failed', round: row.round, message: standing.failed.message }
                  : null;
          const after = news && afterNews(row, news, now);
          if (after) row = { ...row, ...after.change };
        };
        // The news come late, twice and in any order; the worker looks at how it is by now until it is done.
        let seen = 0;
        for (let turn = 0; turn < 40; turn += 1) {
          const pick = picks.next().value as number;
          if (pick % 2 === 0) hear(lists[Math.min(seen, pick % (seen + 1))]!);
          else hear(lists[(seen = Math.min(seen + 1, lists.length - 1))]!);
          // Until it has arrived there is a next try.
          expect(row.done_at === null).toBe(row.next_attempt_at !== null);
        }
        for (let turn = 0; turn <= rounds.length; turn += 1) hear(last());
        for (const list of lists) hear(list);
        expect(row.done_at).toEqual(now);
        expect(row.ref).toBe(`re_${round}`);
      }),
    );
  });
});
