import type { Draft } from './draft';

/**
 * Whether the page /clinician can continue with a draft: it has two product groups, products in the first, and a time
 * (ROUTE-12, D-41).
 */
export const isClinicianDraft = ({
  selectedProducts: [first, second],
  time,
}: Pick<Draft, 'selectedProducts' | 'time'>): boolean =>
  first !== undefined && second !== undefined && first.products.length > 0 && time !== null;
