import { createHash } from 'node:crypto';
import type { Shop } from '../../../src/contract/shop';
import type { Build } from './build';
import { barePlaces, codeElements } from './code';
import { colour, defaultColour, fallbackStyle } from './colours';
import { Markup, markup } from './template';

export type Document = {
  html: string;
  /** `sha256-…` of the inlined style, for the policy. */
  styleHash: string | null;
};

/** What a page shows of a clinic: nothing about who is signed in, so that any cache may keep it. */
export type Shown = {
  shop: Shop;
  /** The first screen's markup and the instant that it was drawn for; null where another screen will show. */
  firstScreen: { nowIso: string; markup: string } | null;
};

/** The HTML of a clinic's address: head, style, first screen and the clinic's data. Without a clinic, the bare shell. */
export function documentOf({ template, code, css }: Build, shown: Shown | null): Document {
  const clinicColour = shown ? colourOf(shown.shop) : defaultColour;
  // Nothing in a style sheet may end its element.
  const style = `${css}\n${shown ? fallbackStyle(clinicColour) : ''}`.replaceAll('</', '<\\/');
  const html = template({
    ...barePlaces,
    ...(shown && {
      attributes: markup`style="--clinic:${clinicColour}"`,
      title: shown.shop.name,
      head: headOf(shown.shop, clinicColour),
      data: dataOf(shown),
    }),
    style: new Markup(`<style>${style}</style>`),
    code: codeElements(code, Boolean(shown?.firstScreen)),
    screen: new Markup(shown?.firstScreen?.markup ?? ''),
  });
  return { html, styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}` };
}

/** The clinic's own colour, or the design's. Import has checked its form. */
export const colourOf = (shop: Shop): string => shop.metadata.brandColor ?? defaultColour;

function headOf(shop: Shop, clinicColour: string): Markup {
  const at = `/${shop.id}`;
  const description = `Book appointments at ${shop.name} and keep your pets' records at hand.`;
  const ground = (scheme: 'light' | 'dark') => colour(clinicColour, scheme, 'ground');
  return markup`${[
    markup`<meta name="description" content="${description}">`,
    markup`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${ground('light')}">`,
    markup`<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${ground('dark')}">`,
    markup`<meta name="apple-mobile-web-app-title" content="${shop.name}">`,
    markup`<link rel="manifest" href="${at}/manifest.webmanifest">`,
    markup`<link rel="icon" type="image/png" sizes="192x192" href="${at}/icons/192.png">`,
    markup`<link rel="apple-touch-icon" href="${at}/icons/apple-touch-180.png">`,
  ]}`;
}

/** The page starts from this, so that its first screen needs no call. `<` never appears, so nothing in it ends the element. */
function dataOf({ shop, firstScreen }: Shown): Markup {
  const data = JSON.stringify({ shop, ...(firstScreen && { now: firstScreen.nowIso }) }).replaceAll('<', '\\u003c');
  return new Markup(`<script type="application/json" id="clinic-data">${data}</script>`);
}
