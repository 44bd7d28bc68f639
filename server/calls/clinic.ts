import type { Product, Provider, Species } from '../../src/contract/catalogue';
import type { Shop } from '../../src/contract/shop';

/** A product as the server knows it: with its secrets and its needs. */
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
