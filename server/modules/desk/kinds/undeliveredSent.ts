import type { Db } from '../../../db/transaction';
import { contactsOf } from '../about';
import { latestAnswerTo } from '../answers';
import type { Reading, Shown } from '../kind';
import { asAnswered } from './parts';
import { besides, contactWord, fared, findSent, shownRecipient, ways, type Beside } from './undeliveredRows';

/**
 * A message that was answered, with how it fared and its owner, where a record still has its contact; null for none of the
 * clinic's.
 */
export async function sentSince(db: Db, reading: Reading, id: string): Promise<Shown | null> {
  const shown = await asAnswered(db, reading, 'undelivered', id);
  const row = shown && (await findSent(db, reading, id));
  if (!shown || !row) return shown;
  const answer = await latestAnswerTo(db, reading.clinic.id, 'undelivered', id);
  const beside = await besides(db, reading, row);
  const way = ways[row.channel];
  return {
    ...shown,
    ...contactsOf(row),
    client_id: row.client_id,
    listed: { ...shown.listed, stamp: row.delivered_at?.toISOString() ?? '' },
    ask: {
      title: row.subject ?? shown.listed.what,
      line: `To ${shownRecipient(row)}`,
      state: row.delivered_at !== null ? 'Delivered' : row.failed_at === null ? 'Sent' : 'Undelivered',
      money: null,
    },
    note: row.body_text === '' ? null : { text: row.body_text, urgent: [], notice: null },
    happened: [
      ...(beside ? [besideHappened(beside)] : []),
      {
        at: shown.listed.asked_at,
        who: 'The portal',
        what: `${way} to ${answer?.name === 'correct' ? `the old ${contactWord(row)}` : shownRecipient(row)}`,
        state: 'Undelivered',
      },
      ...(row.delivered_at === null
        ? []
        : [
            {
              at: row.delivered_at.toISOString(),
              who: 'The portal',
              what: `${way} to ${shownRecipient(row)}`,
              state: 'Delivered',
            },
          ]),
    ],
  };
}

/** What the owner was sent of the same news by another way, as a line of what happened. */
export const besideHappened = (beside: Beside) => ({
  at: (beside.seen_at ?? beside.delivered_at ?? beside.failed_at ?? beside.created_at).toISOString(),
  who: 'The portal',
  what:
    beside.channel === 'push'
      ? 'Push message with the same news'
      : `${ways[beside.channel]} with the same news to ${shownRecipient(beside)}`,
  state: fared(beside),
});
