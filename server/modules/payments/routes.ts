import { chargePaymentMethod, getPayment, linkPayment, startPayment } from '../../../src/contract/payments';
import { CardsUnavailable } from '../../gateways/cards';
import { ApiError } from '../../calls/errors';
import { handle, type Handled } from '../../calls/handlers';
import { holdRecord } from '../clients/held';
import { findClientOf } from '../clients/repository';
import { chargeDeposit, renewCard } from './charge';
import { linkToAppointment } from './linkAppointment';
import { callOff, poll } from './poll';
import { paymentReply } from './reply';
import { findPayment, underWayOf } from '../deposits/repository';
import { orUnavailable, payableReply } from './setup';
import { startDeposit } from './start';

/** Routes of contract/payments. The card provider is asked only outside of transactions. */
export const routes: Handled[] = [
  handle(startPayment, (call) => startDeposit(call.db, call), {
    transaction: true,
    async before({ body, clinic, session, services }) {
      // The owner may have come back from the bank with or without paying, so the provider is asked.
      const waiting = (await underWayOf(services.db, clinic.id, session.userId)).filter(
        (one) => one.product_id === body.product_id,
      );
      await orUnavailable(async () => {
        for (const payment of waiting)
          await (payment.status === 'requires_action'
            ? callOff(services, clinic, payment)
            : poll(services, clinic, payment));
      });
    },
    after: ({ clinic, session, now, services }, { id }) =>
      payableReply(services, clinic, session, id, now, { mayOpen: true }),
  }),

  handle(chargePaymentMethod, async ({ body, clinic, session, now, services }) => {
    const given = { clinic, session, paymentId: body.payment_request_id, services };
    await (body.new_card === true ? renewCard(given) : chargeDeposit(given, body.client_secret ?? null));
    return payableReply(services, clinic, session, body.payment_request_id, now, { mayOpen: true });
  }),

  handle(
    linkPayment,
    async ({ params, body, clinic, session, db, now, services }) => {
      if (params.id !== body.id)
        throw new ApiError('validation', { fields: { id: 'must be the payment of the address' } });
      const client = await findClientOf(db, clinic.id, session.userId);
      if (!client) throw new ApiError('not_found');
      await holdRecord(db, clinic.id, client.id, session.userId);
      const payment = await linkToAppointment(db, { clinic, client, services, now }, params.id, body.appointment_id);
      return paymentReply(db, clinic, payment, services, now);
    },
    { transaction: true },
  ),

  // The read changes nothing itself, but records what the provider reports meanwhile, as its event would (D-13).
  handle(getPayment, async ({ params, clinic, session, now, services }) => {
    const payment = await findPayment(services.db, clinic.id, params.paymentId);
    if (!payment) throw new ApiError('not_found');
    await ifAnswered(poll(services, clinic, payment));
    return (
      (await ifAnswered(payableReply(services, clinic, session, payment.id, now, { mayOpen: false }))) ??
      paymentReply(services.db, clinic, payment, services, now)
    );
  }),
];

/** Resolves to null when the provider does not answer, so that the stored state is shown. */
async function ifAnswered<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof CardsUnavailable || (error instanceof ApiError && error.code === 'unavailable')) return null;
    throw error;
  }
}
