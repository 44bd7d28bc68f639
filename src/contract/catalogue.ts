import { array, boolean, min, nullable, number, object, optional, string, type, type Infer } from 'superstruct';
import { endpoint } from './endpoint';
import { id } from './wire';

/** A species, such as Dog (ENT-05). */
export const Species = type({ id: id(), name: string() });
export type Species = Infer<typeof Species>;

/**
 * Appointment type (ENT-09). `metadata.time` is minutes, `metadata.cost` dollars; without `speciesIds` it is for all
 * species (D-74).
 */
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

/** Clinician (ENT-10). `maxDropoffs` is how many drop-offs the clinician takes a day, null for any number (D-64). */
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

/**
 * GET /appointment/v1/providers (API-20), by metadata.order, then name; private ones only to staff who ask with
 * showPrivate=true (D-14, D-73, D-220).
 */
export const listProviders = endpoint({
  name: 'listProviders',
  method: 'GET',
  path: '/appointment/v1/providers',
  access: 'none',
  query: object({ size: optional(string()), showPrivate: optional(string()) }),
  response: type({ content: array(Provider) }),
});

/** One of the clinic's locations (ENT-08). */
export const Location = type({ id: id(), name: string() });
export type Location = Infer<typeof Location>;

/** A breed of a species (ENT-06). */
export const Breed = type({ id: id(), display_name: string() });
export type Breed = Infer<typeof Breed>;

/** A color or a sex of a species, by its name (ENT-07). */
export const Named = type({ id: id(), name: string() });
export type Named = Infer<typeof Named>;

/** What to say when an owner's note has certain words (ENT-16). A missing allow_bypass means true (D-91). */
export const KeywordAction = type({
  id: id(),
  keywords: array(string()),
  product_ids: array(string()),
  all_products: boolean(),
  action_type: string(),
  prompt_message: optional(nullable(string())),
  info_message: optional(nullable(string())),
  allow_bypass: optional(boolean()),
});
export type KeywordAction = Infer<typeof KeywordAction>;

const ofSpecies = object({ species_id: id() });

/** GET /office_locations (API-28). */
export const listLocations = endpoint({
  name: 'listLocations',
  method: 'GET',
  path: '/office_locations',
  access: 'none',
  response: array(Location),
});

/**
 * GET /keyword_actions (API-24), in the order in which they are matched, without blank keywords (KEY-06, D-92);
 * failures are silent (ERR-09).
 */
export const listKeywordActions = endpoint({
  name: 'listKeywordActions',
  method: 'GET',
  path: '/keyword_actions',
  access: 'none',
  response: array(KeywordAction),
  silent: true,
});

/** GET /breeds?species_id (API-25); failures are silent (ERR-09). */
export const listBreeds = endpoint({
  name: 'listBreeds',
  method: 'GET',
  path: '/breeds',
  access: 'none',
  query: ofSpecies,
  response: array(Breed),
  silent: true,
});

/** GET /patient_colors?species_id (API-26); failures are silent (ERR-09). */
export const listPatientColors = endpoint({
  name: 'listPatientColors',
  method: 'GET',
  path: '/patient_colors',
  access: 'none',
  query: ofSpecies,
  response: array(Named),
  silent: true,
});

/** GET /patient_sexes?species_id (API-27); failures are silent (ERR-09). */
export const listPatientSexes = endpoint({
  name: 'listPatientSexes',
  method: 'GET',
  path: '/patient_sexes',
  access: 'none',
  query: ofSpecies,
  response: array(Named),
  silent: true,
});
