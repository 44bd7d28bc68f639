import type { CardEvent } from '../../gateways/cards';
import type { Services } from '../../calls/services';
import { loadClinic } from '../clinics/repository';
import { recordCharge } from './recordCharge';
import { recordRefundEvent } from './sendRefunds';

/**
 * Records what an event of the card provider says of a charge or a refund, at the clinic and payment that it names. Each
 * event counts once (D-207); one of an unknown clinic or payment is ignored. Throws CardsUnavailable.
 */
export async function recordEvent(services: Services, event: CardEvent): Promise<void> {
  const clinic = await loadClinic(services.db, event.clinicId);
  if (!clinic) return;
  if ('charge' in event) await recordCharge(services, clinic, event.paymentId, event.charge, event.id);
  else await recordRefundEvent(services, clinic, event);
}
