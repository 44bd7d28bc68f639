import type { Item } from '../../../../src/contract/desk/inbox';
import { formatCents } from '../../../../src/domain/shop/money';
import type { Db } from '../../../db/transaction';
import { wasPaid } from '../../deposits/refunds/repository';
import type { Reading } from '../kind';
import { messagesAbout } from './parts';

/** What happened to the money of an appointment, or of one payment: paid, given back, and what its owner was told. */
export async function moneyHappened(
  db: Db,
  reading: Reading,
  { column, id }: { column: 'appointment_id' | 'id'; id: string },
  owner: string,
): Promise<Item['happened']> {
  const { clinic } = reading;
  const rows = await db
    .selectFrom('payment_requests')
    .leftJoin('refunds', (join) =>
      join
        .onRef('refunds.clinic_id', '=', 'payment_requests.clinic_id')
        .onRef('refunds.payment_id', '=', 'payment_requests.id'),
    )
    .select([
      'payment_requests.id',
      'payment_requests.status',
      'payment_requests.amount_cents',
      'payment_requests.card_last4',
      'payment_requests.created_at',
      'payment_requests.completed_at',
      'refunds.reason',
      'refunds.created_at as refund_at',
      'refunds.done_at',
      'refunds.failed_at',
      'refunds.failure',
    ])
    .where('payment_requests.clinic_id', '=', clinic.id)
    .where(`payment_requests.${column}`, '=', id)
    .orderBy('payment_requests.created_at')
    .orderBy('payment_requests.id')
    .execute();
  const givers: Readonly<Record<string, string>> = { canceled: owner, provider: 'The card provider' };
  const lines: Item['happened'] = [];
  for (const row of rows.filter(wasPaid)) {
    const amount = formatCents(row.amount_cents);
    const card = row.card_last4 === null ? '' : ` to the card ending in ${row.card_last4}`;
    lines.push({
      at: (row.completed_at ?? row.created_at).toISOString(),
      who: owner,
      what: `Paid ${amount}`,
      state: null,
    });
    if (row.refund_at === null) continue;
    lines.push({
      at: row.refund_at.toISOString(),
      who: givers[row.reason ?? ''] ?? clinic.shop.name,
      what: `Refund of ${amount}${card}`,
      state: row.done_at
        ? 'Made'
        : row.failed_at
          ? `Not gone through: ${row.failure ?? 'the bank did not take the money'}`
          : 'On its way',
    });
  }
  const told: Item['happened'] = [];
  for (const row of rows) told.push(...(await messagesAbout(db, reading, { column: 'payment_id', id: row.id })));
  return [...lines, ...told];
}
