import { r as __exportAll } from './rolldown-runtime-C1I3wEg2.js';
import {
  Bt as clinicId,
  Dt as createAppointment,
  Gt as isUuid,
  Ht as id,
  Wt as isCalendarDate,
  Yt as clinicIdPattern,
  Zt as endpoint,
  _n as record,
  a as sqlState,
  bn as union$1,
  c as isProven,
  d as readDocument,
  dt as sentFeatureSettings,
  en as array,
  f as sql,
  fn as min,
  ft as sentMetadata,
  gn as optional,
  hn as object,
  l as tidySpaces,
  ln as is,
  mn as number$1,
  n as isRetried,
  nn as boolean,
  pn as nullable,
  sn as enums,
  tn as assign,
  un as literal,
  vn as string,
  xn as unknown,
  yn as type,
} from './faults-BR1F8Ars.js';
import { a as limits, n as HOUR, r as MINUTE, t as DAY } from './limits-BT6UFd6W.js';
import {
  _ as minuteOfClock,
  a as dayClock,
  f as msAtOrAfter,
  h as DAY_MINUTES,
  i as dateInZone,
  l as formatDateTime,
  m as zoneName,
  n as formatPhone,
  r as addDays,
  s as formatBirthDate,
  t as shopPhone,
  u as formatTime,
} from './phone-DuJpgta2.js';
import { n as RefundRefused, t as CardsUnavailable } from './cards-IAOzdVou.js';
import { setTimeout as setTimeout$1 } from 'node:timers/promises';
import { createHash, randomBytes, randomInt } from 'node:crypto';
// src/contract/catalogue.ts
var catalogue_exports = /* @__PURE__ */ __exportAll({
  Breed: () => Breed,
  KeywordAction: () => KeywordAction,
  Location: () => Location,
  Named: () => Named,
  Product: () => Product,
  Provider: () => Provider,
  Species: () => Species,
  listBreeds: () => listBreeds,
  listKeywordActions: () => listKeywordActions,
  listLocations: () => listLocations,
  listPatientColors: () => listPatientColors,
  listPatientSexes: () => listPatientSexes,
  listProducts: () => listProducts,
  listProviders: () => listProviders,
  listSpecies: () => listSpecies,
});
/** A species, such as Dog (ENT-05). */
var Species = type({
  id: id(),
  name: string(),
});
/**
 * Appointment type (ENT-09). `metadata.time` is minutes, `metadata.cost` dollars; without `speciesIds` it is for all
 * species (D-74).
 */
