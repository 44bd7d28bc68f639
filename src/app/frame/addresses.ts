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
