import {
  array,
  boolean,
  enums,
  integer,
  max,
  min,
  nullable,
  number,
  object,
  optional,
  record,
  string,
  type,
  union,
  unknown,
  type Infer,
} from 'superstruct';
import { endpoint } from './endpoint';
import { clinicId, id } from './wire';

const days = () => max(min(integer(), 1), 7);

/** One day's opening (ENT-12); day 1 is Monday (D-109). A missing row is a closed day. */
export const BusinessHour = type({
  day: days(),
  offline: boolean(),
  startHour: max(min(integer(), 0), 23),
  startMinute: max(min(integer(), 0), 59),
  endHour: max(min(integer(), 0), 24),
  endMinute: max(min(integer(), 0), 59),
});
export type BusinessHour = Infer<typeof BusinessHour>;

/** The clinic's own choices (ENT-11). bookingMaxLeadTime and bookingSlotInterval are minutes. */
export const ShopMetadata = type({
  isAutoAccept: optional(boolean()),
  thankYouPage: optional(nullable(string())),
  isBookingShowThankYouPage: optional(boolean()),
  bookingPolicy: optional(nullable(string())),
  bookingMaxLeadTime: optional(nullable(min(number(), 0))),
  bookingSlotInterval: optional(nullable(max(min(integer(), 5), 240))),
  isBookingSkipProvider: optional(boolean()),
  isBookingAnyone: optional(boolean()),
  isBookingShowProductPrice: optional(boolean()),
  isBookingShowProductDuration: optional(boolean()),
  businessHours: optional(array(BusinessHour)),
  googleMapUrl: optional(nullable(string())),
  mapCoordinates: optional(nullable(type({ lat: number(), lng: number() }))),
  isBookingShowMap: optional(boolean()),
  brandColor: optional(nullable(string())),
});
export type ShopMetadata = Infer<typeof ShopMetadata>;

export const ShopLocation = type({
  id: id(),
  product_ids: optional(nullable(array(string()))),
  provider_user_ids: optional(nullable(array(string()))),
});

/** What the page must know at run time (D-127). */
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
  /** An IANA name; readers take what they know of it by knownZone. */
  timezone: string(),
  is_demo: boolean(),
  metadata: ShopMetadata,
  location: union([array(ShopLocation), ShopLocation]),
  feature_settings: record(string(), unknown()),
  client_config: optional(ClientConfig),
});
export type Shop = Infer<typeof Shop>;

/** GET tenant/v2/shops/{id} (API-18); needs no token. 404 not_found for an unknown clinic. */
export const getShop = endpoint({
  name: 'getShop',
  method: 'GET',
  path: '/tenant/v2/shops/:id',
  access: 'none',
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
