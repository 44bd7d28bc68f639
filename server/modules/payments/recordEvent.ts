import type { CardEvent } from '../../gateways/cards';
import type { Services } from '../../calls/services';
import { loadClinic } from '../clinics/repository';
import { recordCharge } from './recordCharge';
import { recordRefundEvent } from './sendRefunds';

/**
 * Records an event of the card provider about a charge or a refund, for the clinic and payment that it names. Each
 * event counts once (D-207); events of an unknown clinic or payment are ignored. Throws CardsUnavailable.
 */
export async function recordEvent(services: Services, event: CardEvent): Promise<void> {
  const clinic = await loadClinic(services.db, event.clinicId);
  if (!clinic) return;
  if ('charge' in event) await recordCharge(services, clinic, event.paymentId, event.charge, event.id);
  else await recordRefundEvent(services, clinic, event);
}
