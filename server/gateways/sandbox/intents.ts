import { randomBytes } from 'node:crypto';
import type { Selectable, Updateable } from 'kysely';
import type { Database } from '../../db/schema';
import type { Db } from '../../db/transaction';

export type Intent = Selectable<Database['sandbox_intents']>;

/** The status of a payment that was called off before it was made: its secret takes no card any more. */
export const CANCELED = 'canceled';

type NewIntent = Partial<
  Pick<Intent, 'card' | 'amount_cents' | 'payment_request_id' | 'return_url' | 'refund_of' | 'message'>
> &
  Pick<Intent, 'kind' | 'customer' | 'status'>;

const random = (): string => randomBytes(16).toString('base64url').replace(/[-_]/g, 'x');
const prefixes = { setup: 'seti', payment: 'pi', refund: 're', customer: 'cus' } as const;

export const newCustomer = (): string => `${prefixes.customer}_${random()}`;

/** Makes an intent under a key. Where the key has one already, that one comes back unchanged and `isNew` is false. */
export async function makeIntent(
  db: Db,
  clinicId: string,
  key: string,
  intent: NewIntent,
  now: Date,
): Promise<{ intent: Intent; isNew: boolean }> {
  const id = `${prefixes[intent.kind]}_${random()}`;
  const made = await db
    .insertInto('sandbox_intents')
    .values({
      card: null,
      amount_cents: null,
      payment_request_id: null,
      return_url: null,
      message: null,
      receipt_email: null,
      ...intent,
      clinic_id: clinicId,
      id,
      key,
      secret: `${id}_secret_${random()}`,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) return { intent: made, isNew: true };
  return { intent: (await intentWithKey(db, clinicId, key))!, isNew: false };
}

export async function intentWithKey(db: Db, clinicId: string, key: string): Promise<Intent | null> {
  const row = await db
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** The refunds of a charge, the earliest first. */
export const refundsOf = (db: Db, clinicId: string, charge: string): Promise<Intent[]> =>
  db
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('refund_of', '=', charge)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export async function findIntent(db: Db, clinicId: string, id: string): Promise<Intent | null> {
  const row = await db
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Changes an intent whose status in the database is still that of the given `intent`; returns null when it has changed.
 */
export async function moveIntent(
  db: Db,
  intent: Intent,
  change: Updateable<Database['sandbox_intents']>,
): Promise<Intent | null> {
  const row = await db
    .updateTable('sandbox_intents')
    .set(change)
    .where('clinic_id', '=', intent.clinic_id)
    .where('id', '=', intent.id)
    .where('status', '=', intent.status)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
