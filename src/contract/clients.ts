import { array, enums, nullable, object, optional, record, string, type, unknown, type Infer } from 'superstruct';
import { endpoint } from './endpoint';
import { calendarDate, id, instant, text } from './wire';

/** A pet (ENT-04). A pet with `deceased_at` is no longer listed (D-120). */
export const Patient = type({
  id: id(),
  name: string(),
  species_id: nullable(string()),
  sex: optional(nullable(string())),
  birthdate: optional(nullable(calendarDate())),
  breed: optional(nullable(string())),
  breed_id: optional(nullable(string())),
  patient_color_id: optional(nullable(string())),
  patient_sex_id: optional(nullable(string())),
  deceased_at: optional(nullable(string())),
});
export type Patient = Infer<typeof Patient>;

/** The clinic's record of an owner (ENT-03). Without created_at the client counts as new (D-55). */
export const ClientRecord = type({
  id: id(),
  first_name: nullable(string()),
  last_name: nullable(string()),
  email: nullable(string()),
  phone: nullable(string()),
  address1: optional(nullable(string())),
  address2: optional(nullable(string())),
  city: optional(nullable(string())),
  state: optional(nullable(string())),
  country: optional(nullable(string())),
  zip: optional(nullable(string())),
  created_at: optional(nullable(instant())),
  patients: array(Patient),
});
export type ClientRecord = Infer<typeof ClientRecord>;

/** GET /clients/by_user_id (API-42): null when the user has no client here; 404 when the user is unknown (D-22). */
export const clientByUser = endpoint({
  name: 'clientByUser',
  method: 'GET',
  path: '/clients/by_user_id',
  access: 'owner',
  endsSessionOn404: true,
  query: object({ user_id: id() }),
  response: nullable(ClientRecord),
});

/**
 * POST /clients/upsert (API-43): makes the owner's record, or brings it up to date, and returns it. Whose it is follows
 * from the token (D-201).
 */
export const upsertClient = endpoint({
  name: 'upsertClient',
  method: 'POST',
  path: '/clients/upsert',
  access: 'owner',
  body: object({
    user_id: id(),
    email: optional(nullable(text(255))),
    phone: optional(nullable(text(20))),
    first_name: text(255),
    last_name: text(255),
    address1: optional(nullable(text(255))),
    address2: optional(nullable(text(255))),
    city: optional(nullable(text(255))),
    state: optional(nullable(text(255))),
    country: optional(nullable(text(255))),
    zip: optional(nullable(text(32))),
    source: enums(['client_info_collection', 'verification']),
  }),
  response: ClientRecord,
  idempotent: true,
});

/**
 * POST /clients/find_and_sync (API-44, D-36): brings the owner's record up to date with the account; returns null where
 * the owner has no record.
 */
export const findAndSyncClient = endpoint({
  name: 'findAndSyncClient',
  method: 'POST',
  path: '/clients/find_and_sync',
  access: 'owner',
  body: object({ id: id(), user_id: id(), search: text(20) }),
  response: nullable(ClientRecord),
  silent: true,
});

/**
 * GET /tenant/v2/shop-users/{userId}/customers/{id} (API-19): what the clinic keeps beside the record, for the record's
 * own user only.
 */
export const getCustomer = endpoint({
  name: 'getCustomer',
  method: 'GET',
  path: '/tenant/v2/shop-users/:userId/customers/:id',
  access: 'owner',
  params: object({ userId: id(), id: id() }),
  response: type({ id: id(), client: nullable(ClientRecord), metadata: record(string(), unknown()) }),
});
