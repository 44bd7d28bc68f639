/** Query values that in-app links carry on (LAYOUT-15, LAYOUT-16, D-31). */
export interface Kept {
  utmSource?: string | null | undefined;
  productToken?: string | null | undefined;
}

const query = (values: Record<string, string | null | undefined>): string => {
  const filled = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return filled.length === 0 ? '' : `?${new URLSearchParams(filled)}`;
};

/** Makes the address of Login: the root with redirect=pets and utm_source (LAYOUT-16). */
export const loginHref = (clinicId: string, kept: Kept): string =>
  `/${clinicId}${query({ redirect: 'pets', utm_source: kept.utmSource })}`;

/** Makes the address of Schedule Now and Book New Appointment (LAYOUT-15). */
export const scheduleHref = (clinicId: string, kept: Kept): string =>
  `/${clinicId}${query({ utm_source: kept.utmSource, product_token: kept.productToken })}`;

/** Makes the address of a portal page. */
export const portalHref = (clinicId: string, page: 'pets' | 'appointments' | 'account'): string =>
  `/${clinicId}/${page}`;

/** Reads the clinic's website as a link and its text; without https there is only the text (D-208). */
export function website(url: string | null): { href: string | null; shown: string } | null {
  if (!url?.trim()) return null;
  const address = url.trim();
  const shown = address
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
  return { href: secure(/^[a-z]+:/i.test(address) ? address : `https://${address}`), shown };
}

function secure(address: string): string | null {
  try {
    const { protocol, href } = new URL(address);
    return protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}
