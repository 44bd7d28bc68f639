import { clinicCommand } from '../../system/clinicCommand';
import { withTransaction, type Db, type Trx } from '../../db/transaction';
import { isCalledOff } from '../../../src/domain/appointment/bookedEvent';
import { isToCome } from '../../../src/domain/appointment/change';
import {
  askedText,
  BANK_DAYS,
  hoursText,
  isWorse,
  onCancel,
  refundHours,
  refunding,
  type OnCancel,
} from '../../../src/domain/payment/refund';
import { formatCents } from '../../../src/domain/shop/money';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { Services } from '../../calls/services';
import { loadClinic } from '../clinics/repository';
import { refundCommand, refundToldOf } from '../deposits/refunds/messages';
import {
  isHeld,
  lockPaidOf,
  openRefund,
  refundPaid,
  wakeRefunds,
  wasPaid,
  type RefundReason,
} from '../deposits/refunds/repository';
import { depositOf, lockPayment, type PaymentRow } from '../deposits/repository';
import { lateDepositNotices } from './clinicMessages';
import { liveOffer } from './offers';
import { hasOfferedOthers } from './reply';
import { refundTold } from './ownerMessages';
import { lockVisit, type VisitRow } from './repository';
import { tell, visitOf } from './visit';

/** Refunds of deposits whose appointment is declined or canceled (D-414). */

const sentenceOf = ({ amount_cents, card_last4 }: PaymentRow): string =>
  `${refunding({ amount: amount_cents / 100, card_last4 })} ${BANK_DAYS}`;

/**
 * Starts the refund of what was paid for the appointment. Returns the sentence that tells its owner; null where nothing
 * was paid.
 */
export async function giveBack(
  trx: Trx,
  clinic: Clinic,
  id: string,
  reason: RefundReason,
  now: Date,
): Promise<string | null> {
  const paid = await refundPaid(trx, clinic.id, id, reason, now);
  return paid.length === 0 ? null : paid.map(sentenceOf).join(' ');
}

/**
 * What owner and clinic are told about the deposit, and the outcome to store for a payment that arrives later; null
 * without a deposit.
 */
type Canceled = { outcome: OnCancel; toOwner: string | null; toClinic: string | null } | null;

const DEPOSIT_CHANGED =
  'Your appointment is not canceled yet: what happens to your deposit has changed. Please read it again.';

