import type { Access } from '../../src/contract/endpoint';
import { isEnabled } from '../../src/domain/shop/settings';
import type { Clinic } from '../calls/clinic';
import type { Handled } from '../calls/handlers';

/**
 * Whether guests book at this clinic without a code (D-28). Demo clinics exist only on a server in demo mode (D-216).
 */
const bookWithoutCode = ({ shop }: Pick<Clinic, 'shop'>): boolean =>
  shop.is_demo && isEnabled(shop.feature_settings, 'skip_demo_shop_booking_otp_enabled');

/**
 * Who may make a call at this clinic. The contract says it, except in demo mode at a clinic that asks for no code:
 * there a guest may make the calls whose route is open to guests (D-28).
 */
export function accessAt(clinic: Clinic, { endpoint, terms }: Handled, body: unknown, demo: boolean): Access {
  const isOpen = demo && terms.isOpenToDemoGuests !== undefined && bookWithoutCode(clinic);
  return isOpen && terms.isOpenToDemoGuests!(body) ? 'session' : endpoint.access;
}
