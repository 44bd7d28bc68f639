import { RefundRefused, type Refund, type Refunded, type RefundRequest } from '../cards';
import { findIntent, makeIntent, refundsOf, type Intent } from './intents';
import { settle, type Sandbox } from './sandbox';
import { SENT_BACK, type CardKind } from './testCards';

/** Finds the charge to refund. Throws RefundRefused when the payment has no such charge. */
async function chargeOf({ db }: Sandbox, clinicId: string, { charge, paymentId }: Refunded): Promise<Intent> {
  const intent = await findIntent(db, clinicId, charge);
  if (intent?.kind !== 'payment' || intent.payment_request_id !== paymentId)
    throw new RefundRefused('There is no such charge of this payment.');
  return intent;
}

/** The refunds of a charge as they are now. Throws RefundRefused when the payment has no such charge. */
export async function readRefunds(sandbox: Sandbox, clinicId: string, of: Refunded): Promise<Refund[]> {
  const { id } = await chargeOf(sandbox, clinicId, of);
  const refunds = await refundsOf(sandbox.db, clinicId, id);
  return Promise.all(refunds.map(async (one) => refundOf((await settle(sandbox, one)) ?? one)));
}

/**
 * Makes a refund, which succeeds or fails as the charge's test card lays down; a known key gives the earlier refund.
 * Throws RefundRefused when the charge did not succeed, or when less than the amount is left of it.
 */
export async function makeRefund(sandbox: Sandbox, clinicId: string, request: RefundRequest): Promise<Refund> {
  const charge = await chargeOf(sandbox, clinicId, request);
  const earlier = await refundsOf(sandbox.db, clinicId, charge.id);
  const known = earlier.find((one) => one.key === keyOf(request.key));
  if (known) return refundOf(known);
  const gone = earlier.filter((one) => one.status !== 'failed').reduce((sum, one) => sum + (one.amount_cents ?? 0), 0);
  if (charge.status !== 'succeeded' || gone + request.amountCents > (charge.amount_cents ?? 0))
    throw new RefundRefused('There is not so much left of the charge.');
  const { intent, isNew } = await makeIntent(
    sandbox.db,
    clinicId,
    keyOf(request.key),
    {
      kind: 'refund',
      customer: charge.customer,
      card: charge.card,
      amount_cents: request.amountCents,
      payment_request_id: charge.payment_request_id,
      refund_of: charge.id,
      ...outcome(charge.card as CardKind, earlier.length),
    },
    sandbox.clock.now(),
  );
  if (isNew)
    await sandbox.tell({
      id: `evt_${intent.id}_${intent.status}`,
      clinicId,
      paymentId: request.paymentId,
      refundOf: charge.id,
    });
  return refundOf(intent);
}

function outcome(card: CardKind, earlier: number): Pick<Intent, 'status' | 'message'> {
  if (card === 'refund_fails' && earlier === 0) return { status: 'failed', message: SENT_BACK };
  return { status: card === 'refunds_slowly' ? 'processing' : 'succeeded', message: null };
}

const keyOf = (key: string): string => `refund ${key}`;

const refundOf = (intent: Intent): Refund => ({
  ref: intent.id,
  key: intent.key.replace(/^refund /, ''),
  amountCents: intent.amount_cents ?? 0,
  status: intent.status === 'processing' ? 'pending' : (intent.status as Refund['status']),
  message: intent.message,
});
