import type { Kysely } from 'kysely';
import * as limits from '../../../src/limits';
import type { Database } from '../../db/schema';
import { CardsUnavailable } from '../../gateways/cards';
import type { Services } from '../../calls/services';
import { findAppointment } from '../appointments/repository';
import { loadClinic } from '../clinics/repository';
import { chargeKey } from './recordCharge';
import { isClosed } from './reply';
import { clientNameOf, depositOf, insertPayment, keepSetup, newPaymentId } from '../deposits/repository';
import { payeeOf } from './setup';

/** The error for a link that cannot be made; the message is for the operator. */
export class NoPaymentLink extends Error {
  override readonly name = 'NoPaymentLink';
}

/**
 * Makes a link at which a client pays a type's deposit, with or without an appointment of theirs (D-40). Returns the
 * address, whose last part is the secret. Throws NoPaymentLink.
 */
export async function createPaymentLink(
  db: Kysely<Database>,
  { cards, clock, config }: Pick<Services, 'cards' | 'clock' | 'config'>,
  clinicId: string,
  clientId: string,
  productId: string,
  appointmentId?: string | null,
): Promise<string> {
  const clinic = await loadClinic(db, clinicId);
  if (!clinic) throw new NoPaymentLink(`There is no clinic "${clinicId}".`);
  if (!cards) throw new NoPaymentLink('No payment can be taken: no card provider is set up (STRIPE_SECRET_KEY).');
  const product = clinic.products.find((one) => one.id === productId);
  if (!product) throw new NoPaymentLink(`${clinic.shop.name} has no appointment type "${productId}".`);
  const cents = Math.round((product.deposit_amount ?? 0) * 100);
  if (cents <= 0) throw new NoPaymentLink(`The type "${productId}" has no deposit_amount.`);
  if ((await clientNameOf(db, clinicId, clientId)) === null)
    throw new NoPaymentLink(`${clinic.shop.name} has no client "${clientId}".`);
  const now = clock.now();
  if (appointmentId) {
    const appointment = await findAppointment(db, clinicId, clientId, appointmentId);
    if (!appointment) throw new NoPaymentLink(`The client "${clientId}" has no appointment "${appointmentId}".`);
    if (appointment.product_id !== productId)
      throw new NoPaymentLink(`The appointment "${appointmentId}" is of another type.`);
    if (isClosed(appointment, now))
      throw new NoPaymentLink(`The appointment "${appointmentId}" is over, declined or canceled.`);
    if (await depositOf(db, clinicId, appointmentId))
      throw new NoPaymentLink(`The appointment "${appointmentId}" has a payment already.`);
  }
  const payment = await insertPayment(db, {
    clinic_id: clinicId,
    id: newPaymentId(),
    client_id: clientId,
    product_id: productId,
    appointment_id: appointmentId ?? null,
    amount_cents: cents,
    status: 'pending',
    expires_at: new Date(now.getTime() + limits.paymentLinkMs),
    created_at: now,
  });
  // If the provider does not answer now, the server's sweep makes the setup.
  const setup = await cards.startSetup(payeeOf(clinic), chargeKey(payment)).catch((error: unknown) => {
    if (error instanceof CardsUnavailable) return null;
    throw error;
  });
  if (setup) await keepSetup(db, payment, setup);
  return `${config.publicUrl}/${clinicId}/${payment.id}`;
}
