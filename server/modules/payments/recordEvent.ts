import type { CardEvent } from '../../gateways/cards';
import type { Services } from '../../calls/services';
import { loadClinic } from '../clinics/repository';
import { hearCharge } from './recordCharge';
import { hearRefundEvent } from './sendRefunds';

/** Hears an event of the provider, of a clinic and payment that it names. Each event counts once (D-207). Throws CardsUnavailable. */
export async function hearEvent(services: Services, event: CardEvent): Promise<void> {
  const clinic = await loadClinic(services.db, event.clinicId);
  if (!clinic) return;
  if ('charge' in event) await hearCharge(services, clinic, event.paymentId, event.charge, event.id);
  else await hearRefundEvent(services, clinic, event);
}
