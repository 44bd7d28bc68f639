import { is, optional, string, type as shape, type Infer } from 'superstruct';
import { Shop } from '../../contract/shop';

/** What the server wrote into a clinic's page: the clinic, and the instant that the first screen was drawn for where it is drawn. */
const PageData = shape({ shop: Shop, now: optional(string()) });
export type PageData = Infer<typeof PageData>;

/** The page's own data; null where there is none or it is another clinic's. */
export function pageData(clinicId: string): PageData | null {
  const text = document.getElementById('clinic-data')?.textContent ?? '';
  try {
    const data: unknown = JSON.parse(text);
    return is(data, PageData) && data.shop.id === clinicId ? data : null;
  } catch {
    return null;
  }
}
