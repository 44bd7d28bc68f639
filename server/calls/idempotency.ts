import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { inTransaction, type Trx } from '../db/transaction';
import type { Endpoint } from '../../src/contract/endpoint';
import { isUuid } from '../../src/contract/wire';
import { defer, deferChecked, fixed, run, sendDeferred } from '../db/statements';
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
  /** As of `RouteTerms`. */
  beginsWithRead?: true | undefined;
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
  try {
    return await inTransaction(db, async (trx) => {
      const mustBeOurs = claimWithNext(trx, write);
      if (!write.beginsWithRead) await mustBeOurs();
      // Asked on failure too: a repetition gets the first reply, whatever its own run came to.
      const data = await run(trx).catch((error: unknown) => mustBeOurs().then(() => Promise.reject(error)));
      await mustBeOurs();
      keepReply(trx, write, data);
      return data;
    });
  } catch (error) {
    if (!(error instanceof KeyUsed)) throw error;
    return inTransaction(db, (trx) => firstReply(trx, write));
  }
}

/** The key was used before. It undoes the transaction, in which the write has perhaps begun. */
class KeyUsed extends Error {
  override readonly name = 'KeyUsed';
}

/**
 * Claims the key in one round trip with the transaction's next statement, which throws KeyUsed when it was used before.
 * Returns what throws that in any case: where no statement was sent yet, and where one was and its error was ignored.
 */
function claimWithNext(trx: Trx, write: Write): () => Promise<void> {
  let isOurs: boolean | null = null;
  const must = () => {
    if (isOurs === false) throw new KeyUsed();
  };
  deferChecked(trx, claim(claimOf(write)), (rows) => {
    isOurs = rows.length > 0;
    must();
  });
  return async () => {
    if (isOurs === null) await sendDeferred(trx);
    must();
  };
}

/** Defers storing the reply of a claimed key to the transaction's next statement, usually the commit. */
export function keepReply(trx: Trx, write: Write, data: unknown): void {
  const { clinicId, userId, key, holdOf } = write;
  const holdId = holdOf?.(data as never) ?? null;
  defer(trx, keep({ clinicId, userId, key, reply: JSON.stringify({ data }), holdId }));
}

type Kept = Pick<Write, 'clinicId' | 'userId' | 'key'> & { reply: string; holdId: string | null };

const keep = fixed('keep_reply', ({ clinicId, userId, key, reply, holdId }: Kept, db) =>
  db
    .updateTable('idempotency_keys')
    .set({ reply, hold_id: holdId })
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('key', '=', key),
);

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
  return (await run(trx, claim(claimOf(write)))).length > 0;
}

const claimOf = ({ endpoint, input, clinicId, userId, key, now }: Write) => ({
  clinicId,
  userId,
  key,
  endpoint: endpoint.name,
  hash: hashOf(input),
  now,
});

const claim = fixed('claim_key', ({ clinicId, userId, key, endpoint, hash, now }: ReturnType<typeof claimOf>, db) =>
  db
    .insertInto('idempotency_keys')
    .values({
      clinic_id: clinicId,
      user_id: userId,
      key,
      endpoint,
      body_hash: hash,
      reply: JSON.stringify({}),
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'user_id', 'key']).doNothing())
    .returning('key'),
);

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
