import { describe, expect, it } from 'vitest';
import type { Shop } from '../../../../src/contract/shop';
import { mapHref } from '../../../../src/domain/shop/map';
import { website } from '../../../../src/domain/shop/website';

describe('website', () => {
  it.each([
    ['https://www.oakwoodanimal.example/', 'https://www.oakwoodanimal.example/', 'oakwoodanimal.example'],
    ['oakwoodanimal.example', 'https://oakwoodanimal.example/', 'oakwoodanimal.example'],
    ['http://oakwoodanimal.example', null, 'oakwoodanimal.example'],
    ['javascript:alert(1)', null, 'javascript:alert(1)'],
    ['https://', null, ''],
  ])('%s', (url, href, shown) => {
    expect(website(url)).toEqual({ href, shown });
  });

  it('may be missing', () => {
    expect([website(null), website('  ')]).toEqual([null, null]);
  });
});

describe('mapHref', () => {
  const address = '1420 Oakwood Avenue, Austin';
  const search = (place: string) => `https://www.google.com/maps/search/?api=1&query=${place}`;

  it.each<[metadata: Shop['metadata'], href: string | null]>([
    [
      { googleMapUrl: 'https://maps.example/oak', mapCoordinates: { lat: 30.2, lng: -97.7 } },
      'https://maps.example/oak',
    ],
    [{ googleMapUrl: 'javascript:alert(1)', mapCoordinates: { lat: 30.2, lng: -97.7 } }, search('30.2%2C-97.7')],
    [{}, search('1420%20Oakwood%20Avenue%2C%20Austin')],
    [{ isBookingShowMap: false, googleMapUrl: 'https://maps.example/oak' }, null],
  ])('%j', (metadata, href) => {
    expect(mapHref({ address, metadata })).toBe(href);
  });

  it('is nothing without a place', () => {
    expect(mapHref({ address: null, metadata: {} })).toBeNull();
  });
});
