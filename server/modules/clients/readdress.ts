import type { Trx } from '../../db/transaction';

/** A contact of a client's record that takes the place of another. */
export type NewContact = { clientId: string; kind: 'email' | 'phone'; from: string; to: string };

/**
 * Sends what has not gone out yet of a client's visits, refills and payments to the contact that is theirs now: the old
 * one may be somebody else's by then (D-401). Notices about the account itself stay with the contact that they warn.
 */
export async function readdress(trx: Trx, clinicId: string, { clientId, kind, from, to }: NewContact): Promise<void> {
  await trx
    .updateTable('messages')
    .set({ recipient: to })
    .where('clinic_id', '=', clinicId)
    .where('channel', '=', kind === 'phone' ? 'sms' : 'email')
    .where('recipient', '=', from)
    .where('delivered_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((is) => {
      const theirs = (
        table: 'appointments' | 'refills' | 'payment_requests',
        id: 'visit_id' | 'refill_id' | 'payment_id',
      ) =>
        is.exists(
          is
            .selectFrom(table)
            .select(`${table}.id`)
            .whereRef(`${table}.clinic_id`, '=', 'messages.clinic_id')
            .whereRef(`${table}.id`, '=', `messages.${id}`)
            .where(`${table}.client_id`, '=', clientId),
        );
      return is.or([
        theirs('appointments', 'visit_id'),
        theirs('refills', 'refill_id'),
        theirs('payment_requests', 'payment_id'),
      ]);
    })
    .execute();
}
