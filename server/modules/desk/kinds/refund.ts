import { visitDue } from '../../../../src/domain/desk/due';
import { formatCents } from '../../../../src/domain/shop/money';
import type { Db, Trx } from '../../../db/transaction';
import { answerHours } from '../../clinics/answerDue';
import { changeRefund, findRefund, lockRefund, openRefunds, wakeRefunds } from '../../deposits/refunds/repository';
import { changePayment, lockPayment } from '../../deposits/repository';
import { contactsOf, ownerWords } from '../about';
import type { Answering, Kind, Listed, Reading, Shown } from '../kind';
import { moneyHappened } from './money';
import { action, asAnswered, bare, preview, refuse } from './parts';

/** Refunds that have not gone through (D-414). They are tried again by themselves; staff can hurry or settle them. */

type Row = Awaited<ReturnType<typeof openRefunds>>[number];

const failed = async (...[db, clinicId]: Parameters<typeof openRefunds>): Promise<Row[]> =>
  (await openRefunds(db, clinicId)).filter(({ failed_at }) => failed_at !== null);

const cardOf = ({ card_last4 }: Pick<Row, 'card_last4'>): string =>
  card_last4 === null ? 'the card it was paid with' : `the card ending in ${card_last4}`;

const listedOf = ({ clinic }: Reading, row: Row): Listed => ({
  thingId: row.id,
  place: 'waits',
  pet: null,
  owner: ownerWords(row),
  says: 'Refund failed',
  what: `${formatCents(row.amount_cents)} to ${cardOf(row)}`,
  asked_at: row.failed_at!.toISOString(),
  due_at: visitDue({ askedAt: row.failed_at!, startsAt: row.starts_at }, answerHours(clinic))?.toISOString() ?? null,
  urgent_word: null,
  approved_by: null,
  needs_clinician: false,
  offered_until: null,
  stamp: `${row.tries} ${row.failure ?? ''} ${row.ref ?? ''}`,
});

async function shownOf(db: Db, reading: Reading, row: Row): Promise<Shown> {
  const blocked = row.ref === null ? null : 'The bank has it: it cannot be settled by hand now.';
  return {
    ...bare,
    ...contactsOf(row),
    listed: listedOf(reading, row),
    client_id: row.client_id,
    ask: {
      title: `${formatCents(row.amount_cents)} has not gone back`,
      line: row.failure ?? 'The bank did not take the money.',
      state: 'Refund failed',
      money: `${formatCents(row.amount_cents)} to ${cardOf(row)}`,
    },
    happened: await moneyHappened(db, reading, { column: 'id', id: row.id }, ownerWords(row)),
    hint: 'It is tried again by itself, at least every six hours.',
    actions: [action('retry', 'Try again now', { is_primary: true }), action('let_be', 'Paid by hand', { blocked })],
  };
}

const goneThrough = 'The refund has gone through meanwhile.';

/** Reads and locks the refund; null where it does not wait any more. */
async function lockOpen(trx: Trx, { clinic, thingId }: Answering) {
  const payment = await lockPayment(trx, clinic.id, thingId);
  const refund = payment && (await lockRefund(trx, clinic.id, thingId));
  return refund && refund.done_at === null ? { payment, refund } : null;
}

export const refund: Kind = {
  kind: 'refund',
  list: async (db, reading) => (await failed(db, reading.clinic.id)).map((row) => listedOf(reading, row)),
  read: async (db, reading, thingId) => {
    const row = (await failed(db, reading.clinic.id)).find(({ id }) => id === thingId);
    if (row) return shownOf(db, reading, row);
    const answered = await asAnswered(db, reading, 'refund', thingId);
    return (
      answered && {
        ...answered,
        happened: await moneyHappened(db, reading, { column: 'id', id: thingId }, answered.listed.owner),
      }
    );
  },
  answers: {
    retry: {
      preview: async (db, { clinic, thingId }) => {
        const row = await findRefund(db, clinic.id, thingId);
        if (!row || row.done_at !== null) refuse(goneThrough);
        return preview('Try again now', { does: ['The card provider is asked again at once.'] });
      },
      record: async (trx, answering) => {
        if (!(await lockOpen(trx, answering))) refuse(goneThrough);
        return { words: 'tried again', ids: { payment: answering.thingId } };
      },
      leave: async (trx, answering) => {
        if (!(await lockOpen(trx, answering))) return { voided: goneThrough };
        await wakeRefunds(trx, answering.now, { clinic_id: answering.clinic.id, id: answering.thingId });
        return { voided: null };
      },
      takeBack: async () => {},
    },
    let_be: {
      preview: async (db, { clinic, thingId }) => {
        const row = await findRefund(db, clinic.id, thingId);
        if (!row || row.done_at !== null) refuse(goneThrough);
        return preview('Paid by hand', {
          does: ['It counts as paid back by the clinic itself, and the card provider is not asked any more.'],
        });
      },
      record: async (trx, answering) => {
        const open = await lockOpen(trx, answering);
        if (!open) refuse(goneThrough);
        if (open.refund.ref !== null) refuse('The bank has it: it cannot be settled by hand now.');
        return { words: 'paid by hand', ids: { payment: answering.thingId } };
      },
      leave: async (trx, answering) => {
        const open = await lockOpen(trx, answering);
        if (!open) return { voided: goneThrough };
        if (open.refund.ref !== null) return { voided: 'The bank took it meanwhile.' };
        await changeRefund(trx, open.refund, {
          done_at: answering.now,
          next_attempt_at: null,
          failed_at: null,
          failure: null,
        });
        await changePayment(trx, answering.clinic.id, answering.thingId, { status: 'refunded' });
        return { voided: null };
      },
      takeBack: async () => {},
    },
  },
};
