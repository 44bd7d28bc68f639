import { transform, type SelectorComponent } from 'lightningcss';
import type { Saved } from './drawn';

type DrawFrame = (saved: Saved) => string;

/**
 * The part of a style that an owner's page needs up to its heading, so that a slow phone paints that without reading the
 * rest: the rules of the elements that the frames of some owners have, as they look before anybody uses or prints them,
 * and the variables that those rules use. The whole style comes after it. The build makes it, once (vite.config.ts).
 */
export function frameStyle(style: string, drawFrame: DrawFrame): string {
  const frames = owners
    .map(drawFrame)
    .join('')
    .replaceAll(/<style>.*?<\/style>/gs, '');
  const named = new Set([...frames.matchAll(/ (?:class|id)="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')));
  const attributes = new Set([...frames.matchAll(/ ([a-z-]+)(?==|[ >])/g)].map(([, name]) => name!));
  const isThere = (part: SelectorComponent): boolean => {
    if (part.type === 'class' || part.type === 'id') return named.has(part.name);
    if (part.type === 'attribute') return attributes.has(part.name);
    return part.type !== 'pseudo-class' || !inUse.has(part.kind);
  };
  const { code } = transform({
    filename: 'frame.css',
    code: new TextEncoder().encode(style),
    visitor: {
      Rule: {
        style: ({ value: { selectors } }) => (selectors.some((parts) => parts.every(isThere)) ? undefined : []),
        media: ({ value: { query } }) =>
          query.mediaQueries.every(({ mediaType }) => mediaType === 'print') ? [] : undefined,
        keyframes: () => [],
      },
    },
  });
  const rules = new TextDecoder().decode(code);
  // What is empty now is left out as it is made small.
  const small = transform({ filename: 'frame.css', code, minify: true, unusedSymbols: unused(rules, frames) });
  return new TextDecoder().decode(small.code);
}

/** What a frame's element is only once somebody uses it. */
const inUse = new Set(['hover', 'active', 'focus', 'focus-visible', 'focus-within', 'checked']);

/** The variables that are set and that nothing uses, directly or through others. */
function unused(rules: string, frames: string): string[] {
  const set = [...rules.matchAll(/(?<=[{;\s])(--[\w-]+)\s*:([^;}]*)/g)].map(([, name, value]) => ({
    name: name!,
    value: value!,
  }));
  const usedIn = (text: string) => [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name!);
  const used = new Set(usedIn(frames + rules.replace(/(?<=[{;\s])--[\w-]+\s*:[^;}]*/g, '')));
  // A set that grows is walked to its end.
  for (const name of used)
    for (const { value } of set.filter((each) => each.name === name)) usedIn(value).forEach((each) => used.add(each));
  return set.map(({ name }) => name).filter((name) => !used.has(name));
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
    look: { id: 'look', skin: narrow ? 'dark' : 'light', narrow, clockOffset: 0 },
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
