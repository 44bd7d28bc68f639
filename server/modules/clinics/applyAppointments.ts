import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/schema';
import { keptTexts, type Applied } from './applyClients';
import type { AppointmentInFile, ClinicFile } from './file';
import { inChunks, mergeRows } from './merge';

type Trx = Transaction<Database>;
type Row = ReturnType<typeof rowOf>;

const minuteMs = 60_000;

/** Declined and cancelled appointments let go of their time, the others claim it (D-203). */
const released = new Set(['DECLINED', 'DELETED']);

/** Writes appointments and their claims. What the portal changed later stays (D-217). */
export async function applyAppointments(trx: Trx, file: ClinicFile, now: Date): Promise<Applied> {
  const clinicId = file.shop.id;
  const minutes = new Map((file.products ?? []).map((product) => [
    product.id,
    product.segments?.reduce((sum, segment) => sum + segment.minutes, 0) ?? product.metadata.time,
  ]));
  const wanted = (file.appointments ?? []).map((row) => rowOf(row, minutes.get(row.product_id) ?? 0));
  const stored = [];
  for (const chunk of inChunks(wanted)) {
    stored.push(...(await trx.selectFrom('appointments').selectAll().where('clinic_id', '=', clinicId)
      .where('id', 'in', chunk.map((row) => row.id)).execute()));
  }
  const merge = mergeRows(wanted, stored);
  for (const chunk of inChunks(merge.inserts)) {
    await trx.insertInto('appointments').values(chunk.map((row) => ({ ...row, clinic_id: clinicId, details: '{}', created_at: now }))).execute();
  }
  for (const { id, ...row } of merge.updates) {
    await trx.updateTable('appointments').set(row).where('clinic_id', '=', clinicId).where('id', '=', id).execute();
  }
  for (const chunk of inChunks(merge.updates)) {
    await trx.deleteFrom('claims').where('clinic_id', '=', clinicId).where('appointment_id', 'in', chunk.map((row) => row.id)).execute();
  }
  const overlaps = claimsNothing(file) ? [] : await claim(trx, clinicId, [...merge.inserts, ...merge.updates], new Set(wanted.map((row) => row.id)), now);
  return {
    changed: merge.inserts.length + merge.updates.length > 0,
    conflicts: [...keptTexts('appointment', merge), ...overlaps],
  };
}

function rowOf(row: AppointmentInFile, minutes: number) {
  const starts = new Date(row.fromDate);
  return {
    id: row.id,
    client_id: row.client_id,
    patient_id: row.patient_id ?? null,
    product_id: row.product_id,
    provider_id: row.provider_id ?? null,
    room_id: row.room_id ?? null,
    starts_at: starts,
    ends_at: new Date(starts.getTime() + minutes * minuteMs),
    status: row.status,
    note: row.note ?? null,
    is_dropoff: row.isDropoff ?? false,
  };
}

function claimsNothing({ shop }: ClinicFile): boolean {
  const setting = shop.feature_settings?.skip_provider_availability_check;
  return typeof setting === 'object' ? setting.enabled : setting === true;
}

type Span = { resource: string; lane: number; starts_at: Date; ends_at: Date };
const overlap = (a: Omit<Span, 'lane'>, b: Omit<Span, 'lane'>): boolean =>
  a.resource === b.resource && a.starts_at < b.ends_at && b.starts_at < a.ends_at;

/**
 * Claims what still lies ahead. The practice may have put two appointments on one time, so each takes the first free lane;
 * holds of the portal give way. Returns a sentence for each booking of the portal that an appointment meets.
 */
async function claim(trx: Trx, clinicId: string, rows: Row[], inFile: ReadonlySet<string>, now: Date): Promise<string[]> {
  const wanted = rows
    .filter((row) => !released.has(row.status) && !row.is_dropoff && row.ends_at > now)
    .flatMap((row) => resourcesOf(row).map((resource) => ({ resource, starts_at: row.starts_at, ends_at: row.ends_at, appointment_id: row.id })));
  if (wanted.length === 0) return [];

  await lock(trx, clinicId, wanted.map((one) => one.resource));
  const taken = await claimsOver(trx, clinicId, wanted);
  const holds = new Set<string>();
  const taking = new Map<string, Span[]>();
  for (const one of taken) {
    if (one.hold_id !== null && wanted.some((two) => overlap(one, two))) holds.add(one.hold_id);
    else taking.set(one.resource, [...(taking.get(one.resource) ?? []), one]);
  }
  const met = taken.flatMap((one) => {
    const other = one.appointment_id;
    if (other === null || inFile.has(other)) return [];
    return wanted.filter((two) => overlap(one, two)).map((two) =>
      `appointment "${two.appointment_id}": overlaps appointment "${other}", which was booked in the portal (${one.resource})`);
  });
  for (const chunk of inChunks([...holds])) {
    await trx.deleteFrom('holds').where('clinic_id', '=', clinicId).where('id', 'in', chunk).execute();
  }

  const claims = wanted.map((one) => {
    const others = taking.get(one.resource) ?? [];
    const lanes = new Set(others.filter((other) => overlap(one, other)).map((other) => other.lane));
    let lane = 1;
    while (lanes.has(lane)) lane += 1;
    taking.set(one.resource, [...others, { ...one, lane }]);
    return { ...one, lane, clinic_id: clinicId, id: randomUUID(), hold_id: null, expires_at: null };
  });
  for (const chunk of inChunks(claims)) await trx.insertInto('claims').values(chunk).execute();
  return met;
}

const resourcesOf = (row: Row): string[] => [
  ...(row.provider_id === null ? [] : [`provider:${row.provider_id}`]),
  ...(row.room_id === null ? [] : [`room:${row.room_id}`]),
];

/** In one order for all, so that two that claim queue instead of deadlocking. */
async function lock(trx: Trx, clinicId: string, resources: string[]): Promise<void> {
  for (const resource of [...new Set(resources)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${clinicId} ${resource}`}, 0))`.execute(trx);
  }
}

async function claimsOver(trx: Trx, clinicId: string, wanted: Omit<Span, 'lane'>[]) {
  const times = wanted.flatMap((one) => [one.starts_at.getTime(), one.ends_at.getTime()]);
  const [from, to] = times.reduce(([least, most], time) => [Math.min(least, time), Math.max(most, time)], [Infinity, -Infinity]);
  return trx
    .selectFrom('claims')
    .select(['resource', 'lane', 'starts_at', 'ends_at', 'hold_id', 'appointment_id'])
    .where('clinic_id', '=', clinicId)
    .where('resource', 'in', [...new Set(wanted.map((one) => one.resource))])
    .where('starts_at', '<', new Date(to))
    .where('ends_at', '>', new Date(from))
    .execute();
}
