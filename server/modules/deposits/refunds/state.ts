import type { Selectable } from 'kysely';
import type { Database } from '../../../db/schema';
import type { Refund } from '../../../gateways/cards';
import { HOUR } from '../../../../src/limits';

export type RefundRow = Selectable<Database['refunds']>;

/** Returns the refund's key at the provider: one refund per round. */
export const refundKey = ({ payment_id, round }: Pick<RefundRow, 'payment_id' | 'round'>): string =>
  `${payment_id}:${round}`;

const roundOf = (key: string | null): number | null => (key === null ? null : Number(/:(\d+)$/.exec(key)?.[1] ?? 0));

/** The sum of a charge's refunds at the provider. It is `done` once the whole amount has gone back, whoever sent it. */
export type Standing =
  | { kind: 'done' | 'pending'; ref: string }
  /** `left` is what is still owed in cents; `failed` is the present round's refund if it failed. */
  | { kind: 'open'; left: number; failed: Refund | null };

/**
 * Sums up the provider's list for a refund of `amountCents`. Null when the list is out of date: it shows a refund of an
 * earlier round as not failed, though its failure is stored.
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
/** Milliseconds after which the clinic is told of a refund that has not gone through, whatever the cause. */
const lateAfterMs = HOUR;

/** Returns when the next try is due: the wait doubles after each, up to six hours. */
export const nextTry = ({ tries }: Pick<RefundRow, 'tries'>, now: Date): Date =>
  new Date(now.getTime() + Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(tries, 20)));

/** News of a refund: its state, the provider's refusal, or that the provider does not answer. */
export type News =
  | { kind: 'done' | 'pending'; ref: string }
  | { kind: 'failed'; round: number; message: string | null }
  | { kind: 'unheard' };

export type Change = Partial<
  Pick<RefundRow, 'ref' | 'round' | 'next_attempt_at' | 'done_at' | 'failed_at' | 'failure'>
>;

export const UNHEARD = 'The card provider does not answer.';

/**
 * Returns a refund's changes after news; null when nothing changes, as for repeated or late news. `tells` is what the
 * clinic must be told: once that the refund does not go through, and later that it did.
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
