import { createHash } from 'node:crypto';
import type { Shop } from '../../../src/contract/shop';
import type { Build } from './build';
import { colour, defaultColour, fallbackStyle } from './colours';
import { escapeHtml } from '../../system/html';

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

/** What a drawn page says where its code does not arrive (src/app/start/start.ts); the link asks for the page again. */
const late =
  '<p id="late" role="alert" hidden>This page has not loaded completely. Please check your connection. <a href="">Try again</a></p>';
const lateStyle = [
  '#late:not([hidden]){position:fixed;z-index:8;inset:auto var(--s4) calc(24px + env(safe-area-inset-bottom));max-width:480px;margin:0 auto;padding:14px 18px 4px;border-radius:18px;background:var(--slate);color:var(--on-slate);box-shadow:var(--float);font:500 15px/20px var(--font)}',
  '#late a{display:flex;align-items:center;width:fit-content;min-height:44px;color:inherit}',
].join('');

/** The HTML of a clinic's address: head, style, first screen and the clinic's data (all escaped). Without a clinic, the bare shell. */
export function documentOf(build: Build, shown: Shown | null): Document {
  const clinicColour = shown ? colourOf(shown.shop) : defaultColour;
  const css =
    `${build.css}\n${shown ? fallbackStyle(clinicColour) : ''}${shown?.firstScreen ? lateStyle : ''}`.replaceAll(
      '</',
      '<\\/',
    );
  const head = shown ? headOf(shown.shop, clinicColour) : '';
  const html = [
    replaced(/<html\b[^>]*>/, `<html lang="en-US"${shown ? ` style="--clinic:${clinicColour}"` : ''}>`),
    ...(shown ? [replaced(/<title>[^<]*<\/title>/, `<title>${escapeHtml(shown.shop.name)}</title>`)] : []),
    ...(shown ? [replaced(/<link rel="icon"[^>]*>\s*/, '')] : []),
    replaced(/<\/head>/, `${head}<style>${css}</style></head>`),
    replaced(
      /<div id="root"><\/div>/,
      `<div id="root">${shown?.firstScreen?.markup ?? ''}</div>${shown?.firstScreen ? late : ''}${shown ? dataOf(shown) : ''}`,
    ),
  ].reduce((text, change) => change(text), shown?.firstScreen ? build.drawnHtml : build.html);
  return { html, styleHash: `sha256-${createHash('sha256').update(css).digest('base64')}` };
}

/** The clinic's own colour, or the design's. Import has checked its form. */
export const colourOf = (shop: Shop): string => shop.metadata.brandColor ?? defaultColour;

function headOf(shop: Shop, clinicColour: string): string {
  const at = `/${shop.id}`;
  const description = `Book appointments at ${shop.name} and keep your pets' records at hand.`;
  return [
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${colour(clinicColour, 'light', 'ground')}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${colour(clinicColour, 'dark', 'ground')}">`,
    `<meta name="apple-mobile-web-app-title" content="${escapeHtml(shop.name)}">`,
    `<link rel="manifest" href="${at}/manifest.webmanifest">`,
    `<link rel="icon" type="image/png" sizes="192x192" href="${at}/icons/192.png">`,
    `<link rel="apple-touch-icon" href="${at}/icons/apple-touch-180.png">`,
  ].join('');
}

/** The page starts from this, so that its first screen needs no call. `<` never appears, so nothing in it ends the element. */
const dataOf = ({ shop, firstScreen }: Shown): string =>
  `<script type="application/json" id="clinic-data">${JSON.stringify({ shop, ...(firstScreen && { now: firstScreen.nowIso }) }).replaceAll('<', '\\u003c')}</script>`;

/** A clinic's text may hold `$&`, which replace() would read as a pattern. */
const replaced =
  (part: RegExp, by: string) =>
  (html: string): string =>
    html.replace(part, () => by);
