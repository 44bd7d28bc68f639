import type { ShopMetadata } from '../../contract/settings';

/**
 * The page to which the clinic sends owners after a booking; null where it sends them nowhere, and for anything but a
 * web address (DONE-05, D-106).
 */
export function thankYouPage({
  isBookingShowThankYouPage,
  thankYouPage: address,
}: Pick<ShopMetadata, 'isBookingShowThankYouPage' | 'thankYouPage'>): string | null {
  if (isBookingShowThankYouPage !== true || !address) return null;
  try {
    const url = new URL(address);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}
