import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import type { Db, Trx } from '../../db/transaction';
import type { Wish } from '../schedule/rule';
import { holdRecord } from '../clients/held';
import { findClientOf } from '../clients/repository';
import { findAppointment, lockVisit, type AppointmentRow, type VisitRow } from './repository';

type Asked = { clinic: Clinic; session: Pick<Session, 'userId'> };

/** Reads and locks the owner's own appointment; throws `not_found` for anybody else's (D-201). */
export async function ownVisit(trx: Trx, { clinic, session }: Asked, id: string): Promise<VisitRow> {
  const client = await findClientOf(trx, clinic.id, session.userId);
  if (client) await holdRecord(trx, clinic.id, client.id, session.userId);
  const row = client && (await lockVisit(trx, clinic.id, id, client.id));
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Reads the owner's own appointment without locking it. */
export async function ownAppointment(db: Db, { clinic, session }: Asked, id: string): Promise<AppointmentRow> {
  const client = await findClientOf(db, clinic.id, session.userId);
  const row = client && (await findAppointment(db, clinic.id, client.id, id));
  if (!row) throw new ApiError('not_found');
  return row;
}

/**
 * Makes the wish for moving an appointment (D-42): its own types, even those hidden by now, location and drop-off.
 * Throws `not_allowed` where the clinic has them no more.
 */
export function wishToMove(
  clinic: Clinic,
  row: Pick<AppointmentRow, 'product_id' | 'is_dropoff' | 'details'>,
  providerIds: readonly string[],
  today: string,
): Wish {
  const productIds = row.details.productIds ?? [row.product_id];
  const locationId = row.details.location_id ?? null;
  const products = productIds.flatMap((id) => clinic.products.find((product) => product.id === id) ?? []);
  const isThere =
    products.length === productIds.length &&
    (locationId === null || clinic.locations.some((location) => location.id === locationId));
  if (!isThere) throw new ApiError('not_allowed');
  return { products, providerIds, locationId, isDropoff: row.is_dropoff, today };
}
