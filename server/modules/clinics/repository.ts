import type { Kysely } from 'kysely';
import type { ShopLocation } from '../../../src/contract/shop';
import { clinicIdPattern } from '../../../src/contract/clinicAddress';
import { knownZone } from '../../../src/contract/zone';
import type { Infer } from 'superstruct';
import type { Database } from '../../db/schema';
import type { Clinic } from '../../calls/clinic';
import type { Db } from '../../db/transaction';

type Cached = { clinic: Clinic; checkedAt: number };

/** Clinics of each open database. A process that did not import sees a change within `trustMs`. */
const caches = new WeakMap<object, Map<string, Cached>>();
const trustMs = 1000;

function cacheOf(db: Db): Map<string, Cached> {
  const cache = caches.get(db) ?? new Map<string, Cached>();
  caches.set(db, cache);
  return cache;
}

/** Drops what is remembered of a clinic, after its import. */
export const forgetClinic = (db: Db, clinicId: string): boolean => cacheOf(db).delete(clinicId);

/** A clinic with its whole catalogue, or null when there is none of that id, whatever text it is. Kept in memory by its version. */
export async function loadClinic(db: Db, clinicId: string): Promise<Clinic | null> {
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
  cache.set(clinicId, { clinic, checkedAt: at });
  return clinic;
}

export type ClinicSummary = { id: string; name: string };

/** Every clinic's id and name, by id. */
export async function listClinics(db: Kysely<Database>): Promise<ClinicSummary[]> {
  const rows = await db.selectFrom('clinics').select(['id', 'shop']).orderBy('id').execute();
  return rows.map((row) => ({ id: row.id, name: (row.shop as Clinic['shop']).name }));
}

const kinds = ['product', 'provider', 'species', 'location', 'room'] as const;

async function readClinic(db: Db, row: { id: string; shop: unknown; version: number }): Promise<Clinic> {
  const rows = await db
    .selectFrom('catalogue')
    .select(['kind', 'data'])
    .where('clinic_id', '=', row.id)
    .where('kind', 'in', kinds)
    .orderBy('position')
    .orderBy('id')
    .execute();
  // Import checked each row against the clinic file's structs before it was stored.
  const of = <T>(kind: (typeof kinds)[number]): T[] =>
    rows.filter((one) => one.kind === kind).map((one) => one.data as T);
  const locations = of<Clinic['locations'][number]>('location');
  const location: Infer<typeof ShopLocation>[] = locations.map(({ id, product_ids, provider_user_ids }) => ({
    id,
    product_ids: product_ids ?? null,
    provider_user_ids: provider_user_ids ?? null,
  }));
  const shop = row.shop as Omit<Clinic['shop'], 'location'>;
  return {
    id: row.id,
    version: row.version,
    shop: { ...shop, timezone: knownZone(shop.timezone), location },
    products: of('product'),
    providers: of('provider'),
    species: of('species'),
    locations,
    rooms: of('room'),
  };
}
