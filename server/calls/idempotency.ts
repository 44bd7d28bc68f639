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
  /** The checked input; its hash tells a repetition from a different request. */
  input: unknown;
  /** For guests: the hold in the reply. The key is deleted together with it (D-404). */
  holdOf?: ((reply: never) => string) | undefined;
  now: Date;
};
type Keyless = Omit<Write, 'key'> & { key: string | null };

/**
 * Reads the Idempotency-Key of a creating write; null without one (D-412). Throws `validation` for one that is no uuid,
 * since its sender relies on it.
 */
export function idempotencyKey(header: unknown): string | null {
  if (header === undefined) return null;
  if (isUuid(header)) return header.toLowerCase();
  throw new ApiError('validation', { fields: { 'Idempotency-Key': 'must be a uuid' } });
}

/**
 * Runs a creating write once per key (D-202): key, input hash and reply are stored in the write's own transaction.
 * Without a key the write simply runs (D-412). The same key and input return the first reply again; the same key with
 * another input throws `idempotency_mismatch` with the first result. Of two parallel calls one runs and the other waits
 * for its reply. A refused write stores no key.
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

/** Defers storing the reply of a claimed key to the transaction's next statement, usually the commit. */
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

/** Deletes a key that this transaction claimed and did not use. */
export async function releaseKey(trx: Trx, write: Write): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('clinic_id', '=', write.clinicId)
    .where('user_id', '=', write.userId)
    .where('key', '=', write.key)
    .execute();
}

/** Claims the key; false when it was used before. Waits while another open transaction has claimed it. */
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

/**
 * Returns the first reply for the key. Throws `idempotency_mismatch` with that reply when it belongs to another call or
 * input.
 */
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

/** Hashes the input; the order of its fields does not matter. */
const hashOf = (input: unknown): string => createHash('sha256').update(canonicalJson(input)).digest('base64url');
