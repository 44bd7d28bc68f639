import type { Selectable } from 'kysely';
import type { Database } from '../../../db/schema';
import type { Refund } from '../../../gateways/cards';
import { HOUR } from '../../../../src/limits';

export type RefundRow = Selectable<Database['refunds']>;

/** The refund's key at the provider: one refund a round. */
export const refundKey = ({ payment_id, round }: Pick<RefundRow, 'payment_id' | 'round'>): string =>
  `${payment_id}:${round}`;

const roundOf = (key: string | null): number | null => (key === null ? null : Number(/:(\d+)$/.exec(key)?.[1] ?? 0));

/** What a charge's refunds at the provider come to. Money is `done` once all of it has gone back, whoever sent it. */
export type Standing =
  | { kind: 'done' | 'pending'; ref: string }
  /** `left` cents are still to go back; `failed` is the running round's refund where that did not arrive. */
  | { kind: 'open'; left: number; failed: Refund | null };

/**
 * Reads the provider's list for a refund of `amountCents`. Null when the list is older than what is known: a refund of a
 * round that has failed since cannot count again.
 */
export function standingOf(
  refunds: readonly Refund[],
  amountCents: number,
  row: Pick<RefundRow, 'payment_id' | 'round'>,
): Standing | null {
  const live = refunds.filter(({ status }) => status !== 'failed');
  if (live.some(({ key }) => (roundOf(key) ?? row.round) < row.round)) return null;
  const sum = (of: readonly Refund[]) => of.reduce((total, one) => total + one.amountCents, 0);
  const [last] = live.slice(-1);
  if (last && sum(live) >= amountCents)
    return { kind: live.some(({ status }) => status === 'pending') ? 'pending' : 'done', ref: last.ref };
  return {
    kind: 'open',
    left: amountCents - sum(live),
    failed: refunds.find(({ key, status }) => status === 'failed' && key === refundKey(row)) ?? null,
  };
}

const firstRetryMs = 30_000;
const longestRetryMs = 6 * HOUR;
/** The clinic hears of a refund that has not got through for this long, whoever's fault it is, milliseconds. */
const lateAfterMs = HOUR;

/** When the next try is due: twice as long after each, up to six hours. */
export const nextTry = ({ tries }: Pick<RefundRow, 'tries'>, now: Date): Date =>
  new Date(now.getTime() + Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(tries, 20)));

/** What was learnt of a refund: how it stands, that the provider refuses it, or that it does not answer. */
export type News =
  | { kind: 'done' | 'pending'; ref: string }
  | { kind: 'failed'; round: number; message: string | null }
  | { kind: 'unheard' };

export type Change = Partial<
  Pick<RefundRow, 'ref' | 'round' | 'next_attempt_at' | 'done_at' | 'failed_at' | 'failure'>
>;

export const UNHEARD = 'The card provider does not answer.';

/**
 * How a refund goes on after news; null when they change nothing, as when they come again or too late. `tells` is what
 * the clinic has to hear: that it does not get through, once, and that it did after all.
 */
export function afterNews(
  row: RefundRow,
  news: News,
  now: Date,
): { change: Change; tells: 'failed' | 'arrived' | null } | null {
  const retry = { next_attempt_at: nextTry(row, now) };
  switch (news.kind) {
    case 'done':
      if (row.done_at !== null) return null;
      return {
        change: { ref: news.ref, done_at: now, next_attempt_at: null, failed_at: null, failure: null },
        tells: row.failed_at === null ? null : 'arrived',
      };
    case 'pending':
      if (row.done_at !== null) return null;
      return { change: { ref: news.ref, ...retry }, tells: null };
    case 'failed': {
      if (news.round !== row.round) return null;
      const failure = { failed_at: row.failed_at ?? now, failure: news.message };
      return {
        change: { ...retry, ...failure, ref: null, round: row.round + 1, done_at: null },
        tells: row.failed_at === null ? 'failed' : null,
      };
    }
    case 'unheard': {
      if (row.done_at !== null) return null;
      const isLate = row.failed_at === null && now.getTime() - row.created_at.getTime() >= lateAfterMs;
      return {
        change: { ...retry, ...(isLate && { failed_at: now, failure: UNHEARD }) },
        tells: isLate ? 'failed' : null,
      };
    }
  }
}
