import { array, boolean, min, nullable, number, object, optional, string, type, type Infer } from 'superstruct';
import { endpoint } from './endpoint';
import { id } from './wire';

/** ENT-05 */
export const Species = type({ id: id(), name: string() });
export type Species = Infer<typeof Species>;

/** Appointment type (ENT-09). `metadata.time` is minutes, `cost` dollars; an absent speciesIds means all species (D-74). */
export const Product = type({
  id: id(),
  name: string(),
  description: optional(nullable(string())),
  order_index: optional(nullable(number())),
  hidden_from_clients: optional(boolean()),
  providerIds: array(string()),
  dropoff_enabled: optional(boolean()),
  dropoff_required: optional(boolean()),
  is_telemedicine: optional(boolean()),
  metadata: type({
    time: min(number(), 1),
    cost: optional(nullable(number())),
    speciesIds: optional(nullable(array(string()))),
    allowNewClients: optional(boolean()),
    allowReturningClients: optional(boolean()),
    waitlistEligible: optional(boolean()),
    depositRequiredBeforeBooking: optional(boolean()),
    collectDepositFromNewClients: optional(boolean()),
    collectDepositFromReturningClients: optional(boolean()),
    appointmentRequestWithoutDeposit: optional(boolean()),
  }),
});
export type Product = Infer<typeof Product>;

/** Clinician (ENT-10); maxDropoffs is a day's, null unlimited (D-64). */
export const Provider = type({
  id: id(),
  firstName: string(),
  lastName: optional(nullable(string())),
  avatar: optional(nullable(string())),
  metadata: optional(type({ order: optional(nullable(number())) })),
  maxDropoffs: optional(nullable(number())),
});
export type Provider = Infer<typeof Provider>;

/** GET /appointment/v1/appointments/species (API-22). */
export const listSpecies = endpoint({
  name: 'listSpecies',
  method: 'GET',
  path: '/appointment/v1/appointments/species',
  access: 'none',
  response: type({ data: array(Species) }),
});

/** GET /products (API-23), by order_index, then name; hidden types only with their product_token (D-71). */
export const listProducts = endpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/products',
  access: 'none',
  query: object({ product_token: optional(string()) }),
  response: array(Product),
});

/** GET /appointment/v1/providers (API-20), by metadata.order, then name; private ones never to owners (D-73, D-220). */
export const listProviders = endpoint({
  name: 'listProviders',
  method: 'GET',
  path: '/appointment/v1/providers',
  access: 'none',
  query: object({ size: optional(string()), showPrivate: optional(string()) }),
  response: type({ content: array(Provider) }),
});
