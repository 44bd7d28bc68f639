import { createHash } from 'node:crypto';
import type { ClinicPage } from '../../../src/contract/pages';
import type { Shop } from '../../../src/contract/shop';
import type { Build } from './build';
import { barePlaces, codeElements, laterCode } from './code';
import { colour, defaultColour, fallbackStyle } from './colours';
import { Markup, markup } from './template';

/** What a title calls each page until the page's screens do, and an address without a page. */
const pageNames = {
  booking: 'Book an appointment',
  appointments: 'My Appointments',
  appointment: 'Appointment',
  reschedule: 'Reschedule',
  account: 'My Account',
  pets: 'My Pets',
  certificate: 'Vaccination certificate',
  payment: 'Payment',
  missing: 'Page not found',
} as const satisfies Record<ClinicPage | 'missing', string>;

export type Document = {
  html: string;
  /** The hash of the inlined style for the policy: `sha256-…`. */
  styleHash: string | null;
};

/** What a page contains of a clinic. Nothing in it depends on who is signed in, so any cache may keep it. */
export type Shown = {
  shop: Shop;
  /** The page at the address, null where there is none. */
  page: ClinicPage | null;
  /** The first screen's markup and the instant for which it was drawn; null where the page shows another screen. */
  firstScreen: { nowIso: string; markup: string } | null;
};

/**
 * Makes the HTML of a clinic's address, with head, style, first screen and the clinic's data; without a clinic, the
 * empty page.
 */
export function documentOf({ template, code, css }: Build, shown: Shown | null): Document {
  const clinicColour = shown ? colourOf(shown.shop) : defaultColour;
  // Keeps the style sheet from ending its own element.
  const style = `${css}\n${shown ? fallbackStyle(clinicColour) : ''}`.replaceAll('</', '<\\/');
  const isDrawn = Boolean(shown?.firstScreen);
  const html = template({
    ...barePlaces,
    ...(shown && {
      attributes: markup`style="--clinic:${clinicColour}"`,
      title: shown.page ? `${pageNames[shown.page]} – ${shown.shop.name}` : pageNames.missing,
      head: headOf(shown.shop, clinicColour, isDrawn),
      data: markup`${dataOf(shown)}${isDrawn ? laterCode(code) : ''}`,
    }),
    style: new Markup(`<style>${style}</style>`),
    code: isDrawn ? '' : codeElements(code),
    screen: new Markup(shown?.firstScreen?.markup ?? ''),
  });
  return { html, styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}` };
}

/** Returns the clinic's own colour, whose form the import has checked, or the default one. */
export const colourOf = (shop: Shop): string => shop.metadata.brandColor ?? defaultColour;

/** The app names the manifest of a page that is drawn already (clinicHead.ts): no request stands before its paint. */
function headOf(shop: Shop, clinicColour: string, isDrawn: boolean): Markup {
  const at = `/${shop.id}`;
  const description = `Book appointments at ${shop.name} and keep your pets' records at hand.`;
  const ground = (scheme: 'light' | 'dark') => colour(clinicColour, scheme, 'ground');
  return markup`${[
    markup`<meta name="description" content="${description}">`,
    markup`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${ground('light')}">`,
    markup`<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${ground('dark')}">`,
    markup`<meta name="apple-mobile-web-app-title" content="${shop.name}">`,
    isDrawn ? markup`` : markup`<link rel="manifest" href="${at}/manifest.webmanifest">`,
    markup`<link rel="icon" type="image/png" sizes="192x192" href="${at}/icons/192.png">`,
    markup`<link rel="apple-touch-icon" href="${at}/icons/apple-touch-180.png">`,
  ]}`;
}

/**
 * Makes the element with the data from which the page starts, so that its first screen needs no call. It contains no
 * `<`, so that nothing in it can end the element.
 */
function dataOf({ shop, firstScreen }: Shown): Markup {
  const data = JSON.stringify({ shop, ...(firstScreen && { now: firstScreen.nowIso }) }).replaceAll('<', '\\u003c');
  return new Markup(`<script type="application/json" id="clinic-data">${data}</script>`);
}
