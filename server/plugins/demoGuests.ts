import { createAppointment } from '../../src/contract/appointments';
import { upsertClient } from '../../src/contract/clients';
import type { Access, Endpoint } from '../../src/contract/endpoint';
import { isEnabled } from '../../src/domain/shop/settings';
import type { Clinic } from '../calls/clinic';

/** Whether guests book here without a code (D-28). Demo clinics exist on a server for trying out only (D-216). */
const bookWithoutCode = ({ shop }: Pick<Clinic, 'shop'>): boolean =>
  shop.is_demo && isEnabled(shop.feature_settings, 'skip_demo_shop_booking_otp_enabled');

/** A guest tells contacts from the form; `verification` would say that a code had proved them. */
const isFromForm = (endpoint: Endpoint, body: unknown): boolean =>
  !Object.is(endpoint, upsertClient) || (body as { source?: unknown } | null)?.source === 'client_info_collection';

/**
 * Who may make a call at this clinic: as the contract says, but on a server for trying out a guest books where no code
 * is asked for, and does nothing else (D-28).
 */
export function accessAt(clinic: Clinic, endpoint: Endpoint, body: unknown, demo: boolean): Access {
  const isBooking = Object.is(endpoint, createAppointment) || Object.is(endpoint, upsertClient);
  return demo && isBooking && bookWithoutCode(clinic) && isFromForm(endpoint, body) ? 'session' : endpoint.access;
}