var Product = type({
  id: id(),
  name: string(),
  description: optional(nullable(string())),
  order_index: optional(nullable(number$1())),
  hidden_from_clients: optional(boolean()),
  providerIds: array(string()),
  dropoff_enabled: optional(boolean()),
  dropoff_required: optional(boolean()),
  is_telemedicine: optional(boolean()),
  metadata: type({
    time: min(number$1(), 1),
    cost: optional(nullable(number$1())),
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
/** Clinician (ENT-10). `maxDropoffs` is how many drop-offs the clinician takes a day, null for any number (D-64). */
var Provider = type({
  id: id(),
  firstName: string(),
  lastName: optional(nullable(string())),
  avatar: optional(nullable(string())),
  metadata: optional(type({ order: optional(nullable(number$1())) })),
  maxDropoffs: optional(nullable(number$1())),
});
/** GET /appointment/v1/appointments/species (API-22). */
var listSpecies = endpoint({
  name: 'listSpecies',
  method: 'GET',
  path: '/appointment/v1/appointments/species',
  access: 'none',
  response: type({ data: array(Species) }),
});
/** GET /products (API-23), by order_index, then name; hidden types only with their product_token (D-71). */
var listProducts = endpoint({
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
var listProviders = endpoint({
  name: 'listProviders',
  method: 'GET',
  path: '/appointment/v1/providers',
  access: 'none',
  query: object({
    size: optional(string()),
    showPrivate: optional(string()),
  }),
  response: type({ content: array(Provider) }),
});
/** One of the clinic's locations (ENT-08). */
var Location = type({
  id: id(),
  name: string(),
});
/** A breed of a species (ENT-06). */
var Breed = type({
  id: id(),
  display_name: string(),
});
/** A color or a sex of a species, by its name (ENT-07). */
var Named = type({
  id: id(),
  name: string(),
});
/** What to say when an owner's note has certain words (ENT-16). A missing allow_bypass means true (D-91). */
var KeywordAction = type({
  id: id(),
  keywords: array(string()),
  product_ids: array(string()),
  all_products: boolean(),
  action_type: string(),
  prompt_message: optional(nullable(string())),
  info_message: optional(nullable(string())),
  allow_bypass: optional(boolean()),
});
var ofSpecies = object({ species_id: id() });
/** GET /office_locations (API-28). */
var listLocations = endpoint({
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
var listKeywordActions = endpoint({
  name: 'listKeywordActions',
  method: 'GET',
  path: '/keyword_actions',
  access: 'none',
  response: array(KeywordAction),
  silent: true,
});
/** GET /breeds?species_id (API-25); failures are silent (ERR-09). */
var listBreeds = endpoint({
  name: 'listBreeds',
  method: 'GET',
  path: '/breeds',
  access: 'none',
  query: ofSpecies,
  response: array(Breed),
  silent: true,
});
/** GET /patient_colors?species_id (API-26); failures are silent (ERR-09). */
var listPatientColors = endpoint({
  name: 'listPatientColors',
  method: 'GET',
  path: '/patient_colors',
  access: 'none',
  query: ofSpecies,
  response: array(Named),
  silent: true,
});
/** GET /patient_sexes?species_id (API-27); failures are silent (ERR-09). */
var listPatientSexes = endpoint({
  name: 'listPatientSexes',
  method: 'GET',
  path: '/patient_sexes',
  access: 'none',
  query: ofSpecies,
  response: array(Named),
  silent: true,
});
// src/contract/shop.ts
var shop_exports = /* @__PURE__ */ __exportAll({
  ClientConfig: () => ClientConfig,
  Shop: () => Shop,
  ShopLocation: () => ShopLocation,
  getShop: () => getShop,
  listTimezones: () => listTimezones,
});
var ShopLocation = type({
  id: id(),
  product_ids: optional(nullable(array(string()))),
  provider_user_ids: optional(nullable(array(string()))),
});
/** What the page must know about its server at run time (D-127). */
var ClientConfig = type({
  card_provider: optional(enums(['none', 'sandbox', 'stripe'])),
  test_email_suffix: optional(string()),
  /** Where analytics events and errors are sent; absent for nowhere (D-131). */
  analytics_url: optional(string()),
  sentry_dsn: optional(string()),
  /** Codes and messages appear in the demo inbox (D-216). */
  demo_inbox: optional(boolean()),
});
/** The clinic as its portal shows it (ENT-11). */
var Shop = type({
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
  location: union$1([array(ShopLocation), ShopLocation]),
  feature_settings: sentFeatureSettings,
  client_config: optional(ClientConfig),
});
/** GET /tenant/v2/shops/{id} (API-18); needs no token. 404 not_found for an unknown clinic. */
var getShop = endpoint({
  name: 'getShop',
  method: 'GET',
  path: '/tenant/v2/shops/:id',
  access: 'none',
  clinicParam: 'id',
  params: object({ id: clinicId() }),
  response: Shop,
});
/** GET /appointment/v1/timezones (API-21): the IANA zones this server knows. */
var listTimezones = endpoint({
  name: 'listTimezones',
  method: 'GET',
  path: '/appointment/v1/timezones',
  access: 'none',
  response: array(string()),
});
// src/contract/errors.ts
/** The closed set of error codes that a reply can carry. */
var errorCodes = [
  'validation',
  'VerificationMaximumExceeded',
  'unauthorized',
  'InvalidCode',
  'wrong_password',
  'not_found',
  'slot_gone',
  'AliasAlreadyUsed',
  'conflict',
  'unsupported_media_type',
  'idempotency_mismatch',
  'not_allowed',
  'too_many_requests',
  'invalid_tenant',
  'internal',
  'unavailable',
];
/** The HTTP status and the message of each code. */
var errorReplies = {
  validation: {
    status: 400,
    message: 'Please check what you entered.',
  },
  VerificationMaximumExceeded: {
    status: 400,
    message: 'VerificationMaximumExceeded',
  },
  unauthorized: {
    status: 401,
    message: 'Please sign in again.',
  },
  InvalidCode: {
    status: 401,
    message: 'Invalid code',
  },
  wrong_password: {
    status: 401,
    message: 'Wrong email or password',
  },
  not_found: {
    status: 404,
    message: 'Not found',
  },
  slot_gone: {
    status: 409,
    message: "We're sorry, this time is no longer available. Please choose another time.",
  },
  AliasAlreadyUsed: {
    status: 409,
    message: 'AliasAlreadyUsed',
  },
  conflict: {
    status: 409,
    message: 'This has changed in the meantime. Please try again.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'Please send JSON.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'This request was already sent with other details.',
  },
  not_allowed: {
    status: 422,
    message: 'This is not possible online. Please call the clinic.',
  },
  too_many_requests: {
    status: 429,
    message: 'Too many attempts. Please wait a moment and try again.',
  },
  invalid_tenant: {
    status: 500,
    message: 'Invalid tenant and user',
  },
  internal: {
    status: 500,
    message: 'Internal error',
  },
  unavailable: {
    status: 503,
    message: 'The service is busy. Please try again in a moment.',
  },
};
/**
 * What WWW-Authenticate says with a 401 when the token's session merely ran out. For a session that somebody ended it
 * is the plain challenge (D-01, RFC 6750).
 */
var RAN_OUT = 'expired';
type({
  success: literal(false),
  code: optional(string()),
  message: optional(unknown()),
  fields: optional(record(string(), string())),
  result: optional(unknown()),
});
// server/calls/errors.ts
/**
 * An error that the caller is told about, with one of a fixed set of codes. Any other thrown error becomes `internal`.
 */
var ApiError = class extends Error {
  name = 'ApiError';
  code;
  status;
  details;
  constructor(code, details = {}) {
    super(details.message ?? errorReplies[code].message);
    this.code = code;
    this.status = errorReplies[code].status;
    this.details = details;
  }
  /** The reply's body. */
  toReply() {
    const { fields, result } = this.details;
    return {
      success: false,
      code: this.code,
      message: this.message,
      ...(fields && { fields }),
      ...(result !== void 0 && { result }),
    };
  }
};
// node_modules/kysely/dist/helpers/postgres.js
/**
 * A postgres helper for aggregating a subquery (or other expression) into a JSONB array.
 *
 * ### Examples
 *
 * <!-- siteExample("select", "Nested array", 110) -->
 *
 * While kysely is not an ORM and it doesn't have the concept of relations, we do provide
 * helpers for fetching nested objects and arrays in a single query. In this example we
 * use the `jsonArrayFrom` helper to fetch person's pets along with the person's id.
 *
 * Please keep in mind that the helpers under the `kysely/helpers` folder, including
 * `jsonArrayFrom`, are not guaranteed to work with third party dialects. In order for
 * them to work, the dialect must automatically parse the `json` data type into
 * JavaScript JSON values like objects and arrays. Some dialects might simply return
 * the data as a JSON string. In these cases you can use the built in `ParseJSONResultsPlugin`
 * to parse the results.
 *
 * ```ts
 * import { jsonArrayFrom } from 'kysely/helpers/postgres'
 *
 * const result = await db
 *   .selectFrom('person')
 *   .select((eb) => [
 *     'id',
 *     jsonArrayFrom(
 *       eb.selectFrom('pet')
 *         .select(['pet.id as pet_id', 'pet.name'])
 *         .whereRef('pet.owner_id', '=', 'person.id')
 *         .orderBy('pet.name')
 *     ).as('pets')
 *   ])
 *   .execute()
 * ```
 *
 * The generated SQL (PostgreSQL):
 *
 * ```sql
 * select "id", (
 *   select coalesce(json_agg(agg), '[]') from (
 *     select "pet"."id" as "pet_id", "pet"."name"
 *     from "pet"
 *     where "pet"."owner_id" = "person"."id"
 *     order by "pet"."name"
 *   ) as agg
 * ) as "pets"
 * from "person"
 * ```
 */
function jsonArrayFrom(expr) {
  return sql`(select coalesce(json_agg(agg), '[]') from ${expr} as agg)`;
}
/**
 * A postgres helper for turning a subquery (or other expression) into a JSON object.
 *
 * The subquery must only return one row.
 *
 * ### Examples
 *
 * <!-- siteExample("select", "Nested object", 120) -->
 *
 * While kysely is not an ORM and it doesn't have the concept of relations, we do provide
 * helpers for fetching nested objects and arrays in a single query. In this example we
 * use the `jsonObjectFrom` helper to fetch person's favorite pet along with the person's id.
 *
 * Please keep in mind that the helpers under the `kysely/helpers` folder, including
 * `jsonObjectFrom`, are not guaranteed to work with third-party dialects. In order for
 * them to work, the dialect must automatically parse the `json` data type into
 * JavaScript JSON values like objects and arrays. Some dialects might simply return
 * the data as a JSON string. In these cases you can use the built in `ParseJSONResultsPlugin`
 * to parse the results.
 *
 * ```ts
 * import { jsonObjectFrom } from 'kysely/helpers/postgres'
 *
 * const result = await db
 *   .selectFrom('person')
 *   .select((eb) => [
 *     'id',
 *     jsonObjectFrom(
 *       eb.selectFrom('pet')
 *         .select(['pet.id as pet_id', 'pet.name'])
 *         .whereRef('pet.owner_id', '=', 'person.id')
 *         .where('pet.is_favorite', '=', true)
 *     ).as('favorite_pet')
 *   ])
 *   .execute()
 * ```
 *
 * The generated SQL (PostgreSQL):
 *
 * ```sql
 * select "id", (
 *   select to_json(obj) from (
 *     select "pet"."id" as "pet_id", "pet"."name"
 *     from "pet"
 *     where "pet"."owner_id" = "person"."id"
 *     and "pet"."is_favorite" = $1
 *   ) as obj
 * ) as "favorite_pet"
 * from "person"
 * ```
 */
function jsonObjectFrom(expr) {
  return sql`(select to_json(obj) from ${expr} as obj)`;
}
// server/db/transaction.ts
var tries = 6;
/** The connection of each transaction that `inTransaction` has open. */
var connections = /* @__PURE__ */ new WeakMap();
/** Returns the transaction's connection. Throws if the transaction is over or was not opened by `inTransaction`. */
function connectionOf(trx) {
  const connection = connections.get(trx);
  if (connection === void 0) throw new Error('This needs a transaction that inTransaction has open.');
  return connection;
}
/**
 * Runs `fn` in a transaction, again after a conflict with another transaction, so `fn` must have no effect outside the
 * database. Inside, use `trx` only: the embedded database would wait for ever for a second connection.
 */
async function inTransaction(db, fn) {
  for (let attempt = 1; ; attempt++)
    try {
      return await db.transaction().execute((trx) => withConnection(trx, fn));
    } catch (error) {
      if (attempt === tries || !isRetried(error)) throw error;
      await setTimeout$1(Math.random() * 20 * 2 ** attempt);
    }
}
async function withConnection(trx, fn) {
  connections.set(trx, await trx.getExecutor().provideConnection(async (connection) => connection));
  try {
    return await fn(trx);
  } finally {
    connections.delete(trx);
  }
}
/** Runs `fn` as `inTransaction` does, or in the transaction that is already open. */
async function withTransaction(db, fn) {
  return db.isTransaction ? fn(db) : inTransaction(db, fn);
}
/**
 * Runs `fn` in a savepoint: if it throws, its writes are undone, the transaction goes on, and the error is thrown
 * again.
 */
async function inSavepoint(trx, fn) {
  await sql`savepoint tried`.execute(trx);
  try {
    const result = await fn();
    await sql`release savepoint tried`.execute(trx);
    return result;
  } catch (error) {
    connectionOf(trx).forgetWaiting();
    await sql`rollback to savepoint tried`.execute(trx).catch(() => void 0);
    throw error;
  }
}
// server/db/statements.ts
/**
 * Makes a statement be planned once per connection instead of at every run. For frequent queries that name their
 * columns and whose text never changes, since a server of the previous version may run beside this one.
 */
var prepared = (name, statement) => ({
  compile: (on) => ({
    ...statement.compile(on),
    preparedAs: name,
  }),
});
/** Sends one statement and returns its rows. Throws the database's error. */
async function run(db, statement) {
  return (await db.executeQuery(statement.compile(db))).rows;
}
/**
 * Sends the statements in their order in one round trip and returns the rows of each. Throws the error of the first
 * that failed; later ones have had no effect.
 */
async function together(trx, statements) {
  const queries = statements.map((statement) => statement.compile(trx));
  const answers = await trx.getExecutor().provideConnection((connection) => connection.sendTogether(queries));
  return (await Promise.all(answers.map((answer, index) => asRead(trx, queries[index], answer)))).map(
    ({ rows }) => rows,
  );
}
/** Applies Kysely's plugins to an answer, as its own `executeQuery` does. */
async function asRead(trx, { queryId }, answer) {
  let result = answer;
  for (const plugin of trx.getExecutor().plugins)
    result = await plugin.transformResult({
      result,
      queryId,
    });
  return result;
}
/**
 * Queues a write to be sent ahead of the transaction's next statement, or with its commit; its result cannot be read.
 * If it fails, that statement or the commit throws the error, whose stack leads to this call. Throws at once outside
 * `inTransaction`, where a next statement is not certain.
 */
function defer(trx, write) {
  connectionOf(trx).defer(write.compile(trx), /* @__PURE__ */ new Error('asked for here'));
}
// server/modules/clients/repository.ts
var columns = [
  'id',
  'user_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'address1',
  'address2',
  'city',
  'state',
  'country',
  'zip',
  'metadata',
  'known',
  'created_at',
];
var patientColumns = [
  'id',
  'name',
  'species_id',
  'sex',
  'birthdate',
  'breed',
  'breed_id',
  'patient_color_id',
  'patient_sex_id',
  'deceased_at',
];
/** Reads the user's client record at this clinic, or null. */
async function findClientOf(db, clinicId, userId) {
  return (
    (await db
      .selectFrom('clients')
      .select(columns)
      .where('clinic_id', '=', clinicId)
      .where('user_id', '=', userId)
      .executeTakeFirst()) ?? null
  );
}
/**
 * Reads what a booking needs to know about the user; null without a client record. `contacts` are the verified ones of
 * the session: they are checked for a block beside those of the record.
 */
async function findBooker(db, clinicId, userId, contacts) {
  const [row] = await run(
    db,
    prepared(
      'booker',
      db
        .selectFrom('clients')
        .select(columns)
        .select(({ selectFrom, exists, ref }) => [
          exists(
            selectFrom('access_blocks')
              .select('identifier')
              .where('clinic_id', '=', clinicId)
              .where(
                sql`(identifier in (${ref('clients.email')}, ${ref('clients.phone')}) or identifier = any(${contacts}::text[]))`,
              ),
          )
            .$castTo()
            .as('is_blocked'),
          jsonArrayFrom(
            selectFrom('patients')
              .select(patientColumns)
              .where('patients.clinic_id', '=', clinicId)
              .whereRef('patients.client_id', '=', 'clients.id')
              .orderBy('name')
              .orderBy('id'),
          ).as('patients'),
        ])
        .where('clinic_id', '=', clinicId)
        .where('user_id', '=', userId),
    ),
  );
  if (!row) return null;
  const { is_blocked: isBlocked, patients, ...client } = row;
  return {
    client,
    patients,
    isBlocked,
  };
}
/**
 * Reads the records that are tied to no user and carry one of these verified contacts, unless that contact was only
 * typed. They stay locked until the transaction ends.
 */
async function freeClientsWith(trx, clinicId, contacts) {
  return (
    await trx
      .selectFrom('clients')
      .select(columns)
      .where('clinic_id', '=', clinicId)
      .where('user_id', 'is', null)
      .where((where) => where.or([where('email', '=', contacts.email), where('phone', '=', contacts.phone)]))
      .orderBy('id')
      .forUpdate()
      .execute()
  ).filter((row) =>
    ['email', 'phone'].some(
      (kind) => row[kind] !== null && row[kind] === contacts[kind] && isProven(row.metadata, kind),
    ),
  );
}
/** Reads a client's pets by name, including deceased ones. */
async function patientsOf(db, clinicId, clientId) {
  return db
    .selectFrom('patients')
    .select(patientColumns)
    .where('clinic_id', '=', clinicId)
    .where('client_id', '=', clientId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
/** Writes a change made in the portal; `changed_at` keeps the next import from overwriting it (D-217). */
async function changeClient(trx, clinicId, id, { metadata, ...change }, now) {
  await trx
    .updateTable('clients')
    .set({
      ...change,
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      changed_at: now,
    })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}
async function tieClient(trx, clinicId, id, userId) {
  await trx
    .updateTable('clients')
    .set({ user_id: userId })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .execute();
}
/**
 * Inserts a record that the portal made. Its contacts are what the owner typed, so `metadata` must list those that no
 * code has proved.
 */
async function insertClient(trx, clinicId, { metadata, ...client }, now) {
  await trx
    .insertInto('clients')
    .values({
      ...client,
      metadata: JSON.stringify(metadata),
      clinic_id: clinicId,
      created_at: now,
      changed_at: now,
    })
    .execute();
}
/** Makes the reply: the record as its owner sees it. */
function clientReply(row, patients) {
  const { user_id: _, metadata: __, known: ___, created_at: createdAt, ...shown } = row;
  return {
    ...shown,
    created_at: createdAt.toISOString(),
    patients,
  };
}
// src/domain/shop/settings.ts
/** Whether a setting is on: `true` or `{ enabled: true }`; a missing one is off (D-75). */
function isEnabled(settings, name) {
  const value = settings[name];
  return (
    value === true || (typeof value === 'object' && value !== null && 'enabled' in value && value.enabled === true)
  );
}
// src/domain/appointment/change.ts
var over = /* @__PURE__ */ new Set(['DECLINED', 'DELETED', 'DONE']);
/** Whether an appointment is still to come: requested or accepted, and not begun (D-114). */
var isToCome = ({ status, startsAt }, now) => !over.has(status) && startsAt >= now;
/** Seconds before the start until which the clinic lets owners cancel; 0 without a limit (CANCEL-03, D-116). */
function leadSeconds(settings) {
  const { enabled, min_allowed_lead_time: seconds = 0 } = settings.client_online_cancellation_settings ?? {};
  return enabled ? seconds : 0;
}
/**
 * Whether the viewer may cancel online (CANCEL-01 to CANCEL-03, D-115, D-116). `viewerClientId` is null for an owner
 * whom the clinic does not know.
 */
function mayCancel(appointment, viewerClientId, settings, now) {
  return (
    isEnabled(settings, 'client_online_cancellation_enabled') &&
    appointment.clientId === viewerClientId &&
    isToCome(appointment, now) &&
    appointment.startsAt.getTime() - now.getTime() >= leadSeconds(settings) * 1e3
  );
}
/** Whether the viewer may move an appointment online: they may cancel it, and the clinic offers moving (D-42). */
var mayReschedule = (appointment, viewerClientId, settings, now) =>
  isEnabled(settings, 'client_online_reschedule_enabled') && mayCancel(appointment, viewerClientId, settings, now);
// src/domain/booking/spans.ts
var overlap = (a, b) => a.from < b.to && b.from < a.to;
var byStart = (a, b) => a.from - b.from;
/** Joins spans into sorted ones that cover the same time and neither overlap nor touch; empty spans are left out. */
function union(spans) {
  const joined = [];
  for (const span of spans.filter(({ from, to }) => from < to).sort(byStart)) {
    const last = joined[joined.length - 1];
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}
/** What remains of `spans`, which must be sorted and disjoint, when the times in `away` are taken out. */
function subtract(spans, away) {
  if (away.length === 0) return [...spans];
  const taken = [...away].sort(byStart);
  const left = [];
  for (const span of spans) {
    let from = span.from;
    for (const { from: start, to: end } of taken) {
      if (start >= span.to) break;
      if (end <= from) continue;
      if (start > from)
        left.push({
          from,
          to: start,
        });
      from = end;
    }
    if (from < span.to)
      left.push({
        from,
        to: span.to,
      });
  }
  return left;
}
/**
 * Adds one to the count of `key`. Returns the count in the current window and the milliseconds until that window ends.
 * It is one statement, so that parallel calls are all counted.
 */
async function count(db, clinicId, key, windowMs, now) {
  const begun = new Date(now.getTime() - windowMs);
  const [row] = await run(
    db,
    prepared(
      'count',
      db
        .insertInto('counters')
        .values({
          clinic_id: clinicId,
          key,
          window_start: now,
          count: 1,
        })
        .onConflict((conflict) =>
          conflict.columns(['clinic_id', 'key']).doUpdateSet({
            count: sql`case when counters.window_start <= ${begun} then 1 else counters.count + 1 end`,
            window_start: sql`case when counters.window_start <= ${begun} then excluded.window_start else counters.window_start end`,
          }),
        )
        .returning(['count', 'window_start']),
    ),
  );
  return {
    count: row.count,
    leftMs: row.window_start.getTime() + windowMs - now.getTime(),
  };
}
/**
 * Returns the clinic id and the key that a cap's count is stored under; all clinics share one id where the cap is over
 * all.
 */
var placeOf = ({ caps }, name, { clinicId, whose }) => ({
  clinicId: caps[name].over === 'all clinics' ? '' : clinicId,
  key: `${name}:${whose}`,
});
var windowOf = ({ caps }, name) => caps[name].windowMs ?? 0;
/**
 * Adds one to a cap's count and throws `too_many_requests` above its limit. Within the write's transaction a failed
 * write is not counted, and the same owner's next write waits for this one to end, so parallel writes cannot exceed the
 * limit.
 */
async function countWithin(db, rules, name, counted) {
  const { leftMs, isPast } = await countOne(db, rules, name, counted);
  if (isPast) throw capReached(rules, name, leftMs);
}
/** Adds one to a cap's count and returns whether that exceeds `max` less the share that is `setAside`. */
async function countOne(db, rules, name, counted, setAside = 0) {
  const { clinicId, key } = placeOf(rules, name, counted);
  const now = await count(db, clinicId, key, windowOf(rules, name), counted.now);
  return {
    isPast: now.count > rules.caps[name].max - setAside,
    leftMs: now.leftMs,
  };
}
/** Throws `too_many_requests` if one more would exceed the cap; counts nothing. */
async function mustHaveRoom(db, rules, name, counted, setAside = 0) {
  const { clinicId, key } = placeOf(rules, name, counted);
  const windowMs = windowOf(rules, name);
  const row = await db
    .selectFrom('counters')
    .select(['count', 'window_start'])
    .where('clinic_id', '=', clinicId)
    .where('key', '=', key)
    .executeTakeFirst();
  const leftMs = row === void 0 ? 0 : row.window_start.getTime() + windowMs - counted.now.getTime();
  if (row !== void 0 && leftMs > 0 && row.count >= rules.caps[name].max - setAside)
    throw capReached(rules, name, leftMs);
}
/** Subtracts one from a count, when what was counted did not happen after all. */
async function uncount(db, rules, name, counted) {
  const { clinicId, key } = placeOf(rules, name, counted);
  await db
    .updateTable('counters')
    .set((set) => ({ count: set('count', '-', 1) }))
    .where('clinic_id', '=', clinicId)
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}
var TOO_OFTEN = 'That was too often for now.';
/** Makes the error for a reached cap that opens again after the given milliseconds. */
var capReached = ({ caps }, name, leftMs) =>
  new ApiError('too_many_requests', {
    message: caps[name].says ?? TOO_OFTEN,
    retryAfter: Math.max(1, Math.ceil(leftMs / 1e3)),
    isCap: true,
  });
var soonSeconds = 3600;
/** Adds the clinic's contact to the message of a cap's error (D-404); returns other errors unchanged. */
function sayingToCall(error, { shop }) {
  if (!(error instanceof ApiError) || !error.details.isCap) return error;
  const { retryAfter = 0 } = error.details;
  const phone = shopPhone(shop);
  const call = `call ${phone ? `us at ${phone.shown}` : 'the clinic'}.`;
  return new ApiError(error.code, {
    ...error.details,
    message: `${error.message} ${retryAfter <= soonSeconds ? `Please try again later, or ${call}` : `Please ${call}`}`,
  });
}
// src/domain/booking/openTimes.ts
var NOBODY = [];
/**
 * The index (from 0) of a claim's lane. A lane above the current limit, claimed before the limit was lowered, counts as
 * one of the remaining lanes, so that no more visits than the limit get in.
 */
var laneIndex = (lane, lanes) => (lane - 1) % lanes;
/** The first lane (1 to lanes) that is free over the span, or null when the resource is full. */
function freeLane(resource, busy, span) {
  if (resource.lanes === Infinity) return 1;
  const taken = new Set(
    busy.filter((claim) => overlap(claim, span)).map((claim) => laneIndex(claim.lane, resource.lanes)),
  );
  for (let index = 0; index < resource.lanes; index += 1) if (!taken.has(index)) return index + 1;
  return null;
}
/** The whole local day, which a drop-off's claim covers. */
var daySpan = (clock) => ({
  from: msAtOrAfter(clock, 0),
  to: clock.end,
});
/** The free time of one lane. It remembers its position, so it must be asked about later and later times. */
var Lane = class {
  free;
  next = 0;
  constructor(free) {
    this.free = free;
  }
  /** The span from the first free moment to the last. */
  get reach() {
    return {
      from: this.free[0]?.from ?? Infinity,
      to: this.free.at(-1)?.to ?? -Infinity,
    };
  }
  /** Whether [from, to) is free. Each call must ask about a later time than the one before. */
  has(from, to) {
    while (this.next < this.free.length && this.free[this.next].to < to) this.next += 1;
    const span = this.free[this.next];
    return span !== void 0 && span.from <= from;
  }
};
function lanesOf(resource, open, busyBy, day) {
  const busy = (busyBy.get(resource.key) ?? NOBODY).filter((claim) => overlap(claim, day));
  if (resource.lanes === Infinity || (busy.length === 0 && resource.lanes > 0)) return [new Lane(open)];
  if (resource.takes === 'day') return freeLane(resource, busy, day) === null ? [] : [new Lane(open)];
  return Array.from(
    { length: resource.lanes },
    (_, index) =>
      new Lane(
        subtract(
          open,
          busy.filter((claim) => laneIndex(claim.lane, resource.lanes) === index),
        ),
      ),
  );
}
/**
 * The clinician's hours on the day as spans of instants, by location. Where a location is chosen, all of them are
 * listed under it.
 */
function hoursByLocation(provider, rule, clock) {
  const found = /* @__PURE__ */ new Map();
  for (const hours of provider.hours) {
    if (hours.day !== clock.weekday) continue;
    if (rule.locationId !== null && hours.locationId !== null && hours.locationId !== rule.locationId) continue;
    const place = rule.locationId ?? hours.locationId;
    const span = {
      from: msAtOrAfter(clock, hours.start),
      to: msAtOrAfter(clock, hours.end),
    };
    found.set(place, [...(found.get(place) ?? []), span]);
  }
  return found;
}
function providerOptions(providers, rule, clock, busyBy, day) {
  return providers.flatMap((provider) =>
    [...hoursByLocation(provider, rule, clock)].map(([locationId, hours]) => ({
      id: provider.id,
      locationId,
      lanes: lanesOf(provider.resource, subtract(union(hours), provider.timeOff), busyBy, day),
    })),
  );
}
var goTogether = (a, b) => a === null || b === null || a === b;
function roomOptions(rooms, rule, busyBy, day) {
  return rooms
    .filter((room) => goTogether(room.locationId, rule.locationId))
    .map((room) => ({
      id: room.id,
      locationId: room.locationId,
      lanes: lanesOf(room.resource, [day], busyBy, day),
    }));
}
/** Stands for the room of a segment that needs none. */
var NO_ROOM = [null];
var isFree = (option, from, to) => option.lanes.some((lane) => lane.has(from, to));
/** The span outside of which no option is free, so that most of a day's minutes need not be looked at. */
function reachOf$1(options) {
  const reaches = options.flatMap(({ lanes }) => lanes.map((lane) => lane.reach));
  return {
    from: Math.min(...reaches.map(({ from }) => from)),
    to: Math.max(...reaches.map(({ to }) => to)),
  };
}
/**
 * Finds the clinician and the room of each segment from `index` on, all in one location and in order of preference;
 * null when that is not possible. `at` is milliseconds since the epoch.
 */
function arrange(segments, index, at, location) {
  const segment = segments[index];
  if (!segment) return [];
  const end = at + segment.length;
  for (const provider of segment.providers) {
    if (!goTogether(provider.locationId, location) || !isFree(provider, at, end)) continue;
    const place = location ?? provider.locationId;
    for (const room of segment.rooms ?? NO_ROOM) {
      if (room && !(goTogether(room.locationId, place) && isFree(room, at, end))) continue;
      const rest = arrange(segments, index + 1, end, place ?? room?.locationId ?? null);
      if (rest)
        return [
          {
            providerId: provider.id,
            roomId: room?.id ?? null,
            at,
          },
          ...rest,
        ];
    }
  }
  return null;
}
/**
 * The starts that one calendar day offers, in order, each once (D-212, D-213, D-220): on the grid, inside working
 * hours, outside time off and others' claims, not before `now` (milliseconds since the epoch), not after the rule's
 * last date.
 */
function openStarts(date, rule, busyBy, now) {
  const clock = dayClock(date, rule.zone);
  const day = daySpan(clock);
  if (date > rule.lastDate || day.to <= now) return [];
  const segments = rule.segments.map((segment) => ({
    length: segment.minutes * MINUTE,
    providers: providerOptions(segment.providers, rule, clock, busyBy, day),
    rooms: segment.rooms && roomOptions(segment.rooms, rule, busyBy, day),
  }));
  const reach = reachOf$1(segments[0]?.providers ?? []);
  const starts = [];
  for (const stretch of clock.stretches) {
    const zero = clock.midnightUtc - stretch.offset * MINUTE;
    const first = Math.max(stretch.from, Math.ceil((Math.max(now, reach.from) - zero) / MINUTE));
    const end = Math.min(stretch.to, (reach.to - zero) / MINUTE);
    for (let minute = Math.ceil(first / rule.interval) * rule.interval; minute < end; minute += rule.interval) {
      const at = zero + minute * MINUTE;
      const picks = arrange(segments, 0, at, rule.locationId);
      if (picks)
        starts.push({
          minute,
          at,
          picks,
        });
    }
  }
  return starts;
}
// server/modules/schedule/repository.ts
/**
 * Selects claims and live holds on the resources within the span, except the reader's own. This query runs for every
 * search of open times. It returns one text of numbers per resource, since single rows take longer to read than to
 * find.
 */
var busyRows = (clinicId, resources, span, { sessionId, appointmentId = null, now }) =>
  prepared(
    'busy',
    sql`
      select resource, string_agg(concat_ws(',', lane, (date_part('epoch', starts_at) * 1000)::bigint, (date_part('epoch', ends_at) * 1000)::bigint), ',') as line
      from ${claimsWithin(clinicId, resources, span)}
      where (expires_at is null or expires_at > ${now})
        and (hold_id is null or hold_id is distinct from (select id from holds where clinic_id = ${clinicId} and session_id = ${sessionId} and not pinned))
        and (${appointmentId}::text is null or appointment_id is distinct from ${appointmentId}::text)
      group by resource`,
  );
/** Parses the rows of `busyRows`, by resource. */
var busyByResource = (rows) => new Map(rows.map(({ resource, line }) => [resource, busyOf(line)]));
/** Runs `busyRows` at once; without resources, or for an empty span, it runs no query. */
async function busyWithin(db, clinicId, resources, span, reader) {
  if (resources.length === 0 || span.from >= span.to) return /* @__PURE__ */ new Map();
  return busyByResource(await run(db, busyRows(clinicId, resources, span, reader)));
}
/**
 * Selects claims that overlap the span. Those of a day at most are found by their start; longer ones have an index of
 * their own.
 */
var claimsWithin = (clinicId, resources, { from, to }) => {
  const [after, near] = [new Date(from), new Date(from - DAY)];
  const there = sql`clinic_id = ${clinicId} and resource = any(${resources}::text[])`;
  return sql`(
    select * from claims where ${there} and starts_at > ${near} and starts_at < ${new Date(to)} and ends_at > ${after}
    union all
    select * from claims where ${there} and starts_at <= ${near} and ends_at > ${after} and ends_at - starts_at > interval '1 day') as claims`;
};
function busyOf(line) {
  const numbers = JSON.parse(`[${line}]`);
  const busy = [];
  for (let index = 0; index < numbers.length; index += 3)
    busy.push({
      lane: numbers[index],
      from: numbers[index + 1],
      to: numbers[index + 2],
    });
  return busy;
}
/** Deletes the holds that `Own` describes, and expired holds on the resources within the span. */
var removalOfHolds = (clinicId, { sessionId, paymentId }, resources, span, now) =>
  prepared(
    'remove_holds',
    sql`
      with mine as (
        select id from holds
        where clinic_id = ${clinicId} and (
          (not pinned and (session_id = ${sessionId} or session_id in (
            select ended.id from sessions as own join sessions as ended on ended.clinic_id = own.clinic_id and ended.user_id = own.user_id
            where own.clinic_id = ${clinicId} and own.id = ${sessionId} and (ended.ended_at is not null or ended.expires_at <= ${now}))))
          or payment_id = ${paymentId}
          or (expires_at <= ${now} and id in (
            select hold_id from ${claimsWithin(clinicId, resources, span)} where expires_at <= ${now})))
        order by id for update)
      delete from holds using mine where holds.clinic_id = ${clinicId} and holds.id = mine.id`,
  );
/** Inserts claims that belong to a hold, with its expiry, or to an appointment. */
async function insertClaims(trx, clinicId, claims, owner) {
  if (claims.length === 0) return;
  const isHold = 'holdId' in owner;
  await run(
    trx,
    prepared(
      `claims_${claims.length}`,
      trx.insertInto('claims').values(
        claims.map(({ id, resource, lane, from, to }) => ({
          clinic_id: clinicId,
          id,
          resource,
          lane,
          starts_at: new Date(from),
          ends_at: new Date(to),
          hold_id: isHold ? owner.holdId : null,
          appointment_id: isHold ? null : owner.appointmentId,
          expires_at: isHold ? owner.expiresAt : null,
        })),
      ),
    ),
  );
}
/** Reads what an appointment claims now. */
async function claimsOf(db, clinicId, appointmentId) {
  return (
    await db
      .selectFrom('claims')
      .select(['resource', 'lane', 'starts_at', 'ends_at'])
      .where('clinic_id', '=', clinicId)
      .where('appointment_id', '=', appointmentId)
      .execute()
  ).map(({ resource, lane, starts_at, ends_at }) => ({
    resource,
    lane,
    from: starts_at.getTime(),
    to: ends_at.getTime(),
  }));
}
/** Deletes the appointment's claims on clinicians, rooms and drop-off places. */
async function releaseClaims(trx, clinicId, appointmentId) {
  await trx
    .deleteFrom('claims')
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .execute();
}
/** Returns when the live holds end that were made from one network address, the earliest first. */
async function holdsFrom(db, clinicId, address, now) {
  return (
    await run(
      db,
      prepared(
        'holds_from',
        db
          .selectFrom('holds')
          .innerJoin('sessions', (join) =>
            join.onRef('sessions.clinic_id', '=', 'holds.clinic_id').onRef('sessions.id', '=', 'holds.session_id'),
          )
          .select('holds.expires_at')
          .where('holds.clinic_id', '=', clinicId)
          .where('holds.expires_at', '>', now)
          .where('sessions.address', '=', address)
          .orderBy('holds.expires_at'),
      ),
    )
  ).map((row) => row.expires_at);
}
/** Defers inserting a new hold to the next statement, which inserts its claims. */
function insertHold(trx, clinicId, hold) {
  defer(
    trx,
    prepared(
      'hold',
      trx.insertInto('holds').values({
        clinic_id: clinicId,
        id: hold.id,
        session_id: hold.sessionId,
        product_id: hold.productId,
        starts_at: hold.startsAt,
        expires_at: hold.expiresAt,
        extended: false,
        payment_id: hold.paymentId ?? null,
        pinned: hold.pinned ?? false,
        created_at: hold.now,
      }),
    ),
  );
}
/** Reads the session's hold by id and locks it until the transaction ends; null when it has no such hold. */
async function lockHold(trx, clinicId, id, sessionId) {
  return (
    (await trx
      .selectFrom('holds')
      .select(['id', 'expires_at', 'extended', 'payment_id'])
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .where('session_id', '=', sessionId)
      .forUpdate()
      .executeTakeFirst()) ?? null
  );
}
/** Gives the hold and its claims a later end, and marks the hold as extended. */
async function moveHoldExpiry(trx, clinicId, id, expiresAt) {
  await trx
    .updateTable('holds')
    .set({
      expires_at: expiresAt,
      extended: true,
    })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('claims')
    .set({ expires_at: expiresAt })
    .where('clinic_id', '=', clinicId)
    .where('hold_id', '=', id)
    .execute();
}
// server/db/locks.ts
/**
 * Locks the given names of a clinic, such as a clinician's day, until the transaction ends; waits while another
 * transaction has one of them (D-203). Locks are taken in the order of their numbers, so that no two transactions wait
 * for each other.
 */
var locksOn = (clinicId, names) => {
  const keys = names.map((name) => `${clinicId} ${name}`);
  return prepared(
    'lock',
    sql`select pg_advisory_xact_lock(number) from
      (select distinct hashtextextended(name, 0) as number from unnest(${keys}::text[]) as name order by number) as numbers`,
  );
};
// server/modules/schedule/place.ts
/** Returns the keys of all clinicians and rooms that a place may need and that are claimed. */
var resourcesOf = (rule) => [
  ...new Set(
    rule.segments
      .flatMap((segment) => [...segment.providers, ...(segment.rooms ?? [])])
      .filter((one) => one.resource.lanes !== Infinity)
      .map((one) => one.resource.key),
  ),
];
/**
 * Finds a place for a start under the lock. Throws `slot_gone` if the start is not offered (hours, grid, time off,
 * lead, past) or not free any more, by the same rule that made the open times. The caller inserts the claims in this
 * transaction.
 */
async function findPlace(trx, request) {
  const { clinicId, rule, at, sessionId, now, newId } = request;
  const date = dateInZone(new Date(at), rule.zone);
  if (at < now.getTime() || date > rule.lastDate) throw new ApiError('slot_gone');
  const day = daySpan(dayClock(date, rule.zone));
  const resources = resourcesOf(rule);
  const [, , rows] = await together(trx, [
    locksOn(clinicId, [...resources, `session:${sessionId}`, ...(request.locks ?? [])]),
    removalOfHolds(
      clinicId,
      {
        sessionId,
        paymentId: request.paymentId ?? null,
      },
      resources,
      day,
      now,
    ),
    busyRows(clinicId, resources, day, {
      sessionId: null,
      appointmentId: request.appointmentId,
      now,
    }),
  ]);
  const busy = busyByResource(rows);
  const start = openStarts(date, rule, busy, now.getTime()).find((one) => one.at === at);
  if (!start) throw new ApiError('slot_gone');
  const claims = [];
  const claim = (resource, from, to) => {
    if (resource.lanes === Infinity) return;
    const span =
      resource.takes === 'day'
        ? day
        : {
            from,
            to,
          };
    const lane = freeLane(resource, busy.get(resource.key) ?? [], span);
    if (lane === null) throw new ApiError('slot_gone');
    claims.push({
      id: newId(),
      resource: resource.key,
      lane,
      ...span,
    });
  };
  let end = at;
  start.picks.forEach((pick, index) => {
    const segment = rule.segments[index];
    end = pick.at + segment.minutes * MINUTE;
    claim(segment.providers.find((one) => one.id === pick.providerId).resource, pick.at, end);
    const room = segment.rooms?.find((one) => one.id === pick.roomId);
    if (room) claim(room.resource, pick.at, end);
  });
  return {
    picks: start.picks,
    end,
    claims,
  };
}
// server/modules/schedule/hold.ts
var exclusionViolation = '23P01';
/**
 * Runs a function that inserts claims. Throws `slot_gone` if the database refuses a claim because somebody else has
 * that time.
 */
async function orSlotGone(run) {
  try {
    return await run();
  } catch (error) {
    throw sqlState(error) === exclusionViolation ? new ApiError('slot_gone') : error;
  }
}
/**
 * Returns the parts of the claims that the appointment to be moved does not have already; nobody else can take the
 * parts that it has.
 */
async function besideOwn(trx, { clinicId, appointmentId, newId }, claims) {
  const own = await claimsOf(trx, clinicId, appointmentId);
  return claims.flatMap((claim) =>
    subtract(
      [claim],
      own.filter(({ resource, lane }) => resource === claim.resource && lane === claim.lane),
    ).map((span) => ({
      ...claim,
      ...span,
      id: newId(),
    })),
  );
}
/**
 * Holds a start for the session for `limits.holdMs`, in place of its earlier hold (D-61, D-203). Throws `slot_gone`.
 */
async function holdStart(trx, request) {
  const { clinicId, sessionId, now } = request;
  const place = await findPlace(trx, request);
  const claims = request.appointmentId === void 0 ? place.claims : await besideOwn(trx, request, place.claims);
  const id = request.newId();
  const expiresAt = new Date(now.getTime() + limits.holdMs);
  insertHold(trx, clinicId, {
    id,
    sessionId,
    productId: request.productId,
    startsAt: new Date(request.at),
    expiresAt,
    now,
  });
  await orSlotGone(() =>
    insertClaims(trx, clinicId, claims, {
      holdId: id,
      expiresAt,
    }),
  );
  return {
    id,
    expire: expiresAt.toISOString(),
  };
}
/**
 * Throws `too_many_requests` if, with the hold just made, there are too many live holds from the address, or too many
 * by the session within an hour (D-404). Call it last: then the session's own earlier hold is gone already, and others
 * from the same address wait only for the end of this transaction.
 */
async function mustHoldFewer(trx, { clinicId, sessionId, address, now }, services) {
  await countHold(trx, services, {
    clinicId,
    sessionId,
    now,
  });
  defer(trx, locksOn(clinicId, [`holds from ${address}`]));
  const ends = await holdsFrom(trx, clinicId, address, now);
  const { max } = services.caps.liveHoldsPerAddress;
  if (ends.length > max)
    throw capReached(services, 'liveHoldsPerAddress', ends[ends.length - 1 - max].getTime() - now.getTime());
}
var countHold = (trx, services, { clinicId, sessionId, now }) =>
  countWithin(trx, services, 'holdWritesPerSession', {
    clinicId,
    whose: sessionId,
    now,
  });
/**
 * Extends a hold by ten minutes, once, in its last minute (D-203). Throws `not_found` for another session's hold,
 * `slot_gone` for one that has ended, `not_allowed` for a second time, too early, or a payment's hold, and
 * `too_many_requests` above the session's cap.
 */
async function extendHold(trx, services, { clinicId, id, sessionId, now }) {
  const hold = await lockHold(trx, clinicId, id, sessionId);
  if (!hold) throw new ApiError('not_found');
  const left = hold.expires_at.getTime() - now.getTime();
  if (left <= 0) throw new ApiError('slot_gone');
  if (hold.payment_id !== null || hold.extended || left > limits.holdUrgentMs)
    throw new ApiError('not_allowed', { message: 'This time cannot be held any longer.' });
  await countHold(trx, services, {
    clinicId,
    sessionId,
    now,
  });
  const expiresAt = new Date(hold.expires_at.getTime() + limits.holdExtensionMs);
  await moveHoldExpiry(trx, clinicId, id, expiresAt);
  return {
    id,
    expire: expiresAt.toISOString(),
  };
}
// src/domain/booking/leadTime.ts
/** Returns how many whole days ahead can be booked: 28, or bookingMaxLeadTime (minutes) / 1440 (APPT-25). */
function leadDays(metadata) {
  const minutes = metadata.bookingMaxLeadTime;
  return minutes === null || minutes === void 0 ? limits.maxLeadDays : Math.floor(minutes / DAY_MINUTES);
}
/** Returns the last bookable calendar date, inclusive; `today` is the clinic's date (D-220). */
var lastBookableDate = (metadata, today) => addDays(today, leadDays(metadata));
// server/modules/schedule/rule.ts
var parsed = /* @__PURE__ */ new WeakMap();
/** Returns a clinician's hours and time off as numbers; they are parsed once for each version of the clinic. */
function timesOf(provider) {
  const known = parsed.get(provider);
  if (known) return known;
  const times = {
    hours: provider.hours.map((row) => ({
      day: row.day,
      start: minuteOfClock(row.start),
      end: minuteOfClock(row.end),
      locationId: row.location_id ?? null,
    })),
    timeOff: provider.time_off.map((row) => ({
      from: Date.parse(row.from),
      to: Date.parse(row.to),
    })),
  };
  parsed.set(provider, times);
  return times;
}
/** Returns the length of a visit of this type in minutes, all segments of a compound one together. */
var minutesOf = ({ segments, metadata }) => segments?.reduce((sum, { minutes }) => sum + minutes, 0) ?? metadata.time;
/**
 * Orders clinicians by metadata.order, then name (D-73). Where any clinician will do, the first free one in this order
 * is taken (D-220).
 */
var byOrder = (a, b) =>
  (a.metadata?.order ?? Infinity) - (b.metadata?.order ?? Infinity) ||
  a.firstName.localeCompare(b.firstName) ||
  (a.id < b.id ? -1 : 1);
/** Lists the clinicians who can do all of the products at the location; never private ones (D-220). */
function eligibleProviders(clinic, products, locationId) {
  const there = clinic.locations.find((location) => location.id === locationId)?.provider_user_ids;
  return clinic.providers
    .filter((provider) => !provider.private && (!there || there.includes(provider.id)))
    .filter((provider) => products.every((product) => worksFor(product).includes(provider.id)))
    .sort(byOrder);
}
/** Returns the ids of the clinicians whom the product or one of its segments names. */
var worksFor = (product) => [
  ...product.providerIds,
  ...(product.segments ?? []).flatMap((segment) => segment.providerIds),
];
var MOST_LANES = 100;
/**
 * Returns how many visits a clinician may have at the same time: the limit per time slot where it applies to
 * clinicians, else one (D-203, D-133).
 */
function slotLimit(clinic) {
  const {
    enabled,
    apply_to_providers,
    limit = 1,
  } = clinic.shop.feature_settings.booking_limit_per_time_slot_enabled ?? {};
  return enabled && apply_to_providers ? Math.min(limit, MOST_LANES) : 1;
}
function visitResource(clinic, key, lanes, isCompound) {
  return {
    key,
    lanes:
      isEnabled(clinic.shop.feature_settings, 'skip_provider_availability_check') && !isCompound ? Infinity : lanes,
    takes: 'visit',
  };
}
var dropoffResource = (provider) => ({
  key: `dropoff:${provider.id}`,
  lanes: provider.maxDropoffs ?? Infinity,
  takes: 'day',
});
function segmentsOf(clinic, wish) {
  const [product] = wish.products;
  const compound = wish.products.length === 1 && product?.segments?.length ? product.segments : null;
  const isDropoff = wish.isDropoff && !compound;
  const eligible = eligibleProviders(clinic, wish.products, wish.locationId);
  const chosen = eligible.filter((provider) => wish.providerIds.length === 0 || wish.providerIds.includes(provider.id));
  const lanes = slotLimit(clinic);
  const ruleProvider = (provider) => ({
    id: provider.id,
    resource: isDropoff
      ? dropoffResource(provider)
      : visitResource(clinic, `provider:${provider.id}`, lanes, compound !== null),
    ...timesOf(provider),
  });
  const rooms = clinic.rooms.map((room) => ({
    id: room.id,
    locationId: room.location_id ?? null,
    resource: visitResource(clinic, `room:${room.id}`, 1, compound !== null),
  }));
  if (compound)
    return compound.map((segment) => {
      const able = (list) =>
        list.filter((provider) =>
          (segment.providerIds.length === 0 ? product.providerIds : segment.providerIds).includes(provider.id),
        );
      const asked = able(chosen);
      return {
        minutes: segment.minutes,
        providers: (asked.length > 0 ? asked : able(eligible)).map(ruleProvider),
        rooms: segment.needs_room ? rooms : null,
      };
    });
  return [
    {
      minutes: wish.plain?.minutes ?? wish.products.reduce((sum, one) => sum + one.metadata.time, 0),
      providers: chosen.map(ruleProvider),
      rooms: !isDropoff && (wish.plain?.needsRoom ?? wish.products.some((one) => one.needs_room)) ? rooms : null,
    },
  ];
}
/** Makes the rule that decides which start times a wish has, apart from what is claimed (D-213). */
function bookingRule(clinic, wish) {
  return {
    zone: clinic.shop.timezone,
    interval: clinic.shop.metadata.bookingSlotInterval ?? limits.slotIntervalMinutes,
    locationId: wish.locationId,
    segments: segmentsOf(clinic, wish),
    lastDate: lastBookableDate(clinic.shop.metadata, wish.today),
  };
}
/**
 * Returns what a hold or a booking names for each segment (D-63); the times of the later segments follow from the first
 * one.
 */
var pickedFor = (body, providerId, roomId) => [
  {
    providerId,
    roomId,
  },
  {
    providerId: body.secondary_date_time_provider_id,
    roomId: body.secondary_room_id,
  },
  {
    providerId: body.tertiary_date_time_provider_id,
    roomId: body.tertiary_room_id,
  },
];
/** Narrows the rule to the picked clinicians. A picked room is only tried first, since owners do not choose rooms. */
function narrowed(rule, picked) {
  const segments = rule.segments.map((segment, index) => {
    const { providerId, roomId } = picked[index] ?? {};
    return {
      minutes: segment.minutes,
      providers: providerId ? segment.providers.filter((provider) => provider.id === providerId) : segment.providers,
      rooms: segment.rooms && [...segment.rooms].sort((a, b) => Number(b.id === roomId) - Number(a.id === roomId)),
    };
  });
  return {
    ...rule,
    segments,
  };
}
// server/modules/schedule/wish.ts
/**
 * Finds a product by id, a hidden one only with its token (D-71). Throws `not_found` otherwise, as for one that does
 * not exist.
 */
function productFor(clinic, id, token) {
  const product = clinic.products.find((one) => one.id === id);
  if (!(product && (!product.hidden_from_clients || (Boolean(token) && product.visibility_token === token))))
    throw new ApiError('not_found');
  return product;
}
/** Returns the requested location, null for none; throws `not_found` for one that the clinic does not have. */
function locationFor(clinic, id) {
  if (id && !clinic.locations.some((location) => location.id === id)) throw new ApiError('not_found');
  return id || null;
}
/**
 * Makes the wish from a request, checked against the catalogue. Throws `not_found` for an appointment type or location
 * that the clinic does not have, and `validation` without any appointment type.
 */
function wishOf(clinic, asked, today) {
  const products = asked.productIds.map((id) => productFor(clinic, id, asked.productToken));
  if (products.length === 0) throw new ApiError('validation', { fields: { productIds: 'is required' } });
  const locationId = locationFor(clinic, asked.locationId);
  const isRequired = products.some((product) => product.dropoff_required);
  const isPossible = isRequired || products.every((product) => product.dropoff_enabled);
  return {
    products,
    providerIds: asked.providerIds,
    locationId,
    isDropoff: isRequired || (isPossible && asked.isDropoff === true),
    today,
  };
}
/**
 * Makes the wish of a hold that names no appointment type (D-412): a clinician's time between the two dates. Throws
 * `validation` unless that is more than 0 minutes and at most the length of the clinic's longest type.
 */
function plainWish(clinic, asked, today) {
  const minutes = (Date.parse(asked.to_date) - Date.parse(asked.from_date)) / MINUTE;
  if (!(minutes > 0 && minutes <= Math.max(0, ...clinic.products.map(minutesOf))))
    throw new ApiError('validation', {
      fields: { to_date: "must be after from_date, by the length of the clinic's longest type at most" },
    });
  const plain = {
    minutes: Math.ceil(minutes),
    needsRoom: Boolean(asked.room_id),
  };
  return {
    products: [],
    providerIds: [],
    locationId: locationFor(clinic, asked.location_id),
    isDropoff: false,
    plain,
    today,
  };
}
/**
 * Whether the location offers all of the products (D-57), in one visit: a compound one cannot be combined with others
 * (D-63).
 */
function isOfferedThere(clinic, wish) {
  if (wish.products.length > 1 && wish.products.some((product) => product.segments?.length)) return false;
  const ids = clinic.locations.find((location) => location.id === wish.locationId)?.product_ids;
  return !ids || wish.products.every((product) => ids.includes(product.id));
}
/**
 * Throws `not_allowed` for what the clinic does not offer: a product at another location, a clinician who cannot do the
 * visit, or a drop-off.
 */
function mustBeOffered(clinic, wish, providerIds, isDropoffAsked) {
  const eligible = new Set(eligibleProviders(clinic, wish.products, wish.locationId).map((provider) => provider.id));
  if (
    !(
      isOfferedThere(clinic, wish) &&
      providerIds.every((id) => eligible.has(id)) &&
      (wish.isDropoff || !isDropoffAsked)
    )
  )
    throw new ApiError('not_allowed');
}
/** Throws `not_found` for a clinician or room that the clinic does not have, and for a private clinician. */
function mustExist(clinic, ids) {
  if (
    !(
      ids.providers.every((id) => clinic.providers.some((provider) => provider.id === id && !provider.private)) &&
      ids.rooms.every((id) => !id || clinic.rooms.some((room) => room.id === id))
    )
  )
    throw new ApiError('not_found');
}
// src/domain/appointment/upcoming.ts
/**
 * How many upcoming appointments the clinic lets an owner have at a time (D-404): the number that it sets, else the one
 * in `most`. For an owner whom the clinic does not know, the number is never higher than for one whom it knows.
 */
function mostUpcoming(
  { max_upcoming_appointments, max_upcoming_appointments_new },
  isKnown,
  most = {
    known: limits.upcomingMost,
    unknown: limits.upcomingMostUnknown,
  },
) {
  const known = max_upcoming_appointments ?? most.known;
  return isKnown ? known : Math.min(known, max_upcoming_appointments_new ?? most.unknown);
}
// server/modules/appointments/allowance.ts
var counted = ({ clinic, session, now }) => ({
  clinicId: clinic.id,
  whose: session.userId,
  now,
});
/**
 * Adds one to an owner's count and throws `too_many_requests` above the cap. The owner's next write waits for this
 * transaction to end.
 */
var countOwners = (trx, name, asked) => countWithin(trx, asked.services, name, counted(asked));
/**
 * Counts a booking; throws `too_many_requests` above the cap per day, and above the number of upcoming appointments
 * that the clinic allows this owner. A paid booking is counted and never refused, since it was checked when the deposit
 * was opened.
 */
async function countBooking(trx, asked, client, isPaid) {
  if (isPaid) return void (await countOne(trx, asked.services, 'bookingsPerOwner', counted(asked)));
  const [, ends] = await Promise.all([
    countOwners(trx, 'bookingsPerOwner', asked),
    upcomingEnds(trx, asked.clinic.id, client.id, asked.now),
  ]);
  await mustHaveFewerUpcoming(trx, asked, client, ends);
}
/** Makes the same checks before a deposit is opened for a booking; counts nothing. */
async function mustHaveRoomToBook(trx, asked, client) {
  await mustHaveRoom(trx, asked.services, 'bookingsPerOwner', counted(asked));
  await mustHaveFewerUpcoming(trx, asked, client, await upcomingEnds(trx, asked.clinic.id, client.id, asked.now));
}
async function mustHaveFewerUpcoming(trx, { clinic, now, services }, client, ends) {
  const { upcomingPerOwner, upcomingPerNewOwner } = services.caps;
  const most = (isKnown) =>
    mostUpcoming(clinic.shop.feature_settings, isKnown, {
      known: upcomingPerOwner.max,
      unknown: upcomingPerNewOwner.max,
    });
  if (ends.length < most(false)) return;
  const isKnown = client.known || (await hasBeenHere(trx, clinic.id, client.id, now));
  if (ends.length < most(isKnown)) return;
  const opens = ends[ends.length - most(isKnown)];
  throw capReached(services, isKnown ? 'upcomingPerOwner' : 'upcomingPerNewOwner', opens.getTime() - now.getTime());
}
/**
 * Returns, in order, when each upcoming appointment of the client begins, and when each time kept for one of their
 * payments is released.
 */
async function upcomingEnds(trx, clinicId, clientId, now) {
  return (
    await run(
      trx,
      prepared(
        'upcoming',
        sql`
    select starts_at as at from appointments
      where clinic_id = ${clinicId} and client_id = ${clientId} and starts_at > ${now} and status not in ('DECLINED', 'DELETED', 'DONE')
    union all
    select expires_at from payment_requests
      where clinic_id = ${clinicId} and client_id = ${clientId} and expires_at > ${now} and appointment_id is null and booking is not null
        and status in ('pending', 'processing', 'requires_action', 'failed')
    order by at`,
      ),
    )
  ).map(({ at }) => at);
}
/** Whether the client has had an accepted appointment that is over. */
async function hasBeenHere(trx, clinicId, clientId, now) {
  return (
    (await trx
      .selectFrom('appointments')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('client_id', '=', clientId)
      .where('starts_at', '<', now)
      .where('status', 'in', ['ACCEPTED', 'CONFIRMED', 'DONE'])
      .limit(1)
      .executeTakeFirst()) !== void 0
  );
}
// src/domain/plainSigns.ts
/**
 * Writes signs that phones, keyboards and other scripts write differently in one way. Each sign stays one character, so
 * that no text grows. The character classes use Unicode's own properties where there are any.
 */
/** Apostrophes, single quotes, primes and accents that stand for one: ’ ‘ ʼ ′ ´ ` ＇ … */
var apostrophe = /[‘’‚‛‹›ʹʻʼʽʾʿˈˊˋ՚׳ߴ′‵`´\u1FEF\u1FFD❛❜❟ꞌ＇｀]/gu;
var doubleQuote = /["\p{Quotation_Mark}״ߵʺˮ˝″‶❝❞❠\u{1F676}-\u{1F678}]/gu;
/**
 * Dashes, hyphens and minus signs. Raised and lowered ones are left out because they belong to an exponent, wavy ones
 * because they mean 'about'.
 */
var dash = /(?![⁓〜〰⁻₋])[\p{Dash}⁃˗]/gu;
/**
 * A class for regular expressions: signs that take no room and cannot be seen, such as zero-width ones, soft hyphens,
 * bidi marks and variation selectors.
 */
var invisible = '\\p{Default_Ignorable_Code_Point}';
/** Writes apostrophes as ', quotes as " and dashes as -. */
var straightSigns = (text) =>
  text
    .replace(apostrophe, "'")
    .replace(doubleQuote, (sign) => (sign === "'" ? sign : '"'))
    .replace(dash, '-');
// src/domain/messageText.ts
/** The most characters that a name may have in a message (D-401). */
var most = 60;
var unseen$1 = new RegExp(`[${invisible}\\p{Cf}\\p{Cs}]`, 'gu');
var breaks = /[\p{Cc}\p{Z}]+/gu;
/**
 * Full stops of other scripts, which web addresses treat as a dot. Those that Unicode calls compatible with a dot are
 * plain dots by the time this is used.
 */
var dots = /[。｡]/gu;
/** A dot inside an address: there is something before it, and a letter or digit right after it. */
var insideDot = /(?<=[^\s.])\.+(?=[\p{L}\p{N}])/gu;
/**
 * Words with such a dot that are not addresses, a title with a name (`titled`) and initials: they stay, with a space
 * after the dot.
 */
var titled = /^\P{L}*(?:mr|mrs|ms|miss|mx|dr|st|ste|jr|sr|prof|rev|fr|capt|sgt|lt|col|gen|sir|lady)\.\p{L}+\P{L}*$/iu;
var initials = /^(?:\P{L}*\p{L}\.)+(?:\p{L}\p{M}*)?\P{L}*$/u;
/**
 * What makes a word an address by itself: a scheme with something after it, `www.`, or the form of an e-mail address.
 */
var address = /:\/\/|(?:^|[^\p{L}\p{N}])www\.|[^\s@]@[^\s@]|^\P{L}*(?:https?|ftp|mailto|tel|sms|sip|geo|data):\S/iu;
/**
 * Five or more digits with at most four other characters, none of them a letter, between one and the next: phones turn
 * these into a number that can be called.
 */
var callable = /\p{N}(?:[^\p{L}\p{N}]{0,4}\p{N}){4,}/gu;
function withoutAddress(word) {
  if (address.test(word)) return '';
  return /[^\s.]\.+\p{L}/u.test(word) && !titled.test(word) && !initials.test(word)
    ? ''
    : word.replace(insideDot, '. ');
}
var tidied$1 = (text) => text.replace(breaks, ' ').trim();
/** One cleaning pass over a text. What it removes may bring parts together that the next pass has to remove. */
var onePass = (text) =>
  tidied$1(tidied$1(text).split(' ').map(withoutAddress).join(' ').replace(callable, ' ').replaceAll('@', ' '));
/**
 * Prepares a name that somebody typed for a message to somebody else, or for a subject line (D-401). The result is one
 * line of at most 60 characters without anything that a mail program or a phone would turn into a link; it is empty
 * where nothing is left. A name that is nothing but a host name, such as a pet's Bo.Jo, is written with spaces for its
 * dots.
 */
function nameInMessage(name) {
  const plain = name.normalize('NFKC').replace(unseen$1, '').replace(dots, '.');
  const left = withoutLinks(plain);
  return left === '' && !/[@:/\\]/.test(plain) ? withoutLinks(plain.replaceAll('.', ' ')) : left;
}
function withoutLinks(plain) {
  let text = plain;
  for (let before = ''; text !== before;) {
    before = text;
    text = onePass(text);
  }
  return [...text].slice(0, most).join('').trim();
}
// server/system/html.ts
var entities = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/**
 * Escapes text for use between tags and in quoted attributes of HTML or XML, so that nothing of it is read as markup.
 */
var escapeHtml = (text) => text.replace(/[&<>"']/g, (sign) => entities[sign]);
// server/modules/messages/render.ts
/** Renders an e-mail's lines as plain text and as HTML in which typed text cannot act as markup. */
function renderMail(lines) {
  return {
    text: lines.map(asText).join('\n'),
    html: page(paragraphs(lines).map(asHtml).join('\n')),
  };
}
/** Cleans typed text for a subject or a short message: no line ends, no other control characters. */
var oneLine = (text) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
function asText(line) {
  if (typeof line === 'string') return line;
  if ('link' in line) return `${line.words}: ${line.link}`;
  const rows = [line.head, ...line.rows];
  const widths = line.head.map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)));
  const written = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [written[0], widths.map((width) => '-'.repeat(width)).join('  '), ...written.slice(1)].join('\n');
}
/** Lines that stand together; a table stands alone. */
function paragraphs(lines) {
  const found = [[]];
  for (const line of lines) {
    const isTable = typeof line === 'object' && 'rows' in line;
    if (line === '') found.push([]);
    else if (isTable) found.push([line], []);
    else found.at(-1).push(line);
  }
  return found.filter((paragraph) => paragraph.length > 0);
}
function asHtml(paragraph) {
  const [first] = paragraph;
  if (typeof first === 'object' && 'rows' in first) return table(first);
  return `<p>${paragraph.map(inline).join('<br>\n')}</p>`;
}
function inline(line) {
  if (typeof line === 'object' && 'link' in line)
    return `<a href="${escapeHtml(line.link)}" style="color: inherit">${escapeHtml(line.words)}</a>`;
  return typeof line === 'string' ? escapeHtml(line).replace(/\r?\n/g, '<br>\n') : '';
}
function table({ head, rows }) {
  const cell = (name, text) =>
    `<${name} ${name === 'th' ? 'scope="col" ' : ''}style="padding: 6px 16px 6px 0; text-align: left; border-bottom: 1px solid #ccc">${escapeHtml(text)}</${name}>`;
  const row = (name, cells) => `<tr>${cells.map((text) => cell(name, text)).join('')}</tr>`;
  return [
    '<table style="border-collapse: collapse">',
    `<thead>${row('th', head)}</thead>`,
    `<tbody>${rows.map((cells) => row('td', cells)).join('\n')}</tbody>`,
    '</table>',
  ].join('\n');
}
var page = (content) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin: 24px; max-width: 36em; font: 16px/1.5 system-ui, sans-serif">
${content}
</body>
</html>
`;
// server/modules/messages/toOwner.ts
var hasProved = ({ metadata }, kind) => isProven(metadata, kind);
/**
 * Returns the addresses for messages to an owner; nothing else decides this (D-401). They are contacts proved by a code
 * and the clinic's own. A contact that was only typed, or waits for its code, gets no messages.
 */
var reachOf = (owner) => ({
  phone: hasProved(owner, 'phone') ? owner.phone : null,
  email: hasProved(owner, 'email') ? owner.email : null,
});
/**
 * Makes a message to an owner by those of the ways that have an address. Names in `said` must be safe for messages
 * already.
 */
function toOwner({ id: clinicId, shop }, owner, ways, said) {
  const { phone, email } = reachOf(owner);
  const common = {
    clinicId,
    kind: said.kind,
    expiresAt: said.expiresAt ?? null,
    appointmentId: said.remindsOf ?? null,
  };
  const name = nameInMessage(owner.first_name ?? '');
  const lines = [
    `Hello${name ? ` ${name}` : ''},`,
    '',
    ...said.lines,
    '',
    `Questions? Call us at ${formatPhone(shop.phoneNumber)}.`,
    '',
    shop.name,
  ];
  return [
    ...(ways.sms && phone
      ? [
          {
            ...common,
            channel: 'sms',
            recipient: phone,
            text: oneLine(`${shop.name}: ${said.short}`),
          },
        ]
      : []),
    ...(ways.email && email
      ? [
          {
            ...common,
            channel: 'email',
            recipient: email,
            subject: oneLine(said.subject),
            ...renderMail(lines),
          },
        ]
      : []),
  ];
}
// server/modules/messages/clinicNotice.ts
/** Makes the messages of a notice, to the addresses that the clinic has set (D-218); none without one. */
function clinicNotice({ id: clinicId, shop }, { kind, of, subject, lines, short }) {
  const [title, text] = [oneLine(subject), oneLine(short)];
  const notice = (waiting) => ({
    of: of.id,
    waiting: {
      name: oneLine(of.name) || 'a visitor',
      ...waiting,
    },
  });
  return [
    ...(shop.notify_email
      ? [
          {
            clinicId,
            kind,
            channel: 'email',
            recipient: shop.notify_email,
            subject: title,
            ...renderMail(lines),
            notice: notice({
              subject: title,
              lines: [...lines],
            }),
          },
        ]
      : []),
    ...(shop.notify_phone
      ? [
          {
            clinicId,
            kind,
            channel: 'sms',
            recipient: shop.notify_phone,
            text,
            notice: notice({ short: text }),
          },
        ]
      : []),
  ];
}
/** Returns an owner's full name from the record. */
var fullName = ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' ');
/** Returns the full name in a form that is safe in messages (D-401). */
var ownerName = (owner) => nameInMessage(fullName(owner)) || 'an owner';
/** Returns a contact for the clinic, marked unless a code has proved that it is the owner's (D-401). */
var told = (contact, isProved) => (isProved ? contact : `${contact} (not confirmed)`);
/** Lists an owner's contacts for the clinic, the phone first. */
var contactsTold = (owner) =>
  ['phone', 'email'].flatMap((kind) => (owner[kind] ? [told(owner[kind], hasProved(owner, kind))] : []));
/** Returns the first of an owner's contacts for the clinic. */
var contactTold = (owner) => contactsTold(owner)[0] ?? '';
/** Returns an owner as a line of the clinic's notices: 'Jo Miller, +15125550111, jo@example.com (not confirmed)'. */
var ownerLine = (owner) => [ownerName(owner), ...contactsTold(owner)].join(', ');
/** Returns the name for a text message, marked where the phone is not proved, since anybody can type a name. */
var ownerInShort = (owner) =>
  `${ownerName(owner)}${owner.phone && !hasProved(owner, 'phone') ? ', phone not confirmed' : ''}`;
// server/modules/appointments/ownerMessages.ts
/**
 * Messages to an owner about an appointment (D-218): short, kind, with the clinic's name and a link into the portal.
 */
var when$1 = (clinic, at) => formatDateTime(at, clinic.shop.timezone);
var whatOf = (visit) => `${visit.productName}${visit.providerName ? ` with ${visit.providerName}` : ''}`;
var phoneOf = (clinic) => formatPhone(clinic.shop.phoneNumber);
var linkTo = (clinic, visit, publicUrl) => `${publicUrl}/${clinic.id}/appointments/${visit.id}`;
var start = (text) => text.charAt(0).toUpperCase() + text.slice(1);
var about = (clinic, visit) => [
  whatOf(visit),
  `For ${visit.patientName}`,
  `${when$1(clinic, visit.startsAt)} (${zoneName(clinic.shop.timezone, visit.startsAt)})`,
];
var apart = (sentence) => (sentence === null ? [] : ['', sentence]);
var spaced = (sentence) => (sentence === null ? '' : ` ${sentence}`);
var linkFollows = (visit) => (visit.isVirtual ? "We'll text you a meeting link before your appointment." : '');
/** Makes the message that the appointment is booked, accepted by the clinic, or that the request has arrived. */
function confirmations(clinic, visit, publicUrl) {
  const link = linkTo(clinic, visit, publicUrl);
  const isRequest = visit.status === 'REQUESTED';
  const follows = linkFollows(visit);
  return toOwner(clinic, visit.client, visit.answers, {
    kind: isRequest ? 'request_confirmation' : 'booking_confirmation',
    subject: isRequest ? `Your appointment request at ${clinic.shop.name}` : `Your appointment at ${clinic.shop.name}`,
    lines: [
      isRequest
        ? `Thank you! ${clinic.shop.name} has your request and will let you know when it has been accepted:`
        : `Thank you! ${start(visit.patientName)} is booked at ${clinic.shop.name}:`,
      '',
      ...about(clinic, visit),
      ...(follows ? ['', follows] : []),
      '',
      {
        words: 'See your appointment',
        link,
      },
    ],
    short: isRequest
      ? `we have your request for ${visit.patientName}, ${whatOf(visit)}, ${when$1(clinic, visit.startsAt)}. We'll let you know when it has been accepted. ${link}`
      : `${visit.patientName} is booked for ${whatOf(visit)}, ${when$1(clinic, visit.startsAt)}.${follows ? ` ${follows}` : ''} ${link}`,
  });
}
/** Makes the message that its owner moved the appointment away from `before` (D-42). */
function moveConfirmations(clinic, visit, before, publicUrl) {
  const link = linkTo(clinic, visit, publicUrl);
  const isRequest = visit.status === 'REQUESTED';
  return toOwner(clinic, visit.client, visit.answers, {
    kind: 'reschedule_confirmation',
    subject: isRequest
      ? `Your request for another time at ${clinic.shop.name}`
      : `Your new appointment time at ${clinic.shop.name}`,
    lines: [
      isRequest
        ? `Thank you! ${clinic.shop.name} has your request for another time and will let you know when it has been accepted:`
        : `Thank you! ${start(visit.patientName)}'s appointment at ${clinic.shop.name} has a new time:`,
      '',
      ...about(clinic, visit),
      `Instead of ${when$1(clinic, before)}`,
      '',
      {
        words: 'See your appointment',
        link,
      },
    ],
    short: isRequest
      ? `we have your request to move ${visit.patientName} to ${when$1(clinic, visit.startsAt)}, ${whatOf(visit)}. We'll let you know when it has been accepted. ${link}`
      : `${visit.patientName} is now booked for ${whatOf(visit)}, ${when$1(clinic, visit.startsAt)}, instead of ${when$1(clinic, before)}. ${link}`,
  });
}
/**
 * Makes the message that its owner canceled the appointment; `deposit` is the sentence about a paid deposit (D-414).
 */
function cancelConfirmations(clinic, visit, publicUrl, deposit) {
  const again = `${publicUrl}/${clinic.id}`;
  return toOwner(clinic, visit.client, visit.answers, {
    kind: 'cancellation',
    subject: `Your appointment at ${clinic.shop.name} is canceled`,
    lines: [
      'Your appointment is canceled, as you asked:',
      '',
      ...about(clinic, visit),
      ...apart(deposit),
      '',
      {
        words: 'Book another time',
        link: again,
      },
    ],
    short: `your appointment for ${visit.patientName} on ${when$1(clinic, visit.startsAt)} is canceled, as you asked.${spaced(deposit)} To book again: ${again}`,
  });
}
/**
 * Makes the message that the clinic declined the request or canceled the appointment; `deposit` is the sentence about a
 * paid deposit (D-414).
 */
function declines(clinic, visit, wasRequest, publicUrl, deposit) {
  const again = `${publicUrl}/${clinic.id}`;
  const sorry = wasRequest
    ? "we're sorry, we cannot accept your appointment request"
    : "we're sorry, we had to call off your appointment";
  return toOwner(clinic, visit.client, visit.answers, {
    kind: 'decline',
    subject: wasRequest
      ? `About your appointment request at ${clinic.shop.name}`
      : `Your appointment at ${clinic.shop.name} is called off`,
    lines: [
      `${start(sorry)}:`,
      '',
      ...about(clinic, visit),
      ...apart(deposit),
      '',
      {
        words: 'Please choose another time',
        link: again,
      },
      'Or call us, and we find one together.',
    ],
    short: `${sorry} for ${visit.patientName} on ${when$1(clinic, visit.startsAt)}.${spaced(deposit)} Please choose another time: ${again} or call ${phoneOf(clinic)}.`,
  });
}
/** Makes the message that the deposit is refunded, where the owner is told nothing else (D-414). */
var refundTold = (clinic, visit, deposit) =>
  toOwner(clinic, visit.client, visit.answers, {
    kind: 'refund',
    subject: `Your deposit at ${clinic.shop.name}`,
    lines: [deposit, '', ...about(clinic, visit)],
    short: `${deposit.charAt(0).toLowerCase()}${deposit.slice(1)} It was for ${visit.patientName} on ${when$1(clinic, visit.startsAt)}.`,
  });
/** Makes the reminder of the day before (D-218). */
function reminders(clinic, visit, publicUrl) {
  const link = linkTo(clinic, visit, publicUrl);
  const follows = linkFollows(visit);
  return toOwner(clinic, visit.client, visit.reminders, {
    kind: 'reminder',
    remindsOf: visit.id,
    expiresAt: visit.startsAt,
    subject: `Reminder: ${visit.patientName} at ${clinic.shop.name}, ${when$1(clinic, visit.startsAt)}`,
    lines: [
      `We look forward to seeing ${visit.patientName}:`,
      '',
      ...about(clinic, visit),
      ...(follows ? ['', follows] : []),
      '',
      {
        words: 'See or change your appointment',
        link,
      },
    ],
    short: `reminder: ${visit.patientName} has ${whatOf(visit)} on ${when$1(clinic, visit.startsAt)}.${follows ? ` ${follows}` : ''} See or change it: ${link} or call ${phoneOf(clinic)}.`,
  });
}
/**
 * Makes the text message with a virtual visit's link, shortly before it (D-218); the owner agreed to it by booking
 * (D-87).
 */
function meetingLinks(clinic, visit) {
  if (visit.meetingUrl === null) return [];
  const ways = {
    sms: true,
    email: visit.reminders.email || reachOf(visit.client).phone === null,
  };
  const at = formatTime(visit.startsAt, clinic.shop.timezone);
  return toOwner(clinic, visit.client, ways, {
    kind: 'meeting_link',
    remindsOf: visit.id,
    expiresAt: new Date(visit.startsAt.getTime() + 15 * MINUTE),
    subject: `Your meeting link for ${visit.patientName}, ${at}`,
    lines: [
      `${start(visit.patientName)}'s virtual visit begins at ${at}:`,
      '',
      ...about(clinic, visit),
      '',
      {
        words: 'Join the meeting',
        link: visit.meetingUrl,
      },
    ],
    short: `${visit.patientName}'s virtual visit begins at ${at}. Join here: ${visit.meetingUrl}`,
  });
}
// server/modules/appointments/clinicMessages.ts
/** Notices to the clinic about its appointments (D-218). */
var when = (clinic, at) => formatDateTime(at, clinic.shop.timezone);
function notice(clinic, visit, said) {
  const hints = (said.hints ?? []).filter((hint) => hint !== null);
  const at = when(clinic, visit.startsAt);
  const before = said.before ? `Before: ${when(clinic, said.before)}` : null;
  return clinicNotice(clinic, {
    kind: 'clinic_notice',
    of: {
      id: visit.client.id,
      name: ownerName(visit.client),
    },
    subject: `${said.what}: ${visit.patientName}, ${at}`,
    lines: [
      `${said.what}: ${whatOf(visit)}`,
      at,
      ...(before ? [before] : []),
      '',
      `Pet: ${visit.patientName}${visit.speciesName ? ` (${visit.speciesName})` : ''}`,
      `Owner: ${ownerLine(visit.client)}`,
      ...(visit.note ? ['', `Note: ${visit.note}`] : []),
      ...hints.flatMap((hint) => ['', hint]),
    ],
    short: [
      `${said.what}: ${visit.patientName} (${ownerInShort(visit.client)}), ${whatOf(visit)}, ${at}.`,
      ...(before ? [`${before}.`] : []),
      ...hints,
    ].join(' '),
  });
}
var unpaid = (visit) => (visit.isDepositDue ? 'The deposit for this appointment has not been collected.' : null);
var linkless = (visit) =>
  visit.isVirtual && visit.meetingUrl === null
    ? 'This is a virtual visit without a meeting link in the portal. Please send the owner one.'
    : null;
/** Makes the notice of a booking or a request. */
var bookingNotices = (clinic, visit) =>
  notice(clinic, visit, {
    what: visit.status === 'REQUESTED' ? 'New appointment request' : 'New booking',
    hints: [...visit.said, unpaid(visit), linkless(visit)],
  });
/** Makes the notice of a request that was booked because its deposit was paid (D-95). */
var acceptNotices = (clinic, visit) =>
  notice(clinic, visit, {
    what: 'Deposit paid, now booked',
    hints: [linkless(visit)],
  });
/** Makes the notice of a cancellation; `deposit` is the sentence about a paid deposit (D-414). */
var cancelNotices = (clinic, visit, deposit) =>
  notice(clinic, visit, {
    what: 'Canceled by the owner',
    hints: [deposit],
  });
/** Makes the notice of a deposit that was paid after its appointment had been canceled. */
var lateDepositNotices = (clinic, visit, next) =>
  notice(clinic, visit, {
    what: `Deposit paid after it was ${visit.status === 'DECLINED' ? 'declined' : 'canceled'}`,
    hints: [next],
  });
var moveNotices = (clinic, visit, before) =>
  notice(clinic, visit, {
    what: visit.status === 'REQUESTED' ? 'New time requested' : 'Moved by the owner',
    before,
    hints: [unpaid(visit)],
  });
// server/modules/deposits/repository.ts
/** Makes an unguessable id of 128 bits for the address of a payment (D-207). */
var newPaymentId = () => randomBytes(16).toString('base64url');
var payments = (db, clinicId) => db.selectFrom('payment_requests').selectAll().where('clinic_id', '=', clinicId);
async function findPayment(db, clinicId, id) {
  return (await payments(db, clinicId).where('id', '=', id).executeTakeFirst()) ?? null;
}
/** Reads and locks the payment until the transaction ends. */
async function lockPayment(trx, clinicId, id) {
  return (await payments(trx, clinicId).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}
/** Reads and locks a client's payments for a product, oldest first, until the transaction ends. */
async function lockPaymentsOf(trx, clinicId, clientId, productId) {
  return payments(trx, clinicId)
    .where('client_id', '=', clientId)
    .where('product_id', '=', productId)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
}
/**
 * Reads and locks the client's paid deposit for the product that has no appointment yet; with a payment's id, only that
 * one. Null when there is none.
 */
async function lockPaidDeposit(trx, clinicId, which) {
  return (
    (
      await trx
        .selectFrom('payment_requests')
        .select('id')
        .where('clinic_id', '=', clinicId)
        .where('client_id', '=', which.clientId)
        .where('product_id', '=', which.productId)
        .where('status', '=', 'complete')
        .where('appointment_id', 'is', null)
        .$if(which.paymentId !== void 0, (query) => query.where('id', '=', which.paymentId))
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .executeTakeFirst()
    )?.id ?? null
  );
}
/** Reads the user's charges under way; the provider may know more about them. */
async function underWayOf(db, clinicId, userId) {
  return payments(db, clinicId)
    .where('user_id', '=', userId)
    .where('status', 'in', ['processing', 'requires_action'])
    .orderBy('id')
    .execute();
}
/** Whether the appointment has a deposit that is paid or being paid. */
async function depositOf$1(db, clinicId, appointmentId) {
  return (
    (await payments(db, clinicId)
      .where('appointment_id', '=', appointmentId)
      .where('status', 'in', ['complete', 'processing', 'requires_action'])
      .orderBy('status')
      .executeTakeFirst()) ?? null
  );
}
async function insertPayment(db, row) {
  return db.insertInto('payment_requests').values(row).returningAll().executeTakeFirstOrThrow();
}
async function changePayment(db, clinicId, id, change) {
  await db.updateTable('payment_requests').set(change).where('clinic_id', '=', clinicId).where('id', '=', id).execute();
}
var tieToAppointment = (db, clinicId, id, appointmentId) =>
  changePayment(db, clinicId, id, { appointment_id: appointmentId });
/** Stores the setup of a payment's attempt. False when it has one already, or the payment is at another attempt. */
async function keepSetup(db, row, setup) {
  return (
    (await db
      .updateTable('payment_requests')
      .set({
        setup_ref: setup.ref,
        customer_ref: setup.customer,
      })
      .where('clinic_id', '=', row.clinic_id)
      .where('id', '=', row.id)
      .where('attempt', '=', row.attempt)
      .where('setup_ref', 'is', null)
      .returning('id')
      .executeTakeFirst()) !== void 0
  );
}
/** Stores an event of the provider; false when it was stored before (D-207). */
async function noteEvent(trx, clinicId, id, now) {
  return (
    (await trx
      .insertInto('payment_events')
      .values({
        clinic_id: clinicId,
        id,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['clinic_id', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst()) !== void 0
  );
}
/** Returns the payer in the form that booking needs, with the verified contacts (D-16). */
async function payerOf(db, { clinic_id, user_id, session_id }) {
  if (user_id === null || session_id === null) return null;
  const user = await db
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'phone', 'phone_verified_at'])
    .where('clinic_id', '=', clinic_id)
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (!user) return null;
  return {
    id: session_id,
    userId: user_id,
    email: user.email_verified_at && user.email,
    phone: user.phone_verified_at && user.phone,
  };
}
async function clientNameOf(db, clinicId, clientId) {
  const row = await db
    .selectFrom('clients')
    .select(['first_name', 'last_name'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', clientId)
    .executeTakeFirst();
  return [row?.first_name, row?.last_name].filter(Boolean).join(' ') || null;
}
/** Reads deposits paid for a booking whose time was gone (D-215), oldest first, with whom to call. */
async function waitingDeposits(db, clinicId) {
  return db
    .selectFrom('payment_requests')
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.clinic_id', '=', 'payment_requests.clinic_id')
        .onRef('clients.id', '=', 'payment_requests.client_id'),
    )
    .select([
      'payment_requests.id',
      'payment_requests.amount_cents',
      'payment_requests.product_id',
      'payment_requests.completed_at',
      'payment_requests.confirmation_number',
      'clients.first_name',
      'clients.last_name',
      'clients.phone',
      'clients.email',
      'clients.metadata',
    ])
    .where('payment_requests.clinic_id', '=', clinicId)
    .where('payment_requests.status', '=', 'complete')
    .where('payment_requests.appointment_id', 'is', null)
    .where('payment_requests.booking', 'is not', null)
    .orderBy('payment_requests.completed_at')
    .execute();
}
// server/modules/deposits/refunds/repository.ts
/** The statuses of a payment that was paid. */
var paid = ['complete', 'refunding', 'refunded'];
var wasPaid = ({ status }) => paid.includes(status);
/**
 * Stores the refund of a paid deposit in the transaction of its decision (D-414). A payment has one refund, however
 * often it is asked for.
 */
async function openRefund(trx, { clinic_id, id }, reason, now) {
  await trx
    .insertInto('refunds')
    .values({
      clinic_id,
      payment_id: id,
      reason,
      next_attempt_at: reason === 'provider' ? null : now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'payment_id']).doNothing())
    .execute();
  if (reason !== 'provider') await changePayment(trx, clinic_id, id, { status: 'refunding' });
}
var refund = (db, clinicId, paymentId) =>
  db.selectFrom('refunds').selectAll().where('clinic_id', '=', clinicId).where('payment_id', '=', paymentId);
/** Reads a payment's refund, or null. */
var findRefund = async (db, clinicId, paymentId) => (await refund(db, clinicId, paymentId).executeTakeFirst()) ?? null;
/** Reads and locks a payment's refund until the transaction ends. */
var lockRefund = async (trx, clinicId, paymentId) =>
  (await refund(trx, clinicId, paymentId).forUpdate().executeTakeFirst()) ?? null;
async function changeRefund(db, { clinic_id, payment_id }, change) {
  await db
    .updateTable('refunds')
    .set(change)
    .where('clinic_id', '=', clinic_id)
    .where('payment_id', '=', payment_id)
    .execute();
}
/** Reads the deposits paid for an appointment, refunded or not, and locks them until the transaction ends. */
async function lockPaidOf(trx, clinicId, appointmentId) {
  return trx
    .selectFrom('payment_requests')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .where('status', 'in', paid)
    .orderBy('id')
    .forUpdate()
    .execute();
}
/** Stores refunds of the appointment's deposits that are not refunded yet; returns those payments. */
async function refundPaid(trx, clinicId, appointmentId, reason, now) {
  const held = (await lockPaidOf(trx, clinicId, appointmentId)).filter(isHeld);
  for (const payment of held) await openRefund(trx, payment, reason, now);
  return held;
}
/** Whether the payment is paid and no refund is under way or done. */
var isHeld = ({ status }) => status === 'complete';
/** Milliseconds until another process may retry: more than the provider's time limit. */
var leaseMs = 3 * MINUTE;
/** Takes due refunds by postponing their next try, so that no lock is held while waiting for the provider. */
function takeDueRefunds(db, now, atATime) {
  return inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('refunds')
      .select(['clinic_id', 'payment_id'])
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .limit(atATime)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return [];
    return trx
      .updateTable('refunds')
      .set({
        tries: sql`tries + 1`,
        next_attempt_at: new Date(now.getTime() + leaseMs),
      })
      .where((where) => where.or(due.map((one) => where.and(one))))
      .returningAll()
      .execute();
  });
}
/** Makes all refunds on their way due at once, as at a start, or the one that the operator names. */
async function wakeRefunds(db, now, only) {
  await db
    .updateTable('refunds')
    .set({ next_attempt_at: now })
    .where('next_attempt_at', '>', now)
    .$if(only !== void 0, (query) => query.where('clinic_id', '=', only.clinic_id).where('payment_id', '=', only.id))
    .execute();
}
/**
 * Selects an appointment's paid deposit as a column of its row; one that is not refunded comes before a refunded one.
 */
var depositColumn = (row) =>
  jsonObjectFrom(
    row
      .selectFrom('payment_requests as deposit')
      .leftJoin('refunds', (join) =>
        join.onRef('refunds.clinic_id', '=', 'deposit.clinic_id').onRef('refunds.payment_id', '=', 'deposit.id'),
      )
      .select(['deposit.amount_cents', 'deposit.status', 'deposit.card_last4', 'refunds.failure'])
      .whereRef('deposit.clinic_id', '=', 'appointments.clinic_id')
      .whereRef('deposit.appointment_id', '=', 'appointments.id')
      .where('deposit.status', 'in', paid)
      .orderBy('deposit.status')
      .orderBy('deposit.id')
      .limit(1),
  ).as('deposit');
/** Reads the clinic's refunds on their way, oldest first, with the reason for the delay. */
async function openRefunds(db, clinicId) {
  return db
    .selectFrom('refunds')
    .innerJoin('payment_requests', (join) =>
      join
        .onRef('payment_requests.clinic_id', '=', 'refunds.clinic_id')
        .onRef('payment_requests.id', '=', 'refunds.payment_id'),
    )
    .innerJoin('clients', (join) =>
      join
        .onRef('clients.clinic_id', '=', 'payment_requests.clinic_id')
        .onRef('clients.id', '=', 'payment_requests.client_id'),
    )
    .select([
      'refunds.created_at',
      'refunds.failed_at',
      'refunds.failure',
      'refunds.tries',
      'refunds.next_attempt_at',
      'refunds.ref',
      'payment_requests.id',
      'payment_requests.amount_cents',
      'payment_requests.card_last4',
      'payment_requests.appointment_id',
      'clients.first_name',
      'clients.last_name',
      'clients.phone',
      'clients.email',
      'clients.metadata',
    ])
    .where('refunds.clinic_id', '=', clinicId)
    .where('refunds.done_at', 'is', null)
    .orderBy('refunds.created_at')
    .orderBy('payment_requests.id')
    .execute();
}
// server/modules/appointments/repository.ts
/** Whether the appointment waits for an earlier time, as a column of its row. */
var isWaitlisted = (row) =>
  row
    .exists(
      row
        .selectFrom('waitlisters')
        .select('waitlisters.id')
        .whereRef('waitlisters.clinic_id', '=', 'appointments.clinic_id')
        .whereRef('waitlisters.appointment_id', '=', 'appointments.id'),
    )
    .$castTo()
    .as('is_waitlisted');
var appointments = (db, clinicId, clientId) =>
  db
    .selectFrom('appointments')
    .leftJoin('patients', (join) =>
      join
        .onRef('patients.clinic_id', '=', 'appointments.clinic_id')
        .onRef('patients.id', '=', 'appointments.patient_id'),
    )
    .select([
      'appointments.id',
      'appointments.client_id',
      'appointments.product_id',
      'appointments.provider_id',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.status',
      'appointments.note',
      'appointments.is_dropoff',
      'appointments.details',
      'appointments.patient_id',
      'patients.name as patient_name',
    ])
    .select((row) => [isWaitlisted(row), depositColumn(row)])
    .where('appointments.clinic_id', '=', clinicId)
    .where('appointments.client_id', '=', clientId);
/** Reads a client's own appointment, or null. */
async function findAppointment(db, clinicId, clientId, id) {
  return (await appointments(db, clinicId, clientId).where('appointments.id', '=', id).executeTakeFirst()) ?? null;
}
/** Reads a client's appointments: upcoming ones, the next first, or past ones, the latest first (D-47). */
async function listAppointments(db, clinicId, clientId, which) {
  const order = which.isHistory ? 'desc' : 'asc';
  return appointments(db, clinicId, clientId)
    .where('appointments.starts_at', which.isHistory ? '<' : '>=', which.now)
    .orderBy('appointments.starts_at', order)
    .orderBy('appointments.id', order)
    .limit(which.size)
    .execute();
}
var visits = (db, clinicId, id) =>
  db
    .selectFrom('appointments')
    .innerJoin('clients', (join) =>
      join.onRef('clients.clinic_id', '=', 'appointments.clinic_id').onRef('clients.id', '=', 'appointments.client_id'),
    )
    .leftJoin('patients', (join) =>
      join
        .onRef('patients.clinic_id', '=', 'appointments.clinic_id')
        .onRef('patients.id', '=', 'appointments.patient_id'),
    )
    .select([
      'appointments.id',
      'appointments.client_id',
      'appointments.product_id',
      'appointments.provider_id',
      'appointments.room_id',
      'appointments.starts_at',
      'appointments.ends_at',
      'appointments.status',
      'appointments.note',
      'appointments.is_dropoff',
      'appointments.details',
      'appointments.patient_id',
      'patients.name as patient_name',
      'patients.species_id',
      'clients.first_name',
      'clients.last_name',
      'clients.email',
      'clients.phone',
      'clients.metadata as client_metadata',
    ])
    .select((row) => [isWaitlisted(row), depositColumn(row)])
    .where('appointments.clinic_id', '=', clinicId)
    .where('appointments.id', '=', id);
var getVisit = (db, clinicId, id) => visits(db, clinicId, id).executeTakeFirstOrThrow();
/** Reads and locks it until the transaction ends; null where there is none, or it is not the given client's. */
async function lockVisit(trx, clinicId, id, clientId) {
  return (
    (await visits(trx, clinicId, id)
      .$if(clientId !== void 0, (query) => query.where('appointments.client_id', '=', clientId))
      .forUpdate('appointments')
      .executeTakeFirst()) ?? null
  );
}
/** Writes a change made in the portal; `changed_at` keeps the next import from overwriting it (D-217). */
async function changeAppointment(trx, clinicId, id, change, now) {
  const { status, providerId, roomId, startsAt, endsAt, details, remindedFor } = change;
  await trx
    .updateTable('appointments')
    .set({
      ...(status !== void 0 && { status }),
      ...(providerId !== void 0 && { provider_id: providerId }),
      ...(roomId !== void 0 && { room_id: roomId }),
      ...(startsAt !== void 0 && { starts_at: startsAt }),
      ...(endsAt !== void 0 && { ends_at: endsAt }),
      ...(details !== void 0 && { details: JSON.stringify(details) }),
      ...(remindedFor !== void 0 && { reminded_for: remindedFor }),
      changed_at: now,
    })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}
/** Stores details without setting `changed_at`, since imports do not write them. */
async function setDetails(trx, clinicId, id, details) {
  await trx
    .updateTable('appointments')
    .set({ details: JSON.stringify(details) })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}
/** Deletes waiting messages about the appointment that are not true any more. */
async function takeBackMessages(trx, clinicId, appointmentId) {
  await trx
    .deleteFrom('messages')
    .where('clinic_id', '=', clinicId)
    .where('appointment_id', '=', appointmentId)
    .where('delivered_at', 'is', null)
    .execute();
}
/** Whether a deposit was paid for the appointment. */
async function hasPaidDeposit(db, clinicId, appointmentId) {
  return (
    (await db
      .selectFrom('payment_requests')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('appointment_id', '=', appointmentId)
      .where('status', '=', 'complete')
      .executeTakeFirst()) !== void 0
  );
}
/**
 * Defers inserting a new appointment to the next statement. `remindedFor` is its start if the confirmation comes too
 * late for a reminder. Sets `changed_at`, so that imports leave it (D-217).
 */
function insertAppointment(trx, clinicId, row, { remindedFor, now }) {
  defer(
    trx,
    prepared(
      'appointment',
      trx.insertInto('appointments').values({
        clinic_id: clinicId,
        id: row.id,
        client_id: row.client_id,
        patient_id: row.patient_id,
        product_id: row.product_id,
        provider_id: row.provider_id,
        room_id: row.room_id,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        status: row.status,
        note: row.note,
        is_dropoff: row.is_dropoff,
        details: JSON.stringify(row.details),
        reminded_for: remindedFor,
        created_at: now,
        changed_at: now,
      }),
    ),
  );
}
/** Whether one of the contacts may not book here (D-16). */
async function isBlocked(db, clinicId, contacts) {
  const identifiers = contacts.filter((contact) => contact !== null);
  if (identifiers.length === 0) return false;
  return (
    (await db
      .selectFrom('access_blocks')
      .select('identifier')
      .where('clinic_id', '=', clinicId)
      .where('identifier', 'in', identifiers)
      .executeTakeFirst()) !== void 0
  );
}
/**
 * Reads the clinic's names of these rows by kind and id; unknown rows are left out. With `speciesId`, only rows of that
 * species count.
 */
async function listedNames(db, clinicId, rows, speciesId) {
  if (rows.length === 0) return /* @__PURE__ */ new Map();
  const found = await db
    .selectFrom('catalogue')
    .select(['kind', 'id', sql`coalesce(data->>'display_name', data->>'name')`.as('name')])
    .where('clinic_id', '=', clinicId)
    .where((where) => where.or(rows.map(({ kind, id }) => where.and([where('kind', '=', kind), where('id', '=', id)]))))
    .$if(speciesId !== void 0, (query) => query.where(sql`data->>'species_id'`, '=', speciesId))
    .execute();
  return new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
}
// server/modules/appointments/access.ts
/** Reads and locks the owner's own appointment; throws `not_found` for anybody else's (D-201). */
async function ownVisit(trx, { clinic, session }, id) {
  const client = await findClientOf(trx, clinic.id, session.userId);
  const row = client && (await lockVisit(trx, clinic.id, id, client.id));
  if (!row) throw new ApiError('not_found');
  return row;
}
/** Reads the owner's own appointment without locking it. */
async function ownAppointment(db, { clinic, session }, id) {
  const client = await findClientOf(db, clinic.id, session.userId);
  const row = client && (await findAppointment(db, clinic.id, client.id, id));
  if (!row) throw new ApiError('not_found');
  return row;
}
/**
 * Makes the wish for moving an appointment (D-42): its own types, even those hidden by now, location and drop-off.
 * Throws `not_allowed` where the clinic has them no more.
 */
function wishToMove(clinic, row, providerIds, today) {
  const productIds = row.details.productIds ?? [row.product_id];
  const locationId = row.details.location_id ?? null;
  const products = productIds.flatMap((id) => clinic.products.find((product) => product.id === id) ?? []);
  if (
    !(
      products.length === productIds.length &&
      (locationId === null || clinic.locations.some((location) => location.id === locationId))
    )
  )
    throw new ApiError('not_allowed');
  return {
    products,
    providerIds,
    locationId,
    isDropoff: row.is_dropoff,
    today,
  };
}
// server/system/rounds.ts
/**
 * Does rounds of a job, one at a time, until stopped: the first at once, the next `everyMs` milliseconds after one has
 * ended, or at once where more is due. A round that fails goes to `failed` and is left to the next one. Stopping waits
 * for the round under way.
 */
function startRounds(round, everyMs, failed) {
  let isStopped = false;
  let timer;
  const go = async () => {
    let left = 'done';
    try {
      left = await round();
    } catch (error) {
      failed(error);
    }
    if (isStopped) return;
    timer = setTimeout(() => void (running = go()), left === 'more' ? 0 : everyMs);
    timer.unref();
  };
  let running = go();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
// src/contract/zone.ts
/**
 * The zone that times are shown in: the given one, or this device's own where it does not know the given one (D-123,
 * D-413). The server applies this when it loads a clinic and tells the page the outcome, so that the times it offers,
 * the times in messages and calendar files, and the times that the page shows are all in one zone. The server's own
 * zone is that of TZ or its machine. The page applies it to what it is told, since an older browser may know fewer
 * zones than the server.
 */
function knownZone(zone) {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return zone;
  } catch {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
}
// server/calls/clinic.ts
/**
 * A product with the fields that only the server sees, such as secrets and required people. `deposit_amount` is in
 * dollars.
 */
var ServerProduct = assign(
  Product,
  type({
    visibility_token: optional(nullable(string())),
    deposit_amount: optional(nullable(number$1())),
    needs_room: optional(boolean()),
    meeting_url: optional(nullable(string())),
    /** The segments of a compound visit, in their order. */
    segments: optional(
      nullable(
        array(
          type({
            minutes: number$1(),
            providerIds: array(string()),
            needs_room: boolean(),
          }),
        ),
      ),
    ),
  }),
);
/** A clinician with the fields that only the server sees; hours and time off are in the clinic's zone. */
var ServerProvider = assign(
  Provider,
  type({
    private: optional(boolean()),
    hours: array(
      type({
        day: number$1(),
        start: string(),
        end: string(),
        location_id: optional(nullable(string())),
      }),
    ),
    time_off: array(
      type({
        from: string(),
        to: string(),
      }),
    ),
  }),
);
var ServerLocation = assign(Location, ShopLocation);
var Room = assign(Location, type({ location_id: optional(nullable(string())) }));
// server/modules/clinics/repository.ts
/**
 * The clinics in memory, for each open database. A process sees an import by another process after at most `trustMs`
 * milliseconds.
 */
var caches = /* @__PURE__ */ new WeakMap();
var trustMs = 1e3;
function cacheOf(db) {
  const cache = caches.get(db) ?? /* @__PURE__ */ new Map();
  caches.set(db, cache);
  return cache;
}
/** Drops a clinic from memory, after its import. */
var forgetClinic = (db, clinicId) => cacheOf(db).delete(clinicId);
/**
 * Returns a clinic with its products, clinicians, species, locations and rooms; null for an unknown or malformed id. It
 * is kept in memory until its version changes.
 */
async function loadClinic(db, clinicId) {
  if (!clinicIdPattern.test(clinicId)) return null;
  const cache = cacheOf(db);
  const known = cache.get(clinicId);
  const at = performance.now();
  if (known && at - known.checkedAt < trustMs) return known.clinic;
  const row = await db
    .selectFrom('clinics')
    .select(['id', 'shop', 'version'])
    .where('id', '=', clinicId)
    .executeTakeFirst();
  if (!row) {
    cache.delete(clinicId);
    return null;
  }
  if (known && known.clinic.version === row.version) {
    known.checkedAt = at;
    return known.clinic;
  }
  const clinic = await readClinic(db, row);
  cache.set(clinicId, {
    clinic,
    checkedAt: at,
  });
  return clinic;
}
/** Lists the id and name of every clinic, by id. */
async function listClinics(db) {
  return (await db.selectFrom('clinics').select(['id', 'shop']).orderBy('id').execute()).map((row) => ({
    id: row.id,
    name: row.shop.name,
  }));
}
var kinds$1 = ['product', 'provider', 'species', 'location', 'room'];
async function readClinic(db, { id, version, shop }) {
  const stored = await db
    .selectFrom('catalogue')
    .select(['kind', 'data'])
    .where('clinic_id', '=', id)
    .where('kind', 'in', kinds$1)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const of = (kind, struct) =>
    stored.filter((row) => row.kind === kind).map(({ data }) => readDocument(data, struct, 'catalogue.data', id));
  const locations = of('location', ServerLocation);
  const location = locations.map(({ id: locationId, product_ids, provider_user_ids }) => ({
    id: locationId,
    product_ids: product_ids ?? null,
    provider_user_ids: provider_user_ids ?? null,
  }));
  return {
    id,
    version,
    shop: {
      ...shop,
      timezone: knownZone(shop.timezone),
      location,
    },
    products: of('product', ServerProduct),
    providers: of('provider', ServerProvider),
    species: of('species', Species),
    locations,
    rooms: of('room', Room),
  };
}
// server/modules/appointments/visit.ts
function visitOf(clinic, row) {
  const { details } = row;
  const ids = details.productIds ?? [row.product_id];
  const products = clinic.products.filter((product) => ids.includes(product.id));
  const confirms = details.isSendConfirmation !== false;
  return {
    id: row.id,
    status: row.status,
    startsAt: row.starts_at,
    productName:
      ids.flatMap((id) => products.find((product) => product.id === id)?.name ?? []).join(', ') ||
      details.label ||
      'a visit',
    isVirtual: products.some((product) => product.is_telemedicine),
    meetingUrl: products.find((product) => product.is_telemedicine && product.meeting_url)?.meeting_url ?? null,
    providerName: clinic.providers.find((provider) => provider.id === row.provider_id)?.firstName ?? null,
    patientName: nameInMessage(row.patient_name ?? '') || 'your pet',
    speciesName: clinic.species.find((species) => species.id === (details.species_id ?? row.species_id))?.name ?? '',
    note: row.note,
    isDepositDue: details.deposit_due === true,
    said: saidBy(details),
    client: {
      id: row.client_id,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      phone: row.phone,
      metadata: row.client_metadata,
    },
    answers: {
      sms: confirms && details.isReminderSMS !== false,
      email: confirms && details.isReminderEmail !== false,
    },
    reminders: {
      sms: details.isReminderSMS === true,
      email: details.isReminderEmail === true,
    },
  };
}
var factNames = {
  sex: 'sex',
  birthdate: 'date of birth',
  breed: 'breed',
  color: 'color',
};
var worded$1 = (fact, text) =>
  fact === 'birthdate' && isCalendarDate(text) ? formatBirthDate(text) : nameInMessage(text);
/** Returns the owner's answers of the form that are neither in the note nor in the record (D-411). */
function saidBy({ client_dob: born, has_wellness_plan: hasPlan, pet_corrections: corrections }) {
  return [
    ...(corrections ?? []).map(
      ({ fact, said, on_file }) =>
        `The owner says that the pet's ${factNames[fact]} is ${worded$1(fact, said)}. Your record says ${worded$1(fact, on_file)}.`,
    ),
    ...(born && isCalendarDate(born) ? [`The owner's date of birth: ${formatBirthDate(born)}.`] : []),
    ...(typeof hasPlan === 'boolean' ? [`Active wellness plan, as the owner says: ${hasPlan ? 'yes' : 'no'}.`] : []),
  ];
}
/** Writes messages to the outbox in the transaction of their cause (D-211) and returns their number. */
async function tell$1(trx, { messages }, all) {
  await messages.enqueueAll(trx, all);
  return all.length;
}
// server/modules/appointments/reminders.ts
/**
 * Returns the start to mark as reminded when the owner is told at `now` that the appointment is booked: a start within
 * a day, else null.
 */
var remindedBy = (startsAt, now) => (startsAt.getTime() - now.getTime() <= limits.reminderMs ? startsAt : null);
/**
 * The messages sent before a start: how long before, in milliseconds, and the column that stores for which start one
 * was sent (D-218). The conditions repeat those of the indexes word for word, so that the indexes are used.
 */
var kinds = [
  {
    leadMs: limits.reminderMs,
    done: 'reminded_for',
    isDue: sql`status in ('ACCEPTED', 'CONFIRMED') and reminded_for is distinct from starts_at
      and (details->>'isReminderSMS' = 'true' or details->>'isReminderEmail' = 'true')`,
  },
  {
    leadMs: limits.meetingLinkMs,
    done: 'linked_for',
    isDue: sql`status in ('ACCEPTED', 'CONFIRMED') and linked_for is distinct from starts_at and details->'isReminderSMS' is not null`,
  },
];
var atATime$1 = 50;
var pollMs$1 = 5e3;
var dueAppointments = (db, kind, now) =>
  db
    .selectFrom('appointments')
    .select(['clinic_id', 'id', 'starts_at'])
    .where(kind.isDue)
    .where('starts_at', '>', now)
    .where('starts_at', '<=', new Date(now.getTime() + kind.leadMs));
/**
 * Writes due messages to the outbox, at most one batch of each kind, and returns how many appointments were checked.
 * Any number of processes may run it: mark and message are written together under the row's lock.
 */
async function remindDue(outside) {
  let seen = 0;
  for (const kind of kinds) {
    const due = await dueAppointments(outside.db, kind, outside.clock.now())
      .orderBy('starts_at')
      .limit(atATime$1)
      .execute();
    for (const one of due)
      try {
        seen += Number(await remind(outside, kind, one));
      } catch {
        outside.log.warn(
          {
            clinic: one.clinic_id,
            appointment: one.id,
            kind: kind.done,
          },
          'a reminder could not be written',
        );
      }
  }
  return seen;
}
/** Reminds of one appointment; false when another process has its row, or it is not due any more. */
async function remind({ db, clock, config, messages }, kind, { clinic_id: clinicId, id }) {
  const clinic = await loadClinic(db, clinicId);
  if (!clinic) return false;
  return inTransaction(db, async (trx) => {
    const mine = await lockDue(trx, kind, clinicId, id, clock.now());
    if (!mine) return false;
    await trx
      .updateTable('appointments')
      .set({ [kind.done]: mine.starts_at })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .execute();
    const visit = visitOf(clinic, await getVisit(trx, clinicId, id));
    await tell$1(
      trx,
      { messages },
      kind.done === 'reminded_for' ? reminders(clinic, visit, config.publicUrl) : meetingLinks(clinic, visit),
    );
    return true;
  });
}
var lockDue = (trx, kind, clinicId, id, now) =>
  dueAppointments(trx, kind, now)
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
/** Runs the round that reminds until it is stopped. */
var startReminders = (outside) =>
  startRounds(
    async () => ((await remindDue(outside)) >= atATime$1 ? 'more' : 'done'),
    pollMs$1,
    () => outside.log.warn('due reminders could not be read'),
  );
// src/domain/appointment/bookedEvent.ts
/**
 * Whether an appointment was canceled or declined, so that its calendar file removes it from the owner's calendar
 * again.
 */
var isCalledOff = (status) => status === 'DELETED' || status === 'DECLINED';
// src/domain/shop/money.ts
/**
 * The format of dollars. It is made when the first amount is shown, because making it takes a phone tens of
 * milliseconds and the first screen shows no amount.
 */
var dollars;
/** An amount in dollars with two decimals, '$68.00' (CONST-02, D-101). */
var formatMoney = (amount) =>
  (dollars ??= new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
  })).format(amount);
/** Formats an amount that is given in cents, as premiums are (D-101). */
var formatCents = (cents) => formatMoney(cents / 100);
// src/domain/payment/refund.ts
/**
 * How many hours before the start an owner has to cancel to get the deposit back; null where the clinic decides each
 * time (D-414).
 */
var refundHours = (settings) => settings.deposit_refund_hours ?? null;
/** What happens by the clinic's rule to the deposit of an appointment that is canceled at `now`. */
function onCancel(settings, startsAt, now) {
  const hours = refundHours(settings);
  if (hours === null) return 'asked';
  return startsAt.getTime() - now.getTime() >= hours * 36e5 ? 'refunded' : 'kept';
}
/** 'your card ending in 4242' */
var cardWords = (last4) => (last4 === null ? 'the card you paid with' : `your card ending in ${last4}`);
/** The sentence for a clinic that has no rule and decides each time. */
var askedText = (amount) => `The clinic decides whether your deposit of ${formatMoney(amount)} is refunded.`;
/** '48 hours', '7 days' */
var hoursText = (hours) =>
  hours % 24 === 0 && hours > 48 ? `${hours / 24} days` : hours === 1 ? '1 hour' : `${hours} hours`;
var BANK_DAYS = 'Banks can take up to 10 days to show it.';
/** The sentence that the money is on its way back, the same in messages and on the screen. */
var refunding = ({ amount, card_last4 }) =>
  `We are refunding your deposit of ${formatMoney(amount)} to ${cardWords(card_last4)}.`;
// server/modules/deposits/messages.ts
/** Returns a payment's owner, product and amount in words; null without an owner. */
async function aboutPayment(db, clinic, payment) {
  const owner = await db
    .selectFrom('clients')
    .select(['first_name', 'last_name', 'phone', 'email', 'metadata'])
    .where('clinic_id', '=', clinic.id)
    .where('id', '=', payment.client_id)
    .executeTakeFirst();
  if (!owner) return null;
  return {
    owner,
    product: clinic.products.find((one) => one.id === payment.product_id)?.name ?? 'an appointment',
    amount: formatCents(payment.amount_cents),
  };
}
/**
 * Makes the messages about a paid deposit: to the clinic and, if the paid time is gone, to the owner, by the ways
 * agreed to in the booking (D-87, D-96). The receipt comes from the card provider.
 */
async function depositNotices(db, clinic, payment, what, publicUrl) {
  const about = await aboutPayment(db, clinic, payment);
  if (!about) return [];
  const { owner, product, amount } = about;
  if (what === 'paid')
    return clinicNotice(clinic, {
      kind: 'deposit_paid',
      of: {
        id: payment.client_id,
        name: ownerName(owner),
      },
      subject: `Deposit paid: ${ownerName(owner)}, ${amount}`,
      lines: [`A deposit of ${amount} was paid for ${product}.`, '', `Owner: ${ownerLine(owner)}`],
      short: `Deposit of ${amount} paid by ${ownerInShort(owner)} for ${product}.`,
    });
  const wanted = payment.booking;
  const when = wanted ? formatDateTime(new Date(wanted.date), clinic.shop.timezone) : null;
  return [
    ...clinicNotice(clinic, {
      kind: 'deposit_waits',
      of: {
        id: payment.client_id,
        name: ownerName(owner),
      },
      subject: `Deposit paid without an appointment: ${ownerName(owner)}, ${amount}`,
      lines: [
        `A deposit of ${amount} was paid for ${product}${when ? `, ${when}` : ''}, but the appointment could not be made. The deposit waits for another time.`,
        '',
        `Owner: ${ownerLine(owner)}`,
        'Please help the owner to find another time.',
      ],
      short: `${ownerInShort(owner)} paid a deposit of ${amount} for ${product}, but the time is gone. Please help the owner to find another one.`,
    }),
    ...(wanted
      ? timeGone(clinic, owner, waysOf(wanted), {
          amount,
          product,
          link: `${publicUrl}/${clinic.id}/${payment.id}`,
        })
      : []),
  ];
}
/** Returns the ways of messaging agreed to in a booking (D-87). */
var waysOf = ({ isSendConfirmation, isReminderSMS, isReminderEmail }) => ({
  sms: isSendConfirmation && isReminderSMS,
  email: isSendConfirmation && isReminderEmail,
});
var timeGone = (clinic, owner, ways, { amount, product, link }) =>
  toOwner(clinic, owner, ways, {
    kind: 'deposit_waits',
    subject: `Please choose another time at ${clinic.shop.name}`,
    lines: [
      `We received your payment of ${amount} for ${product}, but could not save your appointment: its time is gone. Your deposit is kept for another time.`,
      '',
      {
        words: 'Choose another time',
        link,
      },
      'Or call us, and we find one together.',
    ],
    short: `we received your payment of ${amount}, but the time is gone. Your deposit is kept. Choose another time: ${link} or call ${formatPhone(clinic.shop.phoneNumber)}.`,
  });
// server/modules/deposits/refunds/messages.ts
/**
 * Returns the operator's command that refunds a deposit or retries it at once; `id` is its appointment, or the payment
 * if it has none.
 */
var refundCommand = (clinicId, id) => `npm run clinic -- refund ${clinicId} ${id}`;
/** Makes the notices to the clinic about a refund that does not go through, and about one that did so later (D-414). */
async function refundNotices(db, clinic, payment, what, failure) {
  const about = await aboutPayment(db, clinic, payment);
  if (!about) return [];
  const { owner, product, amount } = about;
  const name = ownerName(owner);
  const of = {
    id: payment.client_id,
    name,
  };
  if (what === 'arrived')
    return clinicNotice(clinic, {
      kind: 'refund_arrived',
      of,
      subject: `Refund made: ${name}, ${amount}`,
      lines: [
        `The deposit of ${amount} for ${product} could not be refunded before. Now it is.`,
        '',
        `Owner: ${ownerLine(owner)}`,
      ],
      short: `The deposit of ${amount} of ${ownerInShort(owner)} could not be refunded before. Now it is.`,
    });
  const why = failure ?? 'The bank did not take the money.';
  const again =
    payment.appointment_id === null ? null : `To try at once: ${refundCommand(clinic.id, payment.appointment_id)}`;
  return clinicNotice(clinic, {
    kind: 'refund_failed',
    of,
    subject: `Refund has not gone through: ${name}, ${amount}`,
    lines: [
      `The deposit of ${amount} for ${product} could not be refunded yet:`,
      why,
      '',
      `Owner: ${ownerLine(owner)}`,
      '',
      'It is tried again until it goes through; we tell you then.',
      ...(again ? [again] : []),
    ],
    short: `The deposit of ${amount} of ${ownerInShort(owner)} could not be refunded yet: ${why} It is tried again.`,
  });
}
/**
 * Makes the messages that a deposit without an appointment is refunded, by the ways agreed to in the booking (D-87,
 * D-414).
 */
async function refundToldOf(db, clinic, payment, sentence) {
  const about = await aboutPayment(db, clinic, payment);
  const consent = payment.booking;
  if (!about || consent?.isSendConfirmation === false) return [];
  const { shop } = clinic;
  return toOwner(
    clinic,
    about.owner,
    {
      sms: consent?.isReminderSMS !== false,
      email: consent?.isReminderEmail !== false,
    },
    {
      kind: 'refund',
      subject: `Your deposit at ${shop.name}`,
      lines: [sentence],
      short: `${sentence} Questions? Call ${formatPhone(shop.phoneNumber)}.`,
    },
  );
}
// server/modules/appointments/refunds.ts
/** Refunds of deposits whose appointment is declined or canceled (D-414). */
var sentenceOf = ({ amount_cents, card_last4 }) =>
  `${refunding({
    amount: amount_cents / 100,
    card_last4,
  })} ${BANK_DAYS}`;
/**
 * Starts the refund of what was paid for the appointment. Returns the sentence that tells its owner; null where nothing
 * was paid.
 */
async function giveBack$1(trx, clinic, id, reason, now) {
  const paid = await refundPaid(trx, clinic.id, id, reason, now);
  return paid.length === 0 ? null : paid.map(sentenceOf).join(' ');
}
/** Applies the clinic's rule for an owner's own cancellation (D-414). */
async function ownerCancels(trx, clinic, row, now) {
  const deposit = await depositOf$1(trx, clinic.id, row.id);
  if (!deposit) return null;
  const outcome = onCancel(clinic.shop.feature_settings, row.starts_at, now);
  if (deposit.status !== 'complete')
    return {
      outcome,
      toOwner: null,
      toClinic: null,
    };
  const money = formatCents(deposit.amount_cents);
  if (outcome === 'refunded')
    return {
      outcome,
      toOwner: await giveBack$1(trx, clinic, row.id, 'canceled', now),
      toClinic: `The deposit of ${money} goes back to the owner's card, as your settings say.`,
    };
  const command = refundCommand(clinic.id, row.id);
  if (outcome === 'asked')
    return {
      outcome,
      toOwner: askedText(deposit.amount_cents / 100),
      toClinic: `A deposit of ${money} was paid for it. Whether it is refunded is up to you. To refund it: ${command}`,
    };
  const late = `less than ${hoursText(refundHours(clinic.shop.feature_settings) ?? 0)} away`;
  return {
    outcome,
    toOwner: `Your deposit of ${money} is not refunded, as your appointment was ${late}.`,
    toClinic: `A deposit of ${money} was paid for it. It is not refunded, as the appointment was ${late}. To refund it all the same: ${command}`,
  };
}
/** Applies the same rule to a deposit that was paid after its appointment was canceled, and tells owner and clinic. */
async function paidTooLate(trx, clinic, row, services, now) {
  if (!isCalledOff(row.status)) return false;
  const isDeclined = row.status === 'DECLINED';
  const goesBack = isDeclined || row.details.deposit_on_cancel === 'refunded';
  const visit = visitOf(clinic, row);
  const toOwner = goesBack ? await giveBack$1(trx, clinic, row.id, isDeclined ? 'declined' : 'canceled', now) : null;
  await tell$1(trx, services, [
    ...(toOwner === null ? [] : refundTold(clinic, visit, toOwner)),
    ...lateDepositNotices(
      clinic,
      visit,
      goesBack ? 'It goes back to the owner’s card.' : `To refund it: ${refundCommand(clinic.id, row.id)}`,
    ),
  ]);
  return true;
}
/**
 * Refunds a deposit for the operator: `id` is an appointment that is over, declined or canceled, or a payment without
 * one. A refund under way is tried again at once. Throws `not_found` and `not_allowed`, with words for the operator.
 */
async function refundByOperator(db, services, clinicId, id) {
  const clinic = await loadClinic(db, clinicId);
  if (!clinic) throw new ApiError('not_found', { message: `There is no clinic "${clinicId}".` });
  return inTransaction(db, async (trx) => {
    const now = services.clock.now();
    const row = await lockVisit(trx, clinicId, id);
    const alone = row ? null : await lockPayment(trx, clinicId, id);
    const payments = row
      ? await lockPaidOf(trx, clinicId, id)
      : alone && alone.appointment_id === null && wasPaid(alone)
        ? [alone]
        : [];
    if (!row && payments.length === 0)
      throw new ApiError('not_found', {
        message: `${clinic.shop.name} has no appointment "${id}", and no payment of that number without one.`,
      });
    if (payments.length === 0)
      throw new ApiError('not_allowed', { message: 'No deposit was paid for this appointment.' });
    if (
      row &&
      isToCome(
        {
          status: row.status,
          startsAt: row.starts_at,
        },
        now,
      )
    )
      throw new ApiError('not_allowed', {
        message: `The appointment is still to come. Declining it refunds the deposit: npm run clinic -- decline ${clinicId} ${id}`,
      });
    const sentence = payments.map(sentenceOf).join(' ');
    const held = payments.filter(isHeld);
    if (held.length === 0) {
      const open = payments.filter(({ status }) => status === 'refunding');
      for (const payment of open) await wakeRefunds(trx, now, payment);
      return {
        what: open.length > 0 ? 'woken' : 'done',
        sentence,
        told: 0,
      };
    }
    for (const payment of held) await openRefund(trx, payment, 'clinic', now);
    const said = held.map(sentenceOf).join(' ');
    return {
      what: 'begun',
      sentence: said,
      told: await tell$1(
        trx,
        services,
        row ? refundTold(clinic, visitOf(clinic, row), said) : await refundToldOf(trx, clinic, held[0], said),
      ),
    };
  });
}
// server/modules/appointments/reply.ts
/** Returns the paid deposit and whether it is kept or refunded (D-414). */
function depositOf({ status, deposit, details }) {
  if (deposit === null) return null;
  const held = !isCalledOff(status) ? 'paid' : details.deposit_on_cancel === 'kept' ? 'kept' : 'asked';
  return {
    amount: deposit.amount_cents / 100,
    state: deposit.status === 'complete' ? held : deposit.status,
    card_last4: deposit.card_last4,
  };
}
/** Makes the reply for an appointment, with an item for each of its types (ENT-19, ENT-20). */
function appointmentReply(clinic, row) {
  const provider = clinic.providers.find((one) => one.id === row.provider_id);
  const { label, location_id } = row.details;
  const productIds = row.details.productIds ?? [row.product_id];
  const minutes = Math.round((row.ends_at.getTime() - row.starts_at.getTime()) / MINUTE);
  return {
    id: row.id,
    fromDate: row.starts_at.toISOString(),
    toDate: row.ends_at.toISOString(),
    status: row.status,
    note: row.note,
    location_id: location_id ?? null,
    is_waitlisted: row.is_waitlisted,
    deposit: depositOf(row),
    providers: provider
      ? [
          {
            id: provider.id,
            firstName: provider.firstName,
            avatar: provider.avatar ?? null,
          },
        ]
      : [],
    items: productIds.map((id) => {
      const product = clinic.products.find((one) => one.id === id);
      return {
        clientId: row.client_id,
        providerId: row.provider_id,
        metadata: {
          providerName: provider?.firstName ?? null,
          providerAvatar: provider?.avatar ?? null,
          productId: id,
          productName: product?.name ?? (id === row.product_id ? (label ?? '') : ''),
          patientName: row.patient_name ?? '',
          patientId: row.patient_id,
          productTime: productIds.length === 1 ? minutes : (product?.metadata.time ?? 0),
          is_telemedicine: product?.is_telemedicine === true,
        },
      };
    }),
  };
}
// src/domain/client/clientType.ts
/** A client is returning when its record is more than 12 hours old; without a date it is new (CTYPE-04, D-55). */
var isReturningClient = (createdAt, now) =>
  typeof createdAt === 'string' && now.getTime() - Date.parse(createdAt) > limits.newClientWindowMs;
// src/domain/booking/deposit.ts
/** Whether the type requires a deposit from this kind of client (DEP-09, D-94). */
function isDepositRequired(settings, product, isReturning) {
  const { depositRequiredBeforeBooking, collectDepositFromNewClients, collectDepositFromReturningClients } =
    product.metadata;
  return (
    isEnabled(settings, 'deposit_collection_v1_enabled') &&
    depositRequiredBeforeBooking === true &&
    (isReturning ? collectDepositFromReturningClients : collectDepositFromNewClients) === true
  );
}
// server/modules/auth/codes/signUpRepository.ts
/**
 * Stores a password in its session until the code of this sign-up proves one of the contacts. A session's later sign-up
 * replaces the earlier one, whose code is worth nothing for it (D-214, D-406).
 */
async function keepSignUp(trx, clinicId, sessionId, { email, phone }, passwordHash, now) {
  await dropSignUp(trx, clinicId, sessionId);
  await trx
    .insertInto('sign_ups')
    .values({
      clinic_id: clinicId,
      session_id: sessionId,
      email,
      phone,
      password_hash: passwordHash,
      expires_at: new Date(now.getTime() + limits.signUpMs),
    })
    .execute();
}
/** Deletes a session's sign-up with its password, and voids its codes (D-406). */
async function dropSignUp(db, clinicId, sessionId) {
  await db.deleteFrom('sign_ups').where('clinic_id', '=', clinicId).where('session_id', '=', sessionId).execute();
  await db
    .deleteFrom('codes')
    .where('clinic_id', '=', clinicId)
    .where('session_id', '=', sessionId)
    .where('purpose', '=', 'sign-up')
    .where('used_at', 'is', null)
    .execute();
}
/**
 * Prolongs the session's sign-up to the life of its new code; false if the session has no sign-up for the identifier.
 */
async function prolongSignUp(trx, clinicId, sessionId, { channel, value }, now) {
  const { numUpdatedRows } = await trx
    .updateTable('sign_ups')
    .set({ expires_at: new Date(now.getTime() + limits.signUpMs) })
    .where('clinic_id', '=', clinicId)
    .where('session_id', '=', sessionId)
    .where(channel === 'email' ? 'email' : 'phone', '=', value)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
/**
 * Takes the session's sign-up for an identifier that its code has just proved, unless it has expired. Deletes all
 * sign-ups of the session and for the identifier, since unproved passwords of others are void (D-214).
 */
async function takeSignUp(trx, clinicId, sessionId, { channel, value }, now) {
  const column = channel === 'email' ? 'email' : 'phone';
  return (
    (
      await trx
        .deleteFrom('sign_ups')
        .where('clinic_id', '=', clinicId)
        .where((where) => where.or([where(column, '=', value), where('session_id', '=', sessionId)]))
        .returningAll()
        .execute()
    ).find((row) => row.session_id === sessionId && row[column] === value && row.expires_at > now) ?? null
  );
}
// src/domain/validation/petName.ts
/** Shown under a missing name (VAL-13). */
var PET_NAME_REQUIRED = 'Pet name is required';
/** Shown under a name of more than 30 characters (VAL-14). */
var PET_NAME_TOO_LONG = "Please limit your pet's name to 30 characters.";
/**
 * The message for a pet's name that is missing or has more than `most` characters; null for a right one. The default is
 * for a typed name; a pet on file has whatever name the clinic gave it (D-411).
 */
function petNameProblem(name, most = limits.petNameMax) {
  const tidy = tidySpaces(name);
  if (tidy === '') return PET_NAME_REQUIRED;
  return tidy.length > most ? PET_NAME_TOO_LONG : null;
}
// server/modules/appointments/patient.ts
var comparable = (name) => tidySpaces(name).normalize('NFC').toLowerCase();
/**
 * The message for a chosen pet that this visit cannot be for: its species has changed, or it is not listed any more.
 */
var PET_NOT_OFFERED = 'Please choose your pet again.';
/**
 * Finds the client's pet on file for the booking; null for a new pet. A chosen one is looked up by id: throws
 * `not_found` if it is not the client's, and `validation` if a visit of this species cannot be for it (D-408).
 * Otherwise it is the living pet of the same name, in any letter case, and species; a pet without a species matches
 * any.
 */
function patientMeant(patients, pet) {
  const fits = (one) => !one.deceased_at && (one.species_id === pet.speciesId || one.species_id === null);
  if (pet.id !== null) {
    const chosen = patients.find((one) => one.id === pet.id);
    if (!chosen) throw new ApiError('not_found');
    if (!fits(chosen)) throw new ApiError('validation', { fields: { patientName: PET_NOT_OFFERED } });
    return chosen;
  }
  const named = patients.filter((one) => fits(one) && comparable(one.name) === comparable(pet.name));
  return named.find((one) => one.species_id !== null) ?? named[0] ?? null;
}
/**
 * Throws for a pet that cannot be booked: as `patientMeant` does, and for a new pet's name that is too long (VAL-14,
 * D-411).
 */
function mustBeBookable(patients, pet) {
  const problem = patientMeant(patients, pet) ? null : petNameProblem(pet.name);
  if (problem) throw new ApiError('validation', { fields: { patientName: problem } });
}
/** The facts about a pet: the column of its text, and the column that refers to the clinic's list, if any. */
var facts = [
  {
    fact: 'sex',
    text: 'sex',
    row: 'patient_sex_id',
  },
  {
    fact: 'birthdate',
    text: 'birthdate',
    row: null,
  },
  {
    fact: 'breed',
    text: 'breed',
    row: 'breed_id',
  },
  {
    fact: 'color',
    text: null,
    row: 'patient_color_id',
  },
];
var sameText = (a, b) => a !== null && b !== null && comparable(a) === comparable(b);
var isSame = (a, b) => (a.row !== null && a.row === b.row) || sameText(a.text, b.text);
/**
 * Compares the booking's answers with the record: `missing` completes the record, while `corrections` differ from it
 * and leave it unchanged (D-89, D-411).
 */
function besideRecord(patient, pet) {
  const missing = patient.species_id ? {} : { species_id: pet.speciesId };
  const corrections = [];
  for (const { fact, text, row } of facts) {
    const of = (from) => ({
      text: (text && from[text]) || null,
      row: (row && from[row]) || null,
    });
    const [said, onFile] = [of(pet.details), of(patient)];
    const isSaid = said.text !== null || said.row !== null;
    const isKnown = onFile.text !== null || onFile.row !== null;
    if (isSaid && isKnown && !isSame(said, onFile)) {
      corrections.push({
        fact,
        said,
        onFile,
      });
      continue;
    }
    if (text && said.text !== null && onFile.text === null) missing[text] = said.text;
    if (row && said.row !== null && onFile.row === null) missing[row] = said.row;
  }
  return {
    missing,
    corrections,
  };
}
/** Puts corrections into words, with the clinic's names where its lists have them. */
async function worded(trx, clinicId, corrections) {
  const kinds = {
    sex: 'patient_sex',
    birthdate: null,
    breed: 'breed',
    color: 'patient_color',
  };
  const names = await listedNames(
    trx,
    clinicId,
    corrections.flatMap(({ fact, said, onFile }) =>
      [said.row, onFile.row].flatMap((id) =>
        id !== null && kinds[fact]
          ? [
              {
                kind: kinds[fact],
                id,
              },
            ]
          : [],
      ),
    ),
  );
  const words = (fact, { text, row }) => text ?? names.get(`${kinds[fact]} ${row}`) ?? row ?? '';
  return corrections.map(({ fact, said, onFile }) => ({
    fact,
    said: words(fact, said),
    on_file: words(fact, onFile),
  }));
}
/**
 * Returns the booking's pet, new or on file and completed, with the owner's corrections. `seen` are the client's pets
 * as read before the lock. They are used if nothing is to be written, else read again, since a parallel booking may
 * have written the same.
 */
async function patientFor(trx, clinicId, clientId, seen, pet, now, newId) {
  const before = patientMeant(seen, pet);
  const beside = before && besideRecord(before, pet);
  if (before && Object.keys(beside.missing).length === 0)
    return {
      ...before,
      corrections: beside.corrections,
    };
  const known = patientMeant(await patientsOf(trx, clinicId, clientId), pet);
  if (known) {
    const { missing, corrections } = besideRecord(known, pet);
    if (Object.keys(missing).length > 0)
      await trx
        .updateTable('patients')
        .set({
          ...missing,
          changed_at: now,
        })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', known.id)
        .execute();
    return {
      ...known,
      corrections,
    };
  }
  const id = newId();
  const name = tidySpaces(pet.name);
  await trx
    .insertInto('patients')
    .values({
      clinic_id: clinicId,
      id,
      client_id: clientId,
      name,
      species_id: pet.speciesId,
      ...pet.details,
      deceased_at: null,
      changed_at: now,
    })
    .execute();
  return {
    id,
    name,
    species_id: pet.speciesId,
    corrections: [],
  };
}
// src/domain/validation/birthDate.ts
/**
 * Shown under a missing date (VAL-29). The messages for pets, VAL-33 to 35, are word for word those for clients (D-79).
 */
var BIRTH_DATE_REQUIRED = 'Your date of birth is required';
/** Shown under a date that is today or later (VAL-30). */
var BIRTH_DATE_NOT_PAST = 'Your date of birth must be in the past';
/** Shown under a date before 1776 (VAL-31). */
var BIRTH_DATE_TOO_EARLY = 'Are you a time traveler? Please pick a date after 1776 :)';
/**
 * The message for a birth date; null for a right one. Dates are YYYY-MM-DD and `today` is the clinic's. A date that
 * does not exist counts as missing, today is not in the past, and 1776-01-01 is accepted (D-79).
 */
function birthDateProblem(date, today) {
  if (!isCalendarDate(date)) return BIRTH_DATE_REQUIRED;
  if (date >= today) return BIRTH_DATE_NOT_PAST;
  return date < limits.earliestBirthDate ? BIRTH_DATE_TOO_EARLY : null;
}
// src/domain/validation/note.ts
/** Shown under a note of more than 500 characters (VAL-17). */
var NOTE_TOO_LONG = 'Please limit your note to 500 characters';
/**
 * Pictures such as emoji. They are dropped, even those that Unicode counts among the letters, the mathematical signs or
 * the marks.
 */
var picture = '[\\p{Extended_Pictographic}\\u20E3]';
/** Units that are written as one character: ℃ ℥ ㎎ … */
var unit = '℃℉℔℥℈№㋀-㋏㌀-㏿';
/** A character that a dash or a slash may join to another. */
var word = `(?!${picture})[\\p{L}\\p{M}\\p{N}%‰‱٪°${unit}]`;
/** How a number begins. */
var number = '[.,·٫]?\\p{N}';
/** Points and commas as numbers have them in many scripts. */
var point = '.,…‥\\uFE19\\uFE30·‧・･•。｡、،٫٬';
var pattern = (body) => new RegExp(body, 'gu');
/**
 * Invisible signs, which are removed. Within a word or a number they stay, and are as little seen in the saved note.
 */
var unseen = pattern(`(?<!${word}|${invisible})${invisible}+|${invisible}+(?!${word}|${invisible})`);
/**
 * Characters that are dropped: all except letters, marks, digits, spaces, quotes, mathematical signs, signs of doses
 * and measures, and those that stay or go by their place.
 */
var dropped = pattern(
  `${picture}|[^\\p{L}\\p{M}\\p{N}\\p{Sm}${invisible}\\s'"%‰‱٪؉؊:*^\\\\°${unit}\\-/${point}#;&@]|[|]`,
);
/**
 * Characters that are dropped by their place: points and commas that are not next to a digit, a # without a digit
 * before it, and any of `;&@` that is not between two numbers.
 */
var astray = pattern(
  `(?<![\\p{N}${point}])[${point}]+(?![\\p{N}${point}])|(?<!\\p{N})#|(?<!\\p{N} ?)[;&@]|[;&@](?! ?[-+±~<>=≤≥≈]*${number})`,
);
/** A NUL, which marks something that was dropped, between two numbers. */
var between = pattern(`(?<=\\p{N})\0(?= ?[-+±~<>=≤≥≈]*${number})`);
var numberNext = new RegExp(`^${number}`, 'u');
var wordBefore = new RegExp(`(?:${word}|\\p{N}['"])\0? ?$`, 'u');
var wordNext = new RegExp(`^\0? ?(?:${word}|${number})`, 'u');
/**
 * Whether a run of dashes and slashes stays: as the sign before a number, in a range, in a fraction, or in a word of
 * two parts.
 */
var joins = (run, before, after) =>
  (numberNext.test(after) && (run.endsWith('-') || /\p{N}$/u.test(before))) ||
  (run.length === 1 && wordBefore.test(before) && wordNext.test(after));
/**
 * Writes signs that exist in several forms in one of them: digits, full-width signs, quotes, dashes and mathematical
 * signs.
 */
var plainSigns = (note) =>
  straightSigns(
    note
      .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
      .replace(/\u{1F51F}/gu, '⑩')
      .replace(/[\u2024\uFE10-\uFE16\uFE50-\uFE6B\uFF01-\uFF5E]|\p{Nd}/gu, (sign) => sign.normalize('NFKC')),
  )
    .replace(/[〜〰⁓˜]/g, '~')
    .replace(/˚/g, '°')
    .replace(/[⁄∕]/g, '/')
    .replace(
      /[✕✖➕➖➗]/g,
      (sign) =>
        ({
          '➕': '+',
          '➖': '-',
          '➗': '÷',
        })[sign] ?? '×',
    );
/** Leaves one of each run of spaces, and one of each run of NULs, which mark what was dropped. */
var tidied = (text) => text.replace(/[^\S\n]+/gu, ' ').replace(/ ?\0[ \0]*/g, (gap) => (gap.length > 1 ? '\0 ' : '\0'));
/**
 * The note as it is saved (VAL-21 to 24): trimmed, with straight quotes, without emoji, symbols and punctuation, and
 * never longer than it was. What numbers and doses are made of stays, with full-width signs in their plain form, so
 * that no number becomes another (D-84, D-409). What is dropped leaves a space, or a semicolon between two numbers,
 * because a space could join them into one.
 */
function sanitiseNote(note) {
  return tidied(
    tidied(plainSigns(note).replace(unseen, '').replace(dropped, '\0').replace(astray, '\0')).replace(
      /[-/]+/g,
      (run, at, all) => (joins(run, all.slice(0, at).slice(-6), all.slice(at + run.length).slice(0, 6)) ? run : '\0'),
    ),
  )
    .replace(between, ';')
    .replace(/\0/g, ' ')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}
// server/modules/appointments/plan.ts
/**
 * Throws unless the deposit is paid or the booking may go on as a request without it: where the type allows that or no
 * money can be taken (DEP-10, DEP-11, D-216).
 */
function mustNotSkipDeposit(product, deposit) {
  if (deposit !== 'open' || product.metadata.appointmentRequestWithoutDeposit || !product.deposit_amount) return;
  throw new ApiError('not_allowed', { message: 'Please pay the deposit to book this appointment.' });
}
/**
 * Throws `not_allowed` where the clinic takes no bookings online, or none from new clients (DISABLED-01, DISABLED-06,
 * D-54).
 */
function mustBeOn({ shop }, isReturning) {
  const isOff = (name) => isEnabled(shop.feature_settings, name);
  if (
    isOff('online_booking_disabled') ||
    (isOff('new_client_booking_disabled') && isOff('returning_client_booking_disabled')) ||
    (!isReturning && isOff('new_client_booking_disabled'))
  )
    throw new ApiError('not_allowed');
}
/**
 * Throws `not_allowed` for a species that a product is not for, and for a new client where it takes none (D-55, D-74).
 */
function mustSuit(products, speciesId, isReturning) {
  if (
    !products.every(
      ({ metadata }) =>
        (!metadata.speciesIds?.length || metadata.speciesIds.includes(speciesId)) &&
        (isReturning || metadata.allowNewClients !== false),
    )
  )
    throw new ApiError('not_allowed');
}
var requestLine = (firstName) => `\nRequested provider: ${firstName}`;
/**
 * Returns the note's line that names the requested clinician (D-66), who must be able to do the visit: the one in the
 * body, else, for a visit of one part, the one booked. '' if nobody was requested or the clinic wants no such line.
 * Older pages only end the note with the line; for a compound visit it alone tells the clinician (D-408).
 */
function lineOf(body, clinic, wish) {
  if (
    !body.specific_doctor_requested ||
    !isEnabled(clinic.shop.feature_settings, 'include_requested_provider_in_appointment_note')
  )
    return '';
  const able = eligibleProviders(clinic, wish.products, wish.locationId);
  const isCompound = wish.products.some(({ segments }) => segments?.length);
  const possible = isCompound ? able : able.filter(({ id }) => id === body.products[0].providerId);
  const requested =
    possible.find(({ id }) => id === body.requested_provider_id) ??
    possible.find(({ firstName }) => noteOf(body).endsWith(requestLine(firstName))) ??
    (isCompound ? void 0 : possible[0]);
  return requested ? requestLine(requested.firstName) : '';
}
/** The note after a line break, since an older page's note may consist of the line alone. */
var noteOf = ({ note }) => `\n${note ?? ''}`;
/**
 * Returns the note to save: the typed text, whose length is checked, and the line that names the requested clinician
 * (D-66).
 */
function savedNote(body, clinic, wish) {
  const line = lineOf(body, clinic, wish);
  const given = noteOf(body);
  const typed = sanitiseNote(line && given.endsWith(line) ? given.slice(0, -line.length) : given);
  if (typed.length > limits.noteMax) throw new ApiError('validation', { fields: { note: NOTE_TOO_LONG } });
  return (typed + line).trim() || null;
}
function checkedPet(body, today) {
  const fields = {};
  for (const field of ['birthdate', 'client_dob']) {
    const problem = body[field] ? birthDateProblem(body[field], today) : null;
    if (problem) fields[field] = problem;
  }
  if (tidySpaces(body.patientName) === '') fields['patientName'] = PET_NAME_REQUIRED;
  if (Object.keys(fields).length > 0) throw new ApiError('validation', { fields });
  return {
    id: body.patientId ?? null,
    name: body.patientName,
    speciesId: body.speciesId,
    details: {
      sex: body.sex ?? null,
      birthdate: body.birthdate ?? null,
      breed: body.breed ?? null,
      breed_id: body.breed_id ?? null,
      patient_color_id: body.patient_color_id ?? null,
      patient_sex_id: body.patient_sex_id ?? null,
    },
  };
}
/** Checks all that a create call claims against the clinic's catalogue and settings (D-201), and decides the status. */
function planBooking(clinic, body, client, today, now, deposit) {
  const [first] = body.products;
  const picked = pickedFor(body, first.providerId, body.roomId);
  const providers = [
    ...body.products.map((one) => one.providerId),
    ...picked.flatMap(({ providerId }) => providerId ?? []),
  ];
  mustExist(clinic, {
    providers,
    rooms: picked.map(({ roomId }) => roomId),
  });
  if (!clinic.species.some((species) => species.id === body.speciesId)) throw new ApiError('not_found');
  const isReturning = isReturningClient(client.created_at.toISOString(), now);
  mustBeOn(clinic, isReturning);
  const wish = wishOf(
    clinic,
    {
      productIds: body.products.map((one) => one.id),
      productToken: body.product_token,
      providerIds: [],
      locationId: body.location_id,
      isDropoff: body.isDropoff,
    },
    today,
  );
  mustBeOffered(clinic, wish, providers, body.isDropoff === true);
  mustSuit(wish.products, body.speciesId, isReturning);
  const asksDeposit = isDepositRequired(clinic.shop.feature_settings, wish.products[0], isReturning);
  if (asksDeposit) mustNotSkipDeposit(wish.products[0], deposit);
  const isDepositDue = asksDeposit && deposit !== 'paid';
  const isAccepted = clinic.shop.metadata.isAutoAccept === true && !isDepositDue;
  return {
    wish,
    picked,
    pet: checkedPet(body, today),
    note: savedNote(body, clinic, wish),
    status: isAccepted ? 'ACCEPTED' : 'REQUESTED',
    isReturning,
    isDepositPaid: asksDeposit && !isDepositDue,
    isDepositDue,
  };
}
// server/modules/appointments/create.ts
/** Returns the client who books: the session's owner, with a record at this clinic (D-201). */
async function bookerOf(trx, { clinic, session }) {
  const booker = await findBooker(trx, clinic.id, session.userId, [session.email, session.phone]);
  if (!booker) throw new ApiError('not_allowed', { message: 'Please tell us who you are before you book.' });
  if (booker.isBlocked) throw new ApiError('slot_gone');
  return booker;
}
/** Refuses with `not_found` a breed, color or sex that the clinic's lists of the species do not have. */
async function mustBeListed(trx, clinicId, { details, speciesId }) {
  const rows = [
    ['breed', details.breed_id],
    ['patient_color', details.patient_color_id],
    ['patient_sex', details.patient_sex_id],
  ].flatMap(([kind, id]) =>
    id
      ? [
          {
            kind,
            id,
          },
        ]
      : [],
  );
  if ((await listedNames(trx, clinicId, rows, speciesId)).size < rows.length) throw new ApiError('not_found');
}
/** Makes all checks that come before a place is looked for. */
async function planned(trx, { clinic, body, now }, { client, patients }, deposit) {
  const plan = planBooking(clinic, body, client, dateInZone(now, clinic.shop.timezone), now, deposit);
  mustBeBookable(patients, plan.pet);
  await mustBeListed(trx, clinic.id, plan.pet);
  return plan;
}
/** Finds the paid deposit for this booking: the given payment, or one of the client's without an appointment (D-96). */
async function depositFor(trx, { clinic, body, now }, client, paymentId) {
  const product = clinic.products.find((one) => one.id === body.products[0].id);
  return product &&
    isDepositRequired(clinic.shop.feature_settings, product, isReturningClient(client.created_at.toISOString(), now))
    ? lockPaidDeposit(trx, clinic.id, {
        clientId: client.id,
        productId: product.id,
        paymentId,
      })
    : null;
}
/**
 * Books or requests an appointment in the caller's transaction; the session's own hold becomes its claims (D-203). With
 * `paymentId` the booking follows that payment's success; otherwise a paid deposit is looked up, whatever the body says
 * (D-207).
 */
async function createBooking(trx, request, paymentId) {
  const { clinic, session, body, now, services } = request;
  const booker = await bookerOf(trx, request);
  await dropSignUp(trx, clinic.id, session.id);
  const { client } = booker;
  const deposit = await depositFor(trx, request, client, paymentId);
  const plan = await planned(trx, request, booker, deposit !== null ? 'paid' : services.cards ? 'open' : 'closed');
  await countBooking(trx, request, client, deposit !== null);
  const row = await save(
    trx,
    request,
    booker,
    plan,
    await findPlace(trx, {
      clinicId: clinic.id,
      rule: narrowed(bookingRule(clinic, plan.wish), plan.picked),
      at: Date.parse(body.date),
      sessionId: session.id,
      paymentId: deposit,
      now,
      newId: services.ids.next,
      locks: [`client:${client.id}`],
    }),
  );
  if (deposit === null) return appointmentReply(clinic, row);
  await tieToAppointment(trx, clinic.id, deposit, row.id);
  return appointmentReply(clinic, await getVisit(trx, clinic.id, row.id));
}
async function save(trx, { clinic, body, now, services }, { client, patients }, plan, place) {
  const patient = await patientFor(trx, clinic.id, client.id, patients, plan.pet, now, services.ids.next);
  const [product] = plan.wish.products;
  const [pick] = place.picks;
  const row = {
    id: services.ids.next(),
    client_id: client.id,
    product_id: product.id,
    provider_id: pick.providerId,
    room_id: pick.roomId,
    starts_at: new Date(pick.at),
    ends_at: new Date(place.end),
    status: plan.status,
    note: plan.note,
    is_dropoff: plan.wish.isDropoff,
    details: {
      ...detailsOf(body, plan, place),
      ...(patient.corrections.length > 0 && { pet_corrections: await worded(trx, clinic.id, patient.corrections) }),
    },
    patient_id: patient.id,
    patient_name: patient.name,
    species_id: patient.species_id,
    first_name: client.first_name,
    last_name: client.last_name,
    email: client.email,
    phone: client.phone,
    client_metadata: client.metadata,
    is_waitlisted: false,
    deposit: null,
  };
  insertAppointment(trx, clinic.id, row, {
    remindedFor: remindedBy(row.starts_at, now),
    now,
  });
  const visit = visitOf(clinic, row);
  await tell$1(trx, services, [
    ...confirmations(clinic, visit, services.config.publicUrl),
    ...bookingNotices(clinic, visit),
  ]);
  await orSlotGone(() => insertClaims(trx, clinic.id, place.claims, { appointmentId: row.id }));
  return row;
}
/** Makes the details that are stored beside the appointment's own columns. */
var detailsOf = (body, plan, place) => ({
  label: plan.wish.products[0].name,
  productIds: plan.wish.products.map((one) => one.id),
  anyone: body.products[0].anyone,
  specific_doctor_requested: body.specific_doctor_requested === true,
  segments: place.picks.map(({ at, ...pick }) => ({
    ...pick,
    at: new Date(at).toISOString(),
  })),
  location_id: body.location_id ?? null,
  species_id: body.speciesId,
  isReturningClient: plan.isReturning,
  isReminderSMS: body.isReminderSMS,
  isReminderEmail: body.isReminderEmail,
  isSendConfirmation: body.isSendConfirmation,
  deposit_due: plan.isDepositDue,
  client_dob: body.client_dob ?? null,
  confirmed_keyword_action: body.confirmed_keyword_action ?? null,
  referral_source: body.referral_source ?? null,
  has_wellness_plan: body.has_wellness_plan ?? null,
});
// server/modules/appointments/decide.ts
/** The end of a request: accepted or declined, by the operator or by a paid deposit. */
/** Turns a request into an appointment and returns how many messages tell its owner. */
async function accept(trx, clinic, row, services, now) {
  const remindedFor = remindedBy(row.starts_at, now);
  await changeAppointment(
    trx,
    clinic.id,
    row.id,
    {
      status: 'ACCEPTED',
      ...(remindedFor && { remindedFor }),
    },
    now,
  );
  return tell$1(
    trx,
    services,
    confirmations(clinic, visitOf(clinic, await getVisit(trx, clinic.id, row.id)), services.config.publicUrl),
  );
}
/**
 * Accepts the owner's appointment after its deposit is paid, at a clinic that accepts at once (API-40, D-95). Throws
 * `not_found` in any other case. If it is accepted already, only its reminders are set.
 */
async function acceptPaid(trx, request) {
  const { clinic, id, now, services, enableReminders } = request;
  const row = await ownVisit(trx, request, id);
  if (
    !(
      clinic.shop.metadata.isAutoAccept === true &&
      isToCome(
        {
          status: row.status,
          startsAt: row.starts_at,
        },
        now,
      ) &&
      (await hasPaidDeposit(trx, clinic.id, id))
    )
  )
    throw new ApiError('not_found');
  const wanted =
    enableReminders === void 0
      ? {}
      : {
          isReminderSMS: enableReminders,
          isReminderEmail: enableReminders,
        };
  await setDetails(trx, clinic.id, id, {
    ...row.details,
    ...wanted,
    deposit_due: false,
  });
  if (row.status === 'REQUESTED') {
    await accept(trx, clinic, row, services, now);
    await tell$1(trx, services, acceptNotices(clinic, visitOf(clinic, await getVisit(trx, clinic.id, id))));
  }
  return appointmentReply(clinic, await getVisit(trx, clinic.id, id));
}
/**
 * Applies a paid deposit to the appointment saved before it (D-95, D-215): at a clinic that accepts at once the request
 * is booked, even if the page does not ask for it. If it was declined or canceled meanwhile, the deposit is refunded
 * (D-414). True when the clinic was told.
 */
async function depositPaid(trx, clinic, id, services, now) {
  const row = await lockVisit(trx, clinic.id, id);
  if (!row) return false;
  await setDetails(trx, clinic.id, id, {
    ...row.details,
    deposit_due: false,
  });
  if (await paidTooLate(trx, clinic, row, services, now)) return true;
  if (
    !(
      clinic.shop.metadata.isAutoAccept === true &&
      row.status === 'REQUESTED' &&
      isToCome(
        {
          status: row.status,
          startsAt: row.starts_at,
        },
        now,
      )
    )
  )
    return false;
  await accept(trx, clinic, row, services, now);
  await tell$1(trx, services, acceptNotices(clinic, visitOf(clinic, await getVisit(trx, clinic.id, id))));
  return true;
}
async function decide(db, clinicId, id, run) {
  const clinic = await loadClinic(db, clinicId);
  if (!clinic) throw new ApiError('not_found', { message: `There is no clinic "${clinicId}".` });
  return inTransaction(db, async (trx) => {
    const row = await lockVisit(trx, clinicId, id);
    if (!row) throw new ApiError('not_found', { message: `${clinic.shop.name} has no appointment "${id}".` });
    return run(trx, clinic, row);
  });
}
var mustBeToCome = (row, now, verb) => {
  if (
    !isToCome(
      {
        status: row.status,
        startsAt: row.starts_at,
      },
      now,
    )
  )
    throw new ApiError('not_allowed', {
      message: `The appointment cannot be ${verb}: it is over, declined or canceled.`,
    });
};
/**
 * Accepts a request for the operator and tells its owner. Throws `not_found` and `not_allowed`, with words for the
 * operator.
 */
function acceptAppointment(db, services, clinicId, id) {
  return decide(db, clinicId, id, async (trx, clinic, row) => {
    const now = services.clock.now();
    mustBeToCome(row, now, 'accepted');
    const { deposit } = row;
    if (row.status !== 'REQUESTED')
      return {
        status: row.status,
        wasChanged: false,
        told: 0,
        deposit,
      };
    return {
      status: 'ACCEPTED',
      wasChanged: true,
      told: await accept(trx, clinic, row, services, now),
      deposit,
    };
  });
}
/**
 * Declines a request or cancels an appointment for the operator: frees its time, refunds its deposit (D-414) and tells
 * its owner. Throws as accepting does.
 */
function declineAppointment(db, services, clinicId, id) {
  return decide(db, clinicId, id, async (trx, clinic, row) => {
    const now = services.clock.now();
    if (row.status === 'DECLINED')
      return {
        status: row.status,
        wasChanged: false,
        told: 0,
        deposit: row.deposit,
      };
    mustBeToCome(row, now, 'declined');
    await changeAppointment(trx, clinicId, id, { status: 'DECLINED' }, now);
    await releaseClaims(trx, clinicId, id);
    await takeBackMessages(trx, clinicId, id);
    const refund = await giveBack$1(trx, clinic, id, 'declined', now);
    return {
      status: 'DECLINED',
      wasChanged: true,
      told: await tell$1(
        trx,
        services,
        declines(clinic, visitOf(clinic, row), row.status === 'REQUESTED', services.config.publicUrl, refund),
      ),
      deposit: (await getVisit(trx, clinicId, id)).deposit,
    };
  });
}
// server/system/canonicalJson.ts
/**
 * The JSON of a value with the fields of every object sorted by name, so that two values that differ only in the order
 * of their fields give the same text. The order has no meaning: a document column does not keep it, and a caller may
 * choose any. Fields that are undefined are left out, as JSON does; undefined itself gives ''.
 */
function canonicalJson(value) {
  return JSON.stringify(value, (_, one) => (isObject(one) ? byName(one) : one)) ?? '';
}
var isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
var byName = (value) => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
// server/calls/idempotency.ts
/**
 * Reads the Idempotency-Key of a creating write; null without one (D-412). Throws `validation` for one that is no uuid,
 * since its sender relies on it.
 */
function idempotencyKey(header) {
  if (header === void 0) return null;
  if (isUuid(header)) return header.toLowerCase();
  throw new ApiError('validation', { fields: { 'Idempotency-Key': 'must be a uuid' } });
}
/**
 * Runs a creating write once per key (D-202): key, input hash and reply are stored in the write's own transaction.
 * Without a key the write simply runs (D-412). The same key and input return the first reply again; the same key with
 * another input throws `idempotency_mismatch` with the first result. Of two parallel calls one runs and the other waits
 * for its reply. A refused write stores no key.
 */
async function onceAKey(db, { key, ...rest }, run) {
  if (key === null) return inTransaction(db, run);
  const write = {
    ...rest,
    key,
  };
  return inTransaction(db, async (trx) => {
    if (!(await claimKey(trx, write))) return firstReply(trx, write);
    const data = await run(trx);
    keepReply(trx, write, data);
    return data;
  });
}
/** Defers storing the reply of a claimed key to the transaction's next statement, usually the commit. */
function keepReply(trx, write, data) {
  defer(
    trx,
    prepared(
      'keep_reply',
      trx
        .updateTable('idempotency_keys')
        .set({
          reply: JSON.stringify({ data }),
          hold_id: write.holdOf?.(data) ?? null,
        })
        .where('clinic_id', '=', write.clinicId)
        .where('user_id', '=', write.userId)
        .where('key', '=', write.key),
    ),
  );
}
/** Deletes a key that this transaction claimed and did not use. */
async function releaseKey(trx, write) {
  await trx
    .deleteFrom('idempotency_keys')
    .where('clinic_id', '=', write.clinicId)
    .where('user_id', '=', write.userId)
    .where('key', '=', write.key)
    .execute();
}
/** Claims the key; false when it was used before. Waits while another open transaction has claimed it. */
async function claimKey(trx, write) {
  const [row] = await run(
    trx,
    prepared(
      'claim_key',
      trx
        .insertInto('idempotency_keys')
        .values({
          clinic_id: write.clinicId,
          user_id: write.userId,
          key: write.key,
          endpoint: write.endpoint.name,
          body_hash: hashOf(write.input),
          reply: JSON.stringify({}),
          created_at: write.now,
        })
        .onConflict((conflict) => conflict.columns(['clinic_id', 'user_id', 'key']).doNothing())
        .returning('key'),
    ),
  );
  return row !== void 0;
}
/**
 * Returns the first reply for the key. Throws `idempotency_mismatch` with that reply when it belongs to another call or
 * input.
 */
async function firstReply(trx, write) {
  const first = await trx
    .selectFrom('idempotency_keys')
    .select(['endpoint', 'body_hash', 'reply'])
    .where('clinic_id', '=', write.clinicId)
    .where('user_id', '=', write.userId)
    .where('key', '=', write.key)
    .executeTakeFirstOrThrow();
  const { data } = first.reply;
  if (first.endpoint !== write.endpoint.name || first.body_hash !== hashOf(write.input))
    throw new ApiError('idempotency_mismatch', { result: data });
  return data;
}
/** Hashes the input; the order of its fields does not matter. */
var hashOf = (input) => createHash('sha256').update(canonicalJson(input)).digest('base64url');
// server/system/faultForLog.ts
/**
 * An error whose message the log may keep, because it names places in the code or the contract and never what somebody
 * typed.
 */
var HarmlessError = class extends Error {};
/**
 * An error in the form in which the log keeps it. Messages and a database's details are left out, since they can quote
 * what an owner typed; only a HarmlessError keeps its message.
 */
function faultForLog(error) {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, constraint, table, cause } = error;
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12);
  return {
    name: error.name,
    ...(error instanceof HarmlessError && { message: error.message }),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    stack: frames.map((line) => line.trim()).join(' < '),
    ...(cause instanceof Error && { cause: faultForLog(cause) }),
  };
}
// server/modules/payments/paymentHolds.ts
/** Holds a place for a payment until it ends (D-215). Call it after findPlace, in the same transaction. */
async function keepPlace(trx, payment, place) {
  insertHold(trx, payment.clinic_id, {
    id: place.holdId,
    sessionId: place.sessionId,
    productId: payment.product_id,
    startsAt: place.startsAt,
    expiresAt: place.expiresAt,
    paymentId: payment.id,
    pinned: place.isPinned,
    now: place.now,
  });
  await orSlotGone(() =>
    insertClaims(trx, payment.clinic_id, place.claims, {
      holdId: place.holdId,
      expiresAt: place.expiresAt,
    }),
  );
}
/**
 * Pins a payment's hold while a charge runs, so that nobody releases its time. False when the hold has expired or is
 * gone.
 */
async function pinPlace(trx, clinicId, paymentId, now) {
  return (
    (await trx
      .updateTable('holds')
      .set({ pinned: true })
      .where('clinic_id', '=', clinicId)
      .where('payment_id', '=', paymentId)
      .where('expires_at', '>', now)
      .returning('id')
      .executeTakeFirst()) !== void 0
  );
}
/**
 * Unpins the hold after a refused charge. It stays the payment's, unless its session has made another hold meanwhile.
 */
async function unpinPlace(trx, clinicId, paymentId) {
  await sql`delete from holds where clinic_id = ${clinicId} and payment_id = ${paymentId}
    and exists (select 1 from holds other where other.clinic_id = holds.clinic_id and other.session_id = holds.session_id and not other.pinned and other.id <> holds.id)`.execute(
    trx,
  );
  await trx
    .updateTable('holds')
    .set({ pinned: false })
    .where('clinic_id', '=', clinicId)
    .where('payment_id', '=', paymentId)
    .execute();
}
/** Deletes a payment's hold. */
async function releasePlace(trx, clinicId, paymentId) {
  await trx.deleteFrom('holds').where('clinic_id', '=', clinicId).where('payment_id', '=', paymentId).execute();
}
// server/modules/payments/recordCharge.ts
/** Returns the charge's key at the provider: one charge per attempt (D-98). */
var chargeKey = ({ id, attempt }) => `${id}:${attempt}`;
/**
 * Records a charge's state from the card provider's answer, a poll or an event; nothing else makes a payment paid
 * (D-207). Success books the planned appointment in the same transaction, unless the page has booked it (D-215).
 * Recording the same state again changes nothing.
 */
async function recordCharge(services, clinic, paymentId, charge, eventId) {
  const now = services.clock.now();
  await inTransaction(services.db, async (trx) => {
    if (eventId !== void 0 && !(await noteEvent(trx, clinic.id, eventId, now))) return;
    const before = await findPayment(trx, clinic.id, paymentId);
    if (!before) return;
    if (charge.amountCents !== before.amount_cents) {
      services.log.error(
        {
          clinic: clinic.id,
          payment: before.id,
        },
        'the provider speaks of another amount than was asked for',
      );
      return;
    }
    const booking = charge.status === 'succeeded' ? intendedBooking(before, now) : null;
    const isKeyOurs = booking !== null && (await claimKey(trx, booking));
    const payment = await lockPayment(trx, clinic.id, paymentId);
    if (charge.status !== 'succeeded') return follow(trx, services, payment, charge, now);
    const isDone = wasPaid(payment);
    const isGivenBack = !isDone && (await findRefund(trx, clinic.id, paymentId)) !== null;
    if (isKeyOurs && (isDone || isGivenBack || payment.appointment_id !== null)) await releaseKey(trx, booking);
    if (isDone) return;
    await complete(trx, payment, charge, isGivenBack ? 'refunded' : 'complete', now);
    if (isGivenBack) return releasePlace(trx, clinic.id, paymentId);
    await settle(
      trx,
      services,
      clinic,
      payment,
      payment.appointment_id === null && booking
        ? {
            write: booking,
            isOurs: isKeyOurs,
          }
        : null,
    );
  });
}
/**
 * Claims the draft's own key for the create call to run on payment; null where the appointment is saved already or none
 * is planned.
 */
function intendedBooking(payment, now) {
  if (
    payment.appointment_id !== null ||
    payment.booking === null ||
    payment.booking_key === null ||
    payment.user_id === null
  )
    return null;
  const body = {
    ...payment.booking,
    deposit_paid: true,
  };
  return {
    endpoint: createAppointment,
    clinicId: payment.clinic_id,
    userId: payment.user_id,
    key: payment.booking_key,
    input: { body },
    now,
  };
}
async function follow(trx, services, payment, charge, now) {
  if (payment.status !== 'processing' && payment.status !== 'requires_action') return;
  if (charge.key !== chargeKey(payment)) return;
  if (charge.status === 'failed') {
    await changePayment(trx, payment.clinic_id, payment.id, {
      status: isOver(payment, now) ? 'expired' : 'failed',
      attempt: payment.attempt + 1,
      message: charge.message,
      setup_ref: null,
      intent_ref: null,
      next_action: null,
    });
    return isOver(payment, now)
      ? releasePlace(trx, payment.clinic_id, payment.id)
      : unpinPlace(trx, payment.clinic_id, payment.id);
  }
  const url =
    charge.status === 'requires_action' && isSafe(charge.redirectTo, services.config) ? charge.redirectTo : null;
  await changePayment(trx, payment.clinic_id, payment.id, {
    status: charge.status,
    intent_ref: charge.ref,
    next_action:
      url === null
        ? null
        : JSON.stringify({
            type: 'redirect_to_url',
            redirect_to_url: { url },
          }),
  });
}
/** Whether the payment's time has passed; a running charge is still recorded to its end. */
var isOver = ({ expires_at }, now) => expires_at !== null && expires_at <= now;
/** Whether the page may redirect there: only to https, or to the sandbox's page on the portal's own origin (D-208). */
function isSafe(target, { publicUrl, demo }) {
  if (target === null || !URL.canParse(target)) return false;
  const { protocol, origin } = new URL(target);
  return protocol === 'https:' || (demo && origin === publicUrl);
}
async function complete(trx, payment, charge, status, now) {
  await changePayment(trx, payment.clinic_id, payment.id, {
    status,
    completed_at: now,
    confirmation_number: confirmationNumber(),
    intent_ref: charge.ref,
    next_action: null,
    message: null,
  });
}
/** Makes a number to read out on the phone: eight characters that are hard to mistake for each other. */
function confirmationNumber() {
  const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  const four = () => Array.from({ length: 4 }, () => signs[randomInt(30)]).join('');
  return `${four()}-${four()}`;
}
/**
 * Completes a paid payment: books the appointment, or lets the payment wait for another time, and sends the messages
 * about it.
 */
async function settle(trx, services, clinic, payment, booking) {
  if (booking === null) {
    await releasePlace(trx, clinic.id, payment.id);
    if (payment.appointment_id === null) return;
    if (!(await depositPaid(trx, clinic, payment.appointment_id, services, services.clock.now())))
      await tell(trx, services, clinic, payment, 'paid');
    return;
  }
  const isBooked = booking.isOurs
    ? await book(trx, services, clinic, payment, booking.write)
    : await tieToFirst(trx, services, clinic, payment, booking.write);
  await releasePlace(trx, clinic.id, payment.id);
  if (!isBooked) await tell(trx, services, clinic, payment, 'waits');
}
/** Books in a savepoint: if booking fails, the payment is complete all the same. */
async function book(trx, services, clinic, payment, write) {
  const session = await payerOf(trx, payment);
  try {
    await inSavepoint(trx, async () => {
      if (!session) throw new ApiError('not_found');
      const { body } = write.input;
      keepReply(
        trx,
        write,
        await createBooking(
          trx,
          {
            clinic,
            session,
            body,
            now: write.now,
            services,
          },
          payment.id,
        ),
      );
    });
    return true;
  } catch (error) {
    if (isRetried(error)) throw error;
    await releaseKey(trx, write);
    if (!(error instanceof ApiError))
      services.log.error({ fault: faultForLog(error) }, 'a paid booking could not be made');
    return false;
  }
}
/** The page used the key first: the payment is for the appointment that it booked. */
async function tieToFirst(trx, services, clinic, payment, write) {
  const first = await firstReply(trx, write).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
    return error.details.result;
  });
  const appointment = is(first, type({ id: string() }))
    ? await findAppointment(trx, payment.clinic_id, payment.client_id, first.id)
    : null;
  if (!appointment) return false;
  await tieToAppointment(trx, payment.clinic_id, payment.id, appointment.id);
  await depositPaid(trx, clinic, appointment.id, services, services.clock.now());
  return true;
}
async function tell(trx, services, clinic, payment, what) {
  await services.messages.enqueueAll(trx, await depositNotices(trx, clinic, payment, what, services.config.publicUrl));
}
// server/modules/payments/reply.ts
/** Statuses in which a card can be entered and charged. */
var isOpen = ({ status }) => status === 'pending' || status === 'failed';
/** Whether the appointment's status is one for which nothing is paid any more. */
var isClosed = (appointment, now) =>
  ['DECLINED', 'DELETED', 'DONE'].includes(appointment.status) || appointment.starts_at <= now;
/**
 * Whether the session may pay this: the session or owner that started it, and anybody with a link from the clinic
 * (D-40).
 */
var mayPay = (payment, session) =>
  payment.session_id === null ||
  payment.session_id === session.id ||
  (!session.guest && payment.user_id === session.userId);
/** Returns the status of a payment's appointment; one that has begun counts as done, whatever its stored status. */
async function appointmentStatus(db, payment, now) {
  const row =
    payment.appointment_id === null
      ? null
      : await findAppointment(db, payment.clinic_id, payment.client_id, payment.appointment_id);
  if (!row) return null;
  return isClosed(row, now) && !['DECLINED', 'DELETED'].includes(row.status) ? 'DONE' : row.status;
}
/**
 * Makes the reply for a payment (ENT-17), without the secret. An open payment whose time has passed shows as expired.
 */
async function paymentReply(db, clinic, payment, { cards }, now) {
  return {
    id: payment.id,
    client_secret: null,
    platform_customer_id: null,
    client_name: await clientNameOf(db, clinic.id, payment.client_id),
    completed_at: payment.completed_at?.toISOString() ?? null,
    amount: payment.amount_cents / 100,
    confirmation_number: payment.confirmation_number,
    status: isOpen(payment) && isOver(payment, now) ? 'expired' : payment.status,
    card_last4: payment.card_last4,
    message: payment.message,
    expires_at: payment.expires_at?.toISOString() ?? null,
    stripe_public_key: cards?.publicKey ?? null,
    stripe_account: clinic.shop.stripe_account ?? null,
    next_action: payment.status === 'requires_action' ? payment.next_action : null,
    appointment_id: payment.appointment_id,
    appointment_status: await appointmentStatus(db, payment, now),
    product_id: payment.product_id,
  };
}
// server/modules/payments/setup.ts
var payeeOf = ({ id, shop }) => ({
  clinicId: id,
  account: shop.stripe_account ?? null,
});
/** Returns the card provider; throws `not_allowed` where the server has none (D-216). */
function cardsOf({ cards }) {
  if (cards === null)
    throw new ApiError('not_allowed', {
      message: 'This clinic does not take payments online. Please call the clinic.',
    });
  return cards;
}
/**
 * Runs a call to the provider. If the provider does not answer, throws `unavailable`; the same call can be made again.
 */
async function orUnavailable(ask) {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof CardsUnavailable ? new ApiError('unavailable', { retryAfter: 5 }) : error;
  }
}
/** Returns the provider's setup in which this attempt's card is entered; makes it if missing (D-98). */
async function setupOf(services, clinic, payment) {
  const cards = cardsOf(services);
  return orUnavailable(async () => {
    if (payment.setup_ref !== null) return cards.readSetup(payeeOf(clinic), payment.setup_ref);
    const setup = await cards.startSetup(payeeOf(clinic), chargeKey(payment));
    await keepSetup(services.db, payment, setup);
    return setup;
  });
}
/**
 * Makes the reply for a payment with what its payer needs to enter a card. The secret is read anew each time and never
 * stored (D-202).
 */
async function payableReply(services, clinic, session, id, now, { mayOpen }) {
  const payment = await findPayment(services.db, clinic.id, id);
  const reply = await paymentReply(services.db, clinic, payment, services, now);
  if (
    !(isOpen(payment) && !isOver(payment, now) && mayPay(payment, session)) ||
    services.cards === null ||
    (payment.setup_ref === null && !mayOpen)
  )
    return reply;
  const setup = await setupOf(services, clinic, payment);
  return {
    ...reply,
    client_secret: setup.clientSecret,
    platform_customer_id: setup.customer,
  };
}
// server/modules/deposits/refunds/state.ts
/** Returns the refund's key at the provider: one refund per round. */
var refundKey = ({ payment_id, round }) => `${payment_id}:${round}`;
var roundOf = (key) => (key === null ? null : Number(/:(\d+)$/.exec(key)?.[1] ?? 0));
/**
 * Sums up the provider's list for a refund of `amountCents`. Null when the list is out of date: it shows a refund of an
 * earlier round as not failed, though its failure is stored.
 */
function standingOf(refunds, amountCents, row) {
  const live = refunds.filter(({ status }) => status !== 'failed');
  if (live.some(({ key }) => (roundOf(key) ?? row.round) < row.round)) return null;
  const sum = (of) => of.reduce((total, one) => total + one.amountCents, 0);
  const [last] = live.slice(-1);
  if (last && sum(live) >= amountCents)
    return {
      kind: live.some(({ status }) => status === 'pending') ? 'pending' : 'done',
      ref: last.ref,
    };
  return {
    kind: 'open',
    left: amountCents - sum(live),
    failed: refunds.find(({ key, status }) => status === 'failed' && key === refundKey(row)) ?? null,
  };
}
var firstRetryMs = 3e4;
var longestRetryMs = 6 * HOUR;
/** Milliseconds after which the clinic is told of a refund that has not gone through, whatever the cause. */
var lateAfterMs = HOUR;
/** Returns when the next try is due: the wait doubles after each, up to six hours. */
var nextTry = ({ tries }, now) =>
  new Date(now.getTime() + Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(tries, 20)));
/**
 * Returns a refund's changes after news; null when nothing changes, as for repeated or late news. `tells` is what the
 * clinic must be told: once that the refund does not go through, and later that it did.
 */
function afterNews(row, news, now) {
  const retry = { next_attempt_at: nextTry(row, now) };
  switch (news.kind) {
    case 'done':
      if (row.done_at !== null) return null;
      return {
        change: {
          ref: news.ref,
          done_at: now,
          next_attempt_at: null,
          failed_at: null,
          failure: null,
        },
        tells: row.failed_at === null ? null : 'arrived',
      };
    case 'pending':
      if (row.done_at !== null) return null;
      return {
        change: {
          ref: news.ref,
          ...retry,
        },
        tells: null,
      };
    case 'failed': {
      if (news.round !== row.round) return null;
      const failure = {
        failed_at: row.failed_at ?? now,
        failure: news.message,
      };
      return {
        change: {
          ...retry,
          ...failure,
          ref: null,
          round: row.round + 1,
          done_at: null,
        },
        tells: row.failed_at === null ? 'failed' : null,
      };
    }
    case 'unheard': {
      if (row.done_at !== null) return null;
      const isLate = row.failed_at === null && now.getTime() - row.created_at.getTime() >= lateAfterMs;
      return {
        change: {
          ...retry,
          ...(isLate && {
            failed_at: now,
            failure: 'The card provider does not answer.',
          }),
        },
        tells: isLate ? 'failed' : null,
      };
    }
  }
}
// server/modules/payments/sendRefunds.ts
/**
 * Sends refunds of deposits (D-414). Refunds are stored when they are decided; here the provider is asked until it has
 * made them.
 */
var atATime = 20;
var pollMs = 2e3;
/**
 * Sends due refunds, at most one batch, and returns how many were tried. Any number of processes may run it: each takes
 * rows that nobody else has, and a round's key at the provider prevents a second refund.
 */
async function refundDue(services) {
  if (services.cards === null) return 0;
  const taken = await takeDueRefunds(services.db, services.clock.now(), atATime);
  for (const row of taken) await giveBack(services, row);
  return taken.length;
}
async function giveBack(services, row) {
  const clinic = await loadClinic(services.db, row.clinic_id);
  const payment = await findPayment(services.db, row.clinic_id, row.payment_id);
  if (!clinic || !payment) return;
  try {
    await recordRefunds(services, clinic, payment.id, await askFor(services, clinic, payment, row));
  } catch (error) {
    const isRefused = error instanceof RefundRefused;
    services.log.warn(
      {
        clinic: clinic.id,
        refund: row.tries,
        isRefused,
        ...(!isRefused && { fault: faultForLog(error) }),
      },
      'a refund has not got through',
    );
    const news = isRefused
      ? {
          kind: 'failed',
          round: row.round,
          message: error.message,
        }
      : { kind: 'unheard' };
    await inTransaction(services.db, async (trx) => {
      const now = await lockedRefund(trx, payment);
      if (now) await learn(trx, services, clinic, now, news);
    });
  }
}
/**
 * Reads the refunds of the payment's charge, and asks for this round's refund if money is still owed. Refunds made by
 * other ways count.
 */
async function askFor(services, clinic, payment, row) {
  const cards = cardsOf(services);
  const payee = payeeOf(clinic);
  const charge = payment.intent_ref ?? (await cards.findCharge(payee, chargeKey(payment)))?.ref;
  if (charge === void 0) throw new RefundRefused('The card provider knows no charge of this payment.');
  const of = {
    charge,
    paymentId: payment.id,
  };
  const refunds = await cards.readRefunds(payee, of);
  const standing = standingOf(refunds, payment.amount_cents, row);
  if (standing?.kind !== 'open' || standing.failed !== null) return refunds;
  const made = await cards.refund(payee, {
    ...of,
    key: refundKey(row),
    amountCents: standing.left,
  });
  return [...refunds.filter(({ ref }) => ref !== made.ref), made];
}
/**
 * Records the state of a charge's refunds after an event about one. The provider is asked, so that the order of events
 * does not matter. Throws CardsUnavailable.
 */
async function recordRefundEvent(services, clinic, event) {
  const { paymentId, refundOf: charge } = event;
  try {
    await recordRefunds(
      services,
      clinic,
      paymentId,
      await cardsOf(services).readRefunds(payeeOf(clinic), {
        charge,
        paymentId,
      }),
      event.id,
    );
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error;
  }
}
async function lockedRefund(trx, { clinic_id, id }) {
  const payment = await lockPayment(trx, clinic_id, id);
  const row = payment && (await lockRefund(trx, clinic_id, id));
  return (
    row && {
      payment,
      row,
    }
  );
}
/**
 * Records the provider's list of a charge's refunds; nothing else makes a deposit refunded. Recording the same list
 * again changes nothing.
 */
async function recordRefunds(services, clinic, paymentId, refunds, eventId) {
  const now = services.clock.now();
  await inTransaction(services.db, async (trx) => {
    if (eventId !== void 0 && !(await noteEvent(trx, clinic.id, eventId, now))) return;
    const payment = await lockPayment(trx, clinic.id, paymentId);
    if (!payment) return;
    const row = await lockRefund(trx, clinic.id, paymentId);
    const standing = standingOf(
      refunds,
      payment.amount_cents,
      row ?? {
        payment_id: paymentId,
        round: 0,
      },
    );
    if (row === null && standing?.kind === 'done') await openRefund(trx, payment, 'provider', now);
    const locked = await lockedRefund(trx, payment);
    if (locked === null || standing === null) return;
    if (standing.kind !== 'open') await learn(trx, services, clinic, locked, standing);
    else if (standing.failed)
      await learn(trx, services, clinic, locked, {
        kind: 'failed',
        round: locked.row.round,
        message: standing.failed.message,
      });
  });
}
async function learn(trx, services, clinic, { payment, row }, news) {
  const after = afterNews(row, news, services.clock.now());
  if (after === null) return;
  await changeRefund(trx, row, after.change);
  const isDone = (after.change.done_at === void 0 ? row.done_at : after.change.done_at) !== null;
  if (wasPaid(payment)) await changePayment(trx, clinic.id, payment.id, { status: isDone ? 'refunded' : 'refunding' });
  if (after.tells)
    await services.messages.enqueueAll(
      trx,
      await refundNotices(trx, clinic, payment, after.tells, after.change.failure ?? null),
    );
}
/** Runs the round that sends refunds until it is stopped; at the start it retries those waiting for a later try. */
function startRefunds(services) {
  let isWoken = false;
  return startRounds(
    async () => {
      if (!isWoken) await wakeRefunds(services.db, services.clock.now());
      isWoken = true;
      return (await refundDue(services)) === atATime ? 'more' : 'done';
    },
    pollMs,
    (error) => services.log.warn({ fault: faultForLog(error) }, 'due refunds could not be read'),
  );
}
// server/modules/payments/recordEvent.ts
/**
 * Records an event of the card provider about a charge or a refund, for the clinic and payment that it names. Each
 * event counts once (D-207); events of an unknown clinic or payment are ignored. Throws CardsUnavailable.
 */
async function recordEvent(services, event) {
  const clinic = await loadClinic(services.db, event.clinicId);
  if (!clinic) return;
  if ('charge' in event) await recordCharge(services, clinic, event.paymentId, event.charge, event.id);
  else await recordRefundEvent(services, clinic, event);
}
export {
  wishToMove as $,
  extendHold as $t,
  dropSignUp as A,
  inTransaction as An,
  fullName as At,
  formatCents as B,
  shop_exports as Bn,
  straightSigns as Bt,
  acceptAppointment as C,
  freeClientsWith as Cn,
  waitingDeposits as Ct,
  bookerOf as D,
  defer as Dn,
  moveConfirmations as Dt,
  depositPaid as E,
  tieClient as En,
  cancelConfirmations as Et,
  isReturningClient as F,
  errorReplies as Fn,
  oneLine as Ft,
  visitOf as G,
  listBreeds as Gn,
  mustExist as Gt,
  startReminders as H,
  KeywordAction as Hn,
  mustHaveRoomToBook as Ht,
  appointmentReply as I,
  Shop as In,
  renderMail as It,
  loadClinic as J,
  listPatientColors as Jn,
  wishOf as Jt,
  forgetClinic as K,
  listKeywordActions as Kn,
  plainWish as Kt,
  ownerCancels as L,
  ShopLocation as Ln,
  escapeHtml as Lt,
  prolongSignUp as M,
  ApiError as Mn,
  ownerLine as Mt,
  takeSignUp as N,
  RAN_OUT as Nn,
  ownerName as Nt,
  createBooking as O,
  prepared as On,
  clinicNotice as Ot,
  isDepositRequired as P,
  errorCodes as Pn,
  told as Pt,
  ownVisit as Q,
  listSpecies as Qn,
  pickedFor as Qt,
  refundByOperator as R,
  getShop as Rn,
  nameInMessage as Rt,
  canonicalJson as S,
  findClientOf as Sn,
  underWayOf as St,
  declineAppointment as T,
  patientsOf as Tn,
  moveNotices as Tt,
  saidBy as U,
  Named as Un,
  isOfferedThere as Ut,
  remindedBy as V,
  Breed as Vn,
  countOwners as Vt,
  tell$1 as W,
  catalogue_exports as Wn,
  mustBeOffered as Wt,
  startRounds as X,
  listProducts as Xn,
  minutesOf as Xt,
  knownZone as Y,
  listPatientSexes as Yn,
  bookingRule as Yt,
  ownAppointment as Z,
  listProviders as Zn,
  narrowed as Zt,
  releasePlace as _,
  mayCancel as _n,
  lockPayment as _t,
  payableReply as a,
  locksOn as an,
  lockVisit as at,
  idempotencyKey as b,
  changeClient as bn,
  payerOf as bt,
  isClosed as c,
  releaseClaims as cn,
  depositColumn as ct,
  paymentReply as d,
  capReached as dn,
  changePayment as dt,
  holdStart as en,
  changeAppointment as et,
  chargeKey as f,
  countOne as fn,
  clientNameOf as ft,
  pinPlace as g,
  uncount as gn,
  keepSetup as gt,
  keepPlace as h,
  sayingToCall as hn,
  insertPayment as ht,
  orUnavailable as i,
  resourcesOf as in,
  listAppointments as it,
  keepSignUp as j,
  withTransaction as jn,
  ownerInShort as jt,
  planned as k,
  run as kn,
  contactTold as kt,
  isOpen as l,
  daySpan as ln,
  openRefunds as lt,
  recordCharge as m,
  mustHaveRoom as mn,
  findPayment as mt,
  startRefunds as n,
  orSlotGone as nn,
  getVisit as nt,
  payeeOf as o,
  busyWithin as on,
  setDetails as ot,
  isOver as p,
  countWithin as pn,
  depositOf$1 as pt,
  listClinics as q,
  listLocations as qn,
  productFor as qt,
  cardsOf as r,
  findPlace as rn,
  isBlocked as rt,
  setupOf as s,
  insertClaims as sn,
  takeBackMessages as st,
  recordEvent as t,
  mustHoldFewer as tn,
  findAppointment as tt,
  mayPay as u,
  openStarts as un,
  refundPaid as ut,
  HarmlessError as v,
  mayReschedule as vn,
  lockPaymentsOf as vt,
  acceptPaid as w,
  insertClient as wn,
  cancelNotices as wt,
  onceAKey as x,
  clientReply as xn,
  tieToAppointment as xt,
  faultForLog as y,
  isEnabled as yn,
  newPaymentId as yt,
  refundCommand as z,
  listTimezones as zn,
  invisible as zt,
};
