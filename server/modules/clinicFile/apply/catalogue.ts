import type { Trx } from '../../../db/transaction';
import type { Clinic } from '../../../calls/clinic';
import type { ClinicFile } from '../file/file';
import { inChunks } from './merge';
import { canonicalJson } from '../../../system/canonicalJson';

/**
 * Writes the shop and the catalogue, which belong to the practice software. If anything differs, raises the clinic's
 * version by one and returns true. Nothing is deleted.
 */
export async function applyCatalogue(trx: Trx, file: ClinicFile, now: Date): Promise<boolean> {
  const clinicId = file.shop.id;
  const shop = shopOf(file);
  const before = await trx
    .selectFrom('clinics')
    .select(['shop', 'version'])
    .where('id', '=', clinicId)
    .executeTakeFirst();
  if (!before) {
    await trx
      .insertInto('clinics')
      .values({ id: clinicId, shop: JSON.stringify(shop), version: 1, created_at: now })
      .execute();
    await writeRows(trx, clinicId, rowsOf(file));
    return true;
  }
  const stored = await trx
    .selectFrom('catalogue')
    .select(['kind', 'id', 'position', 'data'])
    .where('clinic_id', '=', clinicId)
    .execute();
  const known = new Map(stored.map((row) => [`${row.kind} ${row.id}`, `${row.position} ${canonicalJson(row.data)}`]));
  const different = rowsOf(file).filter(
    (row) => known.get(`${row.kind} ${row.id}`) !== `${row.position} ${canonicalJson(row.data)}`,
  );
  if (different.length === 0 && canonicalJson(before.shop) === canonicalJson(shop)) return false;

  await writeRows(trx, clinicId, different);
  await trx
    .updateTable('clinics')
    .set({ shop: JSON.stringify(shop), version: before.version + 1 })
    .where('id', '=', clinicId)
    .execute();
  return true;
}

/**
 * Returns the shop in the form in which the portal reads it, with absent fields filled in; without the locations, which
 * are catalogue rows.
 */
function shopOf({ shop }: ClinicFile): Omit<Clinic['shop'], 'location'> {
  const { metadata, feature_settings, ...own } = shop;
  const { businessHours, ...choices } = metadata ?? {};
  const hours = businessHours?.map(
    ({ day, offline = false, startHour = 0, startMinute = 0, endHour = 0, endMinute = 0 }) => ({
      day,
      offline,
      startHour,
      startMinute,
      endHour,
      endMinute,
    }),
  );
  return {
    ...own,
    avatar: own.avatar ?? null,
    url: own.url ?? null,
    address: own.address ?? null,
    is_demo: own.is_demo ?? false,
    notify_email: own.notify_email ?? null,
    notify_phone: own.notify_phone ?? null,
    stripe_account: own.stripe_account ?? null,
    metadata: { ...choices, ...(hours && { businessHours: hours }) },
    feature_settings: { ...feature_settings },
  };
}

type Row = { kind: string; id: string; position: number; data: object };

function rowsOf(file: ClinicFile): Row[] {
  const of = (kind: string, rows: { id: string }[] = []): Row[] =>
    rows.map((data, position) => ({ kind, id: data.id, position, data }));
  const providers = (file.providers ?? []).map((row) => ({
    ...row,
    hours: row.hours ?? [],
    time_off: row.time_off ?? [],
  }));
  const products = (file.products ?? []).map((row) => ({
    ...row,
    segments: row.segments?.map((segment) => ({ ...segment, needs_room: segment.needs_room ?? false })),
  }));
  return [
    ...of('location', file.locations),
    ...of('room', file.rooms),
    ...of('species', file.species),
    ...of('breed', file.breeds),
    ...of('patient_color', file.patient_colors),
    ...of('patient_sex', file.patient_sexes),
    ...of('product', products),
    ...of('provider', providers),
    ...of('keyword_action', file.keyword_actions),
  ];
}

async function writeRows(trx: Trx, clinicId: string, rows: Row[]): Promise<void> {
  for (const chunk of inChunks(rows)) {
    await trx
      .insertInto('catalogue')
      .values(chunk.map((row) => ({ ...row, clinic_id: clinicId, data: JSON.stringify(row.data) })))
      .onConflict((conflict) =>
        conflict.columns(['clinic_id', 'kind', 'id']).doUpdateSet((row) => ({
          position: row.ref('excluded.position'),
          data: row.ref('excluded.data'),
        })),
      )
      .execute();
  }
}
