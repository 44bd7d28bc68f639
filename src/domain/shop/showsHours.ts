import type { Shop } from '../../contract/shop';
import { isEnabled } from './settings';

/** Whether the clinic shows its hours (LAYOUT-13). */
export const showsHours = (shop: Pick<Shop, 'feature_settings'>): boolean =>
  !isEnabled(shop.feature_settings, 'hide_client_booking_hours_enabled');
