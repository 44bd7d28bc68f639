import { transform } from 'lightningcss';
import type { Saved } from './drawn';

type DrawFrame = (saved: Saved) => string;

/**
 * The part of a style that an owner's page needs up to its heading, so that a slow phone paints that without reading the
 * rest: the rules of the classes that the frames of some owners have, and of no class. The whole style comes after it.
 * The build makes it, once (vite.config.ts).
 */
export function frameStyle(style: string, drawFrame: DrawFrame): string {
  const frames = owners.map(drawFrame).join('');
  const used = new Set([...frames.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')));
  const { code } = transform({
    filename: 'frame.css',
    code: new TextEncoder().encode(style),
    visitor: {
      Rule: {
        style: ({ value: { selectors } }) =>
          selectors.some((parts) => parts.every((part) => part.type !== 'class' || used.has(part.name)))
            ? undefined
            : [],
        keyframes: () => [],
      },
    },
  });
  // What is empty now is left out as it is made small.
  return new TextDecoder().decode(transform({ filename: 'frame.css', code, minify: true }).code);
}

/** Owners on both pages, online and not, with the side menu open and folded, of clinics with a picture and without. */
const owners: Saved[] = (['pets', 'appointments'] as const).flatMap((page) =>
  [true, false].map((is) => saved(page, { isOnline: is, narrow: is })),
);

function saved(page: Saved['page'], { isOnline, narrow }: { isOnline: boolean; narrow: boolean }): Saved {
  return {
    page,
    isOnline,
    search: '',
    look: { id: 'look', skin: 'system', narrow, clockOffset: 0 },
    copies: {},
    reader: {
      id: 'owner',
      firstName: 'Riley',
      email: 'riley@example.com',
      phoneCode: null,
      phoneNumber: null,
      avatar: null,
      is_guest: false,
    },
    shop: {
      id: 'clinic',
      name: 'Clinic',
      avatar: isOnline ? null : 'picture.png',
      phone: '+15125550100',
      phoneNumber: '5125550100',
      phoneCode: '1',
      url: null,
      address: null,
      timezone: 'America/Chicago',
      is_demo: false,
      metadata: {},
      location: [],
      feature_settings: { pet_portal_enabled: true },
    },
  };
}
