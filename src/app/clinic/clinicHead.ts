import type { Shop } from '../../contract/shop';
import { entitle } from '../../ui/behaviour/arrive';

/**
 * Gives the document the clinic's name, colour, manifest and icon. The server writes the same into its pages, but for
 * the manifest of those that it draws; pages served by the worker lack them, because its shell is the same for every
 * clinic.
 */
export function showClinicHead(shop: Shop): void {
  const { documentElement: root, head } = document;
  const color = shop.metadata.brandColor ?? '';
  if (/^#[0-9a-f]{6}$/i.test(color)) root.style.setProperty('--clinic', color);
  entitle({ site: shop.name });
  // The shell has an empty icon, so that the browser does not request a default one; the clinic's icon replaces it.
  head.querySelector('link[rel=icon][href="data:,"]')?.setAttribute('href', `/${shop.id}/icons/192.png`);
  if (!head.querySelector('link[rel=manifest]')) link('manifest', `/${shop.id}/manifest.webmanifest`);
  if (!head.querySelector('link[rel=apple-touch-icon]'))
    link('apple-touch-icon', `/${shop.id}/icons/apple-touch-180.png`);
  if (!head.querySelector('meta[name=theme-color]')) {
    const meta = document.createElement('meta');
    meta.name = 'theme-color';
    meta.content = getComputedStyle(root).backgroundColor;
    head.append(meta);
  }
}

function link(rel: string, href: string): void {
  const element = document.createElement('link');
  element.rel = rel;
  element.href = href;
  document.head.append(element);
}
