import type { Trx } from '../../db/transaction';
import { planned, type BookingRequest } from '../appointments/create';
import { findPlace } from '../schedule/place';
import { bookingRule, narrowed } from '../schedule/rule';
import type { Booker } from '../clients/repository';
import { keepPlace } from './paymentHolds';
import type { PaymentRow } from '../deposits/repository';

/**
 * Claims the time of a planned booking for its payment, in place of the session's own hold (D-215). Throws `slot_gone`.
 */
export async function claimPlace(
  trx: Trx,
  request: BookingRequest,
  booker: Booker,
  payment: PaymentRow,
  { isPinned }: { isPinned: boolean },
): Promise<void> {
  const { clinic, session, body, now, services } = request;
  const plan = await planned(trx, request, booker, 'paid');
  const { claims } = await findPlace(trx, {
    clinicId: clinic.id,
    rule: narrowed(bookingRule(clinic, plan.wish), plan.picked),
    at: Date.parse(body.date),
    sessionId: session.id,
    paymentId: payment.id,
    now,
    newId: services.ids.next,
  });
  keepPlace(trx, payment, {
    holdId: services.ids.next(),
    sessionId: session.id,
    startsAt: new Date(body.date),
    expiresAt: payment.expires_at!,
    claims,
    isPinned,
    now,
  });
}
