import type { IncomingHttpHeaders } from 'node:http';
import type { Product, Provider, Species } from '../../src/contract/catalogue';
import type { Endpoint } from '../../src/contract/endpoint';
import { getShop, type Shop } from '../../src/contract/shop';
import { loadClinic } from '../modules/clinics/repository';
import { ApiError } from './errors';
import type { Db } from './handlers';

/** A product as the server knows it: with its secrets and its needs (design.md section 4). */
export type ServerProduct = Product & {
  visibility_token?: string | null;
  deposit_amount?: number | null;
  needs_room?: boolean;
  meeting_url?: string | null;
  segments?: { minutes: number; providerIds: string[]; needs_room: boolean }[] | null;
};

/** A clinician as the server knows it; hours and time off are in the clinic's zone. */
export type ServerProvider = Provider & {
  private?: boolean;
  hours: { day: number; start: string; end: string; location_id?: string | null }[];
  time_off: { from: string; to: string }[];
};

export type ServerLocation = {
  id: string;
  name: string;
  product_ids?: string[] | null;
  provider_user_ids?: string[] | null;
};
export type Room = { id: string; name: string; location_id?: string | null };

/** A clinic with its whole catalogue, loaded once a version and kept in memory. */
export type Clinic = {
  id: string;
  version: number;
  shop: Shop & { notify_email?: string | null; notify_phone?: string | null; stripe_account?: string | null };
  products: ServerProduct[];
  providers: ServerProvider[];
  species: Species[];
  locations: ServerLocation[];
  rooms: Room[];
};

/**
 * The clinic that a call is made at: the one of X-Client-Id (D-201). The shop call names it in its path and may do
 * without the header. Throws `validation` without one, `not_found` for an unknown one.
 */
export async function clinicOfCall(
  db: Db,
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  params: unknown,
): Promise<Clinic> {
  const given = headers['x-client-id'] ?? (endpoint === getShop ? (params as { id?: unknown }).id : undefined);
  if (given === undefined) throw new ApiError('validation', { fields: { 'X-Client-Id': 'is required' } });
  const clinic = typeof given === 'string' ? await loadClinic(db, given) : null;
  if (clinic === null) throw new ApiError('not_found');
  return clinic;
}
