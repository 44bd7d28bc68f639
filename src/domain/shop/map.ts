import type { Shop } from '../../contract/shop';

/**
 * The link to a map of the clinic's address: the clinic's own link, else one to its coordinates, else a search for the
 * address. Null where the address is shown as plain text (D-110).
 */
export function mapHref(shop: Pick<Shop, 'address' | 'metadata'>): string | null {
  const { isBookingShowMap, googleMapUrl, mapCoordinates } = shop.metadata;
  if (isBookingShowMap === false) return null;
  if (googleMapUrl?.startsWith('https://')) return googleMapUrl;
  const place = mapCoordinates ? `${mapCoordinates.lat},${mapCoordinates.lng}` : shop.address;
  return place ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}` : null;
}
