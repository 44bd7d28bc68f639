import { array, assign, boolean, nullable, number, optional, string, type, type Infer } from 'superstruct';
import { Location, Product, Provider, type Species } from '../../src/contract/catalogue';
import { ShopLocation, type Shop } from '../../src/contract/shop';
import type { StoredShop } from '../db/documents';

/**
 * A product with the fields that only the server sees, such as secrets and required people. `deposit_amount` is in
 * dollars.
 */
export const ServerProduct = assign(
  Product,
  type({
    visibility_token: optional(nullable(string())),
    deposit_amount: optional(nullable(number())),
    needs_room: optional(boolean()),
    meeting_url: optional(nullable(string())),
    /** The segments of a compound visit, in their order. */
    segments: optional(
      nullable(array(type({ minutes: number(), providerIds: array(string()), needs_room: boolean() }))),
    ),
  }),
);
export type ServerProduct = Infer<typeof ServerProduct>;

/** A clinician with the fields that only the server sees; hours and time off are in the clinic's zone. */
export const ServerProvider = assign(
  Provider,
  type({
    private: optional(boolean()),
    hours: array(type({ day: number(), start: string(), end: string(), location_id: optional(nullable(string())) })),
    time_off: array(type({ from: string(), to: string() })),
  }),
);
export type ServerProvider = Infer<typeof ServerProvider>;

export const ServerLocation = assign(Location, ShopLocation);
export type ServerLocation = Infer<typeof ServerLocation>;

export const Room = assign(Location, type({ location_id: optional(nullable(string())) }));
export type Room = Infer<typeof Room>;

/** A clinic with its whole catalogue, loaded once per version and cached in memory. */
export type Clinic = {
  id: string;
  version: number;
  shop: StoredShop & Pick<Shop, 'location'>;
  products: ServerProduct[];
  providers: ServerProvider[];
  species: Species[];
  locations: ServerLocation[];
  rooms: Room[];
};
