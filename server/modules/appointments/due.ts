import { requestDue } from '../../../src/domain/desk/due';
import type { Clinic } from '../../calls/clinic';
import { answerHours, openWeekOf } from '../clinics/answerDue';
import type { AppointmentRow } from './repository';

/** Since when the request waits for the clinic. */
const waitsSince = ({ details, created_at }: Pick<AppointmentRow, 'details' | 'created_at'>): Date =>
  details.waits_since ? new Date(details.waits_since) : created_at;

/** When its owner asked, or asked anew by moving it: not when an offer ended without a pick. */
export const askedAt = ({ details, created_at }: Pick<AppointmentRow, 'details' | 'created_at'>): Date => {
  const moved = details.moves?.at(-1)?.at;
  return moved ? new Date(moved) : created_at;
};

/** When the clinic's answer to a request is due; null where it states no hours, and for what waits for its owner. */
export const dueOf = (
  clinic: Clinic,
  row: Pick<AppointmentRow, 'details' | 'created_at' | 'starts_at' | 'status' | 'offer'>,
): Date | null =>
  row.status !== 'REQUESTED' || row.offer !== null
    ? null
    : requestDue({ askedAt: waitsSince(row), startsAt: row.starts_at }, answerHours(clinic), openWeekOf(clinic));
