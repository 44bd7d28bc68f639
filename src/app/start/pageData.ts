import type { Shop } from '../../contract/shop';

/** What the server wrote into a clinic's page: the clinic, and the instant that the first screen was drawn for where it is drawn. */
export type PageData = { shop: Shop; now?: string };

/**
 * The clinic that the server wrote into this document, null where it wrote none or another. It needs no second check: the
 * same build wrote it, from a clinic that it had read through the structs of contract/settings, and named this script.
 */
export function pageData(clinicId: string): PageData | null {
  const text = document.getElementById('clinic-data')?.textContent ?? '';
  try {
    const data: PageData = JSON.parse(text);
    return data.shop.id === clinicId ? data : null;
  } catch {
    return null;
  }
}