/** Whether the clinic has declined the request, which can still be taken back and has not left (D-426). */
async function isBeingDeclined(trx: Trx, clinicId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('desk_answers')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('kind', '=', 'request')
    .where('thing_id', '=', id)
    .where('name', '=', 'decline')
    .where('left_at', 'is', null)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Applies the clinic's rule for an owner's own cancellation (D-414). Who cancels a request that the clinic has just
 * declined, or offered other times for, whether or not these are still held, gets the deposit back, as a decline would
 * have given it. Throws 409 where a paid deposit would fare worse than the owner was `told` (D-408).
 */
export async function ownerCancels(
  trx: Trx,
  clinic: Clinic,
  row: VisitRow,
  told: OnCancel | undefined,
  now: Date,
): Promise<Canceled> {
  const deposit = await depositOf(trx, clinic.id, row.id);
  if (!deposit) return null;
  const isDeclined = await isBeingDeclined(trx, clinic.id, row.id);
  // Also by an offer that has not left yet.
  const isOffered = hasOfferedOthers({ ...row, offer: await liveOffer(trx, clinic.id, row.id) });
  const outcome = onCancel(clinic.shop.feature_settings, row.starts_at, now, isDeclined || isOffered);
  if (deposit.status !== 'complete') return { outcome, toOwner: null, toClinic: null };
  if (told && isWorse(outcome, told))
    throw new ApiError('conflict', { message: DEPOSIT_CHANGED, fields: { deposit_on_cancel: outcome } });
  const money = formatCents(deposit.amount_cents);
  if (outcome === 'refunded') {
    return {
      outcome,
      toOwner: await giveBack(trx, clinic, row.id, 'canceled', now),
      toClinic: `The deposit of ${money} goes back to the owner's card, as ${isDeclined ? 'your answer said' : isOffered ? 'you offered other times' : 'your settings say'}.`,
    };
  }
  const command = refundCommand(clinic.id, row.id);
  if (outcome === 'asked') {
    return {
      outcome,
      toOwner: askedText(deposit.amount_cents / 100),
      toClinic: `A deposit of ${money} was paid for it. Whether it is refunded is up to you. To refund it: ${command}`,
    };
  }
  const late = `less than ${hoursText(refundHours(clinic.shop.feature_settings) ?? 0)} away`;
  return {
    outcome,
    toOwner: `Your deposit of ${money} is not refunded, as your appointment was ${late}.`,
    toClinic: `A deposit of ${money} was paid for it. It is not refunded, as the appointment was ${late}. To refund it all the same: ${command}`,
  };
}

/** Applies the same rule to a deposit that was paid after its appointment was canceled, and tells owner and clinic. */
export async function paidTooLate(
  trx: Trx,
  clinic: Clinic,
  row: VisitRow,
  services: Services,
  now: Date,
): Promise<boolean> {
  if (!isCalledOff(row.status)) return false;
  const isDeclined = row.status === 'DECLINED';
  const goesBack = isDeclined || row.details.deposit_on_cancel === 'refunded';
  const visit = visitOf(clinic, row);
  const toOwner = goesBack ? await giveBack(trx, clinic, row.id, isDeclined ? 'declined' : 'canceled', now) : null;
  await tell(trx, services, [
    ...(toOwner === null ? [] : refundTold(clinic, visit, toOwner)),
    ...lateDepositNotices(
      clinic,
      visit,
      goesBack ? 'It goes back to the owner’s card.' : `To refund it: ${refundCommand(clinic.id, row.id)}`,
      services.config,
    ),
  ]);
  return true;
}

/**
 * The result of the operator's refund command, with a sentence for the operator; `told` counts the messages to the
 * owner.
 */
export type Refunding = {
  what: 'begun' | 'woken' | 'done';
  /** What the deposit was paid for: an appointment, or none any more. */
  of: 'appointment' | 'payment';
  sentence: string;
  told: number;
};

/**
 * Refunds a deposit for the operator: `id` is an appointment that is over, declined or canceled, or a payment without
 * one. A refund under way is tried again at once. Throws `not_found` and `not_allowed`, with words for the operator.
 */
export async function refundByOperator(db: Db, services: Services, clinicId: string, id: string): Promise<Refunding> {
  const clinic = await loadClinic(db, clinicId);
  if (!clinic) throw new ApiError('not_found', { message: `There is no clinic "${clinicId}".` });
  return withTransaction(db, async (trx) => {
    const now = services.clock.now();
    const row = await lockVisit(trx, clinicId, id);
    const alone = row ? null : await lockPayment(trx, clinicId, id);
    const payments = row
      ? await lockPaidOf(trx, clinicId, id)
      : alone && alone.appointment_id === null && wasPaid(alone)
        ? [alone]
        : [];
    if (!row && payments.length === 0)
      throw new ApiError('not_found', {
        message: `${clinic.shop.name} has no appointment "${id}", and no payment of that number without one.`,
      });
    if (payments.length === 0)
      throw new ApiError('not_allowed', { message: 'No deposit was paid for this appointment.' });
    if (row && isToCome({ status: row.status, startsAt: row.starts_at }, now)) {
      throw new ApiError('not_allowed', {
        message: `The appointment is still to come. Declining it refunds the deposit: ${clinicCommand} decline ${clinicId} ${id}`,
      });
    }
    const of = row ? 'appointment' : 'payment';
    const sentence = payments.map(sentenceOf).join(' ');
    const held = payments.filter(isHeld);
    if (held.length === 0) {
      const open = payments.filter(({ status }) => status === 'refunding');
      for (const payment of open) await wakeRefunds(trx, now, payment);
      return { what: open.length > 0 ? 'woken' : 'done', of, sentence, told: 0 };
    }
    for (const payment of held) await openRefund(trx, payment, 'clinic', now);
    const said = held.map(sentenceOf).join(' ');
    const told = await tell(
      trx,
      services,
      row ? refundTold(clinic, visitOf(clinic, row), said) : await refundToldOf(trx, clinic, held[0]!, said),
    );
    return { what: 'begun', of, sentence: said, told };
  });
}
