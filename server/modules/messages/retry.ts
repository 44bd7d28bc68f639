import type { Kysely } from 'kysely';
import { inTransaction } from '../../db/transaction';
import type { Database } from '../../db/schema';

/** The error for a message that is not sent once more, in plain words. */
export class NotRetried extends Error {
  override readonly name = 'NotRetried';
}

/** Returns a message that was given up to the outbox, with its tries reset. Throws NotRetried. */
export async function retryMessage(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Whose it is first: rows are locked within one clinic (docs/operations.md, Many servers).
    const found = await trx.selectFrom('messages').select('clinic_id').where('id', '=', id).executeTakeFirst();
    const message =
      found &&
      (await trx
        .selectFrom('messages')
        .select(['clinic_id', 'delivered_at', 'failed_at', 'expires_at', 'body_text', 'kind'])
        .where('clinic_id', '=', found.clinic_id)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst());
    if (!message) throw new NotRetried(`There is no message "${id}". They are kept for 90 days.`);
    if (message.delivered_at !== null) throw new NotRetried('The message is delivered.');
    if (message.failed_at === null) throw new NotRetried('The message is waiting, and tried again by itself.');
    if (message.expires_at !== null && message.expires_at <= now)
      throw new NotRetried('The message is of no more use: its time is over.');
    // The text of a code was deleted when the message was given up.
    if (message.body_text === '') throw new NotRetried('What the message said is not kept. A code is asked for anew.');
    await trx
      .updateTable('messages')
      .set({ failed_at: null, attempts: 0, next_attempt_at: now })
      .where('clinic_id', '=', message.clinic_id)
      .where('id', '=', id)
      .execute();
  });
}
