import type { Appointment } from '../../contract/appointments';

/** The button on past and called-off appointments (STATUS-04). */
export const BOOK_AGAIN = 'Book again';

/** Where Book again leads: the clinic's booking with the appointment's types (STATUS-05). */
export function bookAgainHref(clinicId: string, { items }: Pick<Appointment, 'items'>): string {
  const ids = new Set(items.map(({ metadata }) => encodeURIComponent(metadata.productId)));
  return `/${clinicId}?appointment=${[...ids].join(',')}`;
}
