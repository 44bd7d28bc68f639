import { array, assign, boolean, nullable, number, optional, string, type, type Infer } from 'superstruct';
import { Location, Product, Provider, type Species } from '../../src/contract/catalogue';
import { ShopLocation, type Shop } from '../../src/contract/shop';
import type { StoredShop } from '../db/documents';

/** A product as the server knows it: with its secrets and its needs. `deposit_amount` is dollars. */
export const ServerProduct = assign(
  Product,
  type({
    visibility_token: optional(nullable(string())),
    deposit_amount: optional(nullable(number())),
    needs_room: optional(boolean()),
    meeting_url: optional(nullable(string())),
    /** The parts of a compound visit, one after the other. */
    segments: optional(
      nullable(array(type({ minutes: number(), providerIds: array(string()), needs_room: boolean() }))),
    ),
  }),
);
export type ServerProduct = Infer<typeof ServerProduct>;

/** A clinician as the server knows it; hours and time off are in the clinic's zone. */
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

/** A clinic with its whole catalogue, loaded once a version and kept in memory. */
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
