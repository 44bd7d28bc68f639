import type { Shop } from '../../contract/shop';

/**
 * The data that the server wrote into a clinic's page: the clinic, and the ISO instant of the first screen if it is
 * drawn.
 */
export type PageData = { shop: Shop; now?: string };

/**
 * Reads the clinic that the server wrote into this document; null if there is none or another clinic. It is not checked
 * again: a server of the same build checked it by the structs of contract/settings.
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
