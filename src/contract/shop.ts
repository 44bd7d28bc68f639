import { array, boolean, enums, nullable, object, optional, string, type, union, type Infer } from 'superstruct';
import { endpoint } from './endpoint';
import { sentFeatureSettings, sentMetadata } from './settings';
import { clinicId, id } from './wire';

export const ShopLocation = type({
  id: id(),
  product_ids: optional(nullable(array(string()))),
  provider_user_ids: optional(nullable(array(string()))),
});

/** What the page must know about its server at run time (D-127). */
export const ClientConfig = type({
  card_provider: optional(enums(['none', 'sandbox', 'stripe'])),
  test_email_suffix: optional(string()),
  /** Where analytics events and errors are sent; absent for nowhere (D-131). */
  analytics_url: optional(string()),
  sentry_dsn: optional(string()),
  /** Codes and messages appear in the demo inbox (D-216). */
  demo_inbox: optional(boolean()),
});

/** The clinic as its portal shows it (ENT-11). */
export const Shop = type({
  id: clinicId(),
  name: string(),
  avatar: nullable(string()),
  phone: string(),
  phoneNumber: string(),
  phoneCode: string(),
  url: nullable(string()),
  address: nullable(string()),
  /** The name of an IANA zone; readers pass it to `knownZone`, since they may not know it. */
  timezone: string(),
  is_demo: boolean(),
  metadata: sentMetadata,
  location: union([array(ShopLocation), ShopLocation]),
  feature_settings: sentFeatureSettings,
  client_config: optional(ClientConfig),
});
export type Shop = Infer<typeof Shop>;

/** GET /tenant/v2/shops/{id} (API-18); needs no token. 404 not_found for an unknown clinic. */
export const getShop = endpoint({
  name: 'getShop',
  method: 'GET',
  path: '/tenant/v2/shops/:id',
  access: 'none',
  clinicParam: 'id',
  params: object({ id: clinicId() }),
  response: Shop,
});

/** GET /appointment/v1/timezones (API-21): the IANA zones this server knows. */
export const listTimezones = endpoint({
  name: 'listTimezones',
  method: 'GET',
  path: '/appointment/v1/timezones',
  access: 'none',
  response: array(string()),
});
