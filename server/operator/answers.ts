import type { Services } from '../calls/services';
import { inTransaction, type Trx } from '../db/transaction';
import type { acceptAppointment, declineAppointment, Decided } from '../modules/appointments/decide';
import { refundByOperator, type Refunding } from '../modules/appointments/refunds';
import { loadClinic } from '../modules/clinics/repository';
import { itemIdOf, lockThing, noteAnswer, type Given } from '../modules/desk/answers';
import type { Kind, Reading } from '../modules/desk/kind';
import { deposit } from '../modules/desk/kinds/deposit';
import { refund as failedRefund } from '../modules/desk/kinds/refund';
import { request } from '../modules/desk/kinds/request';
import { writeAudit } from '../modules/staff/audit';

/** What the terminal answers, noted as the desk's own answers are (D-422). */

type Of = { clinicId: string; appointmentId: string };
type Answer = { name: Given['body']['name']; words: string; ids: Record<string, string> };

/** Reads what a thing of the desk is before its answer, and locks it as answers at the desk do. */
async function before(trx: Trx, reading: Reading | null, { kind, read }: Kind, clinicId: string, thingId: string) {
  await lockThing(trx, clinicId, kind, thingId);
  return reading && (await read(trx, reading, thingId));
}

const readingOf = async (trx: Trx, services: Services, clinicId: string): Promise<Reading | null> => {
  const clinic = await loadClinic(trx, clinicId);
  return clinic && { clinic, now: services.clock.now(), services };
};

const inAudit = async (
  trx: Trx,
  { clinic, now }: Reading,
  what: string,
  itemId: string,
  ids: Record<string, string>,
): Promise<void> =>
  void (await writeAudit(trx, { clinicId: clinic.id, personId: null, way: 'operator', what, itemId, ids, now }));

/** Lists an answer at the desk where the thing waited there; else it is in the audit alone. */
async function note(
  trx: Trx,
  reading: Reading,
  kind: Kind,
  thingId: string,
  shown: Awaited<ReturnType<Kind['read']>>,
  { name, words, ids }: Answer,
): Promise<void> {
  if (shown && shown.listed.place !== 'answered')
    return noteAnswer(
      trx,
      { ...reading, kind, thingId, body: { name }, giver: { way: 'operator' } },
      { words, ids },
      shown.listed,
    );
  return inAudit(trx, reading, `${kind.kind.replaceAll('_', ' ')}: ${words}`, itemIdOf(kind.kind, thingId), ids);
}

/** Accepts or declines a request. A refund that a decline began is in the audit by itself (D-414). */
export const answered = (
  services: Services,
  { clinicId, appointmentId: id }: Of,
  [name, words]: readonly ['accept' | 'decline', string],
  decide: typeof acceptAppointment | typeof declineAppointment,
): Promise<Decided> =>
  inTransaction(services.db, async (trx) => {
    const reading = await readingOf(trx, services, clinicId);
    const shown = await before(trx, reading, request, clinicId, id);
    const decided = await decide(trx, services, clinicId, id);
    if (!decided.wasChanged || !reading || !shown) return decided;
    const ids = { appointment: id };
    await note(trx, reading, request, id, shown, { name, words, ids });
    if (name === 'decline' && decided.deposit?.status === 'refunding')
      await inAudit(trx, reading, 'deposit: refunded', itemIdOf('request', id), ids);
    return decided;
  });

/**
 * Refunds, or tries a refund again that has not gone through; `appointmentId` may be a payment's. What waited at the desk
 * for it is under Answered.
 */
export const refund = (services: Services, { clinicId, appointmentId: id }: Of): Promise<Refunding> =>
  inTransaction(services.db, async (trx) => {
    const reading = await readingOf(trx, services, clinicId);
    const waited = await before(trx, reading, deposit, clinicId, id);
    const payments = await trx
      .selectFrom('payment_requests')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where((is) => is.or([is('id', '=', id), is('appointment_id', '=', id)]))
      .orderBy('id')
      .execute();
    const failed = [];
    for (const one of payments)
      failed.push({ id: one.id, shown: await before(trx, reading, failedRefund, clinicId, one.id) });
    const refunding = await refundByOperator(trx, services, clinicId, id);
    if (!reading) return refunding;
    if (refunding.what === 'begun') {
      const ids = { [refunding.of]: id };
      if (refunding.of === 'payment')
        await note(trx, reading, deposit, id, waited, { name: 'refund', words: 'refunded', ids });
      else await inAudit(trx, reading, 'deposit: refunded', itemIdOf('request', id), ids);
    }
    if (refunding.what === 'woken')
      for (const one of failed.filter(({ shown }) => shown !== null && shown.listed.place !== 'answered'))
        await note(trx, reading, failedRefund, one.id, one.shown, {
          name: 'retry',
          words: 'tried again',
          ids: { payment: one.id },
        });
    return refunding;
  });
