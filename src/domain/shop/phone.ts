import type { Shop } from '../../contract/shop';
import { formatPhone } from '../validation/phoneFormat';

/**
 * A clinic's phone as links need it (`+15125550100`) and as it is shown (`512-555-0100`, CONST-06, D-108); null without
 * one.
 */
export function shopPhone(
  shop: Pick<Shop, 'phone' | 'phoneCode' | 'phoneNumber'>,
): { dial: string; shown: string } | null {
  const digits = shop.phoneNumber.replace(/\D/g, '');
  if (digits !== '') return { dial: `+${shop.phoneCode.replace(/\D/g, '')}${digits}`, shown: formatPhone(digits) };
  const fallback = shop.phone.replace(/[^\d+]/g, '');
  return fallback === '' ? null : { dial: fallback, shown: formatPhone(fallback.replace(/^\+1|\D/g, '')) };
}
