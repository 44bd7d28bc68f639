import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { inTransaction, type Trx } from '../db/transaction';
import type { Endpoint } from '../../src/contract/endpoint';
import { isUuid } from '../../src/contract/wire';
import { defer, prepared, run } from '../db/statements';
import type { Database } from '../db/schema';
import { canonicalJson } from '../system/canonicalJson';
import { ApiError } from './errors';

export type Write = {
  endpoint: Endpoint;
  clinicId: string;
  userId: string;
  key: string;
  /** The checked input, whose hash tells a repetition from another request. */
  input: unknown;
  /** The hold that the reply is of, for somebody who has proved nothing yet: the key is forgotten with it (D-404). */
  holdOf?: ((reply: never) => string) | undefined;
  now: Date;
};
type Keyless = Omit<Write, 'key'> & { key: string | null };

/**
 * The key of a creating write; null without one (D-412). Throws `validation` for one that is no uuid: whoever sends a key
 * counts on it.
 */
export function idempotencyKey(header: unknown): string | null {
  if (header === undefined) return null;
  if (isUuid(header)) return header.toLowerCase();
  throw new ApiError('validation', { fields: { 'Idempotency-Key': 'must be a uuid' } });
}

/**
 * Runs a creating write once a key (D-202): key, input hash and reply are stored in the write's own transaction. Without
 * a key it is simply run (D-412).
 * The same key and input give the first reply again; the same key with another input is refused with the first
 * result. Of two at the same time one runs and the other waits for its reply. A refused write leaves no key behind.
 */
export async function onceAKey(
  db: Kysely<Database>,
  { key, ...rest }: Keyless,
  run: (trx: Trx) => Promise<unknown>,
): Promise<unknown> {
  if (key === null) return inTransaction(db, run);
  const write = { ...rest, key };
  return inTransaction(db, async (trx) => {
    if (!(await claimKey(trx, write))) return firstReply(trx, write);
    const data = await run(trx);
    keepReply(trx, write, data);
    return data;
  });
}

/** Leaves the reply of a key that this transaction claimed to be stored with what comes next, mostly the commit. */
export function keepReply(trx: Trx, write: Write, data: unknown): void {
  defer(
    trx,
    prepared(
      'keep_reply',
      trx
        .updateTable('idempotency_keys')
        .set({
          reply: JSON.stringify({ data }),
          hold_id: write.holdOf?.(data as never) ?? null,
        })
        .where('clinic_id', '=', write.clinicId)
        .where('user_id', '=', write.userId)
        .where('key', '=', write.key),
    ),
  );
}

/** Lets go of a key that this transaction claimed and did not use. */
export async function releaseKey(trx: Trx, write: Write): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('clinic_id', '=', write.clinicId)
    .where('user_id', '=', write.userId)
    .where('key', '=', write.key)
    .execute();
}

/** False when the key was used before. Waits while another transaction that used it is still open. */
export async function claimKey(trx: Trx, write: Write): Promise<boolean> {
  const [row] = await run(
    trx,
    prepared(
      'claim_key',
      trx
        .insertInto('idempotency_keys')
        .values({
          clinic_id: write.clinicId,
          user_id: write.userId,
          key: write.key,
          endpoint: write.endpoint.name,
          body_hash: hashOf(write.input),
          reply: JSON.stringify({}),
          created_at: write.now,
        })
        .onConflict((conflict) => conflict.columns(['clinic_id', 'user_id', 'key']).doNothing())
        .returning('key'),
    ),
  );
  return row !== undefined;
}

/** What the key's first use was answered; `idempotency_mismatch` with it when that was another call or input. */
export async function firstReply(trx: Trx, write: Write): Promise<unknown> {
  const first = await trx
    .selectFrom('idempotency_keys')
    .select(['endpoint', 'body_hash', 'reply'])
    .where('clinic_id', '=', write.clinicId)
    .where('user_id', '=', write.userId)
    .where('key', '=', write.key)
    .executeTakeFirstOrThrow();
  const { data } = first.reply as { data?: unknown };
  if (first.endpoint !== write.endpoint.name || first.body_hash !== hashOf(write.input))
    throw new ApiError('idempotency_mismatch', { result: data });
  return data;
}

/** The same for two inputs that differ only in the order of their fields. */
const hashOf = (input: unknown): string => createHash('sha256').update(canonicalJson(input)).digest('base64url');
