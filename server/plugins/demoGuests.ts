import type { Access } from '../../src/contract/endpoint';
import { isEnabled } from '../../src/domain/shop/settings';
import type { Clinic } from '../calls/clinic';
import type { Handled } from '../calls/handlers';

/** Whether guests book here without a code (D-28). Demo clinics exist on a server for trying out only (D-216). */
const bookWithoutCode = ({ shop }: Pick<Clinic, 'shop'>): boolean =>
  shop.is_demo && isEnabled(shop.feature_settings, 'skip_demo_shop_booking_otp_enabled');

/**
 * Who may make a call at this clinic: as the contract says, but on a server for trying out a guest makes those whose route
 * is open to them where no code is asked for (D-28).
 */
export function accessAt(clinic: Clinic, { endpoint, terms }: Handled, body: unknown, demo: boolean): Access {
  const isOpen = demo && terms.isOpenToDemoGuests !== undefined && bookWithoutCode(clinic);
  return isOpen && terms.isOpenToDemoGuests!(body) ? 'session' : endpoint.access;
}
