import type { Kysely, Selectable } from 'kysely';
import type { Struct } from 'superstruct';
import { Species } from '../../../src/contract/catalogue';
import { clinicIdPattern } from '../../../src/contract/clinicAddress';
import { knownZone } from '../../../src/contract/zone';
import type { Database } from '../../db/schema';
import { Room, ServerLocation, ServerProduct, ServerProvider, type Clinic } from '../../calls/clinic';
import { readDocument } from '../../db/documentReader';
import { isUnavailable } from '../../db/faults';
import type { Db } from '../../db/transaction';
import { inTime } from '../../system/inTime';
import { LeastRecentlyUsed } from '../../system/leastRecentlyUsed';

type Cached = { clinic: Clinic; checkedAt: number };

/**
 * The clinics in use, for each open database. A process sees an import by another process after at most `trustMs`
 * milliseconds.
 */
const caches = new WeakMap<object, LeastRecentlyUsed<string, Cached>>();
const trustMs = 1000;
/** A small clinic takes some 30 kB of memory, one with many types and clinicians ten times that. */
const clinicsMost = 200;

function cacheOf(db: Db): LeastRecentlyUsed<string, Cached> {
  const cache = caches.get(db) ?? new LeastRecentlyUsed<string, Cached>(clinicsMost);
  caches.set(db, cache);
  return cache;
}

/** Drops a clinic from memory, after its import. */
export const forgetClinic = (db: Db, clinicId: string): boolean => cacheOf(db).delete(clinicId);

/**
 * Returns a clinic with its products, clinicians, species, locations and rooms; null for an unknown or malformed id. It
 * is kept in memory until its version changes or too many others are in use.
 */
export async function loadClinic(db: Db, clinicId: string): Promise<Clinic | null> {
  if (!clinicIdPattern.test(clinicId)) return null;
  const cache = cacheOf(db);
  const known = cache.find(clinicId);
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
  cache.set(clinicId, { clinic, checkedAt: at });
  return clinic;
}

/** How long the page of a clinic that is known waits for a database that says nothing, milliseconds. */
const patienceMs = 1500;

/**
 * Returns a clinic for what only shows it, as `loadClinic` does, or as it was last where the database is away: its page
 * opens then, and the calls of the page say what goes on.
 */
export async function clinicToShow(db: Db, clinicId: string): Promise<Clinic | null> {
  const known = cacheOf(db).find(clinicId)?.clinic;
  const loaded = loadClinic(db, clinicId);
  if (known === undefined) return loaded;
  return inTime(loaded, patienceMs, known).catch((error: unknown) => {
    if (isUnavailable(error)) return known;
    throw error;
  });
}

export type ClinicSummary = { id: string; name: string };

/** Lists the id and name of every clinic, by id. */
export async function listClinics(db: Kysely<Database>): Promise<ClinicSummary[]> {
  const rows = await db.selectFrom('clinics').select(['id', 'shop']).orderBy('id').execute();
  return rows.map((row) => ({ id: row.id, name: row.shop.name }));
}

const kinds = ['product', 'provider', 'species', 'location', 'room'] as const;

async function readClinic(
  db: Db,
  { id, version, shop }: Pick<Selectable<Database['clinics']>, 'id' | 'shop' | 'version'>,
): Promise<Clinic> {
  const stored = await db
    .selectFrom('catalogue')
    .select(['kind', 'data'])
    .where('clinic_id', '=', id)
    .where('kind', 'in', kinds)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const of = <T>(kind: (typeof kinds)[number], struct: Struct<T, unknown>): T[] =>
    stored.filter((row) => row.kind === kind).map(({ data }) => readDocument(data, struct, 'catalogue.data', () => id));
  const locations = of('location', ServerLocation);
  const location = locations.map(({ id: locationId, product_ids, provider_user_ids }) => ({
    id: locationId,
    product_ids: product_ids ?? null,
    provider_user_ids: provider_user_ids ?? null,
  }));
  return {
    id,
    version,
    shop: { ...shop, timezone: knownZone(shop.timezone), location },
    products: of('product', ServerProduct),
    providers: of('provider', ServerProvider),
    species: of('species', Species),
    locations,
    rooms: of('room', Room),
  };
}
