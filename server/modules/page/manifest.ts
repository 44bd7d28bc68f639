import type { Shop } from '../../../src/contract/shop';
import { colour } from './colours';
import { colourOf } from './document';

/** Makes the clinic's web app manifest (D-11): each clinic is an app of its own, which opens at the pets. */
export function manifestOf(shop: Shop) {
  const at = `/${shop.id}`;
  const clinicColour = colourOf(shop);
  const icon = (name: string, size: number, purpose: string) => ({
    src: `${at}/icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: at,
    scope: at,
    start_url: `${at}/pets`,
    name: shop.name,
    short_name: shortName(shop.name),
    description: `Appointments and your pets' records at ${shop.name}.`,
    lang: 'en-US',
    display: 'standalone',
    theme_color: colour(clinicColour, 'light', 'brand'),
    background_color: colour(clinicColour, 'light', 'ground'),
    categories: ['medical', 'lifestyle'],
    icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
    shortcuts: [
      { name: 'Book an appointment', url: at },
      { name: 'My Appointments', url: `${at}/appointments` },
    ],
  };
}

const most = 12;

/**
 * Shortens a clinic's name to its first whole words that fit 12 characters, at least one, since launchers cut longer
 * names: 'Oakwood Animal Hospital' → 'Oakwood'.
 */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/);
  while (words.length > 1 && words.join(' ').length > most) words.pop();
  return words.join(' ');
}
