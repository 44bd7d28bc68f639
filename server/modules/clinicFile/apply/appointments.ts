import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../db/transaction';
import { knownZone } from '../../../../src/contract/zone';
import { daySpan } from '../../../../src/domain/booking/openTimes';
import { dateInZone, dayClock } from '../../../../src/domain/clinicTime';
import { isEnabled } from '../../../../src/domain/shop/settings';
import { locksOn } from '../../../db/locks';
import { defer } from '../../../db/statements';
import { minutesOf } from '../../schedule/rule';
import { refundPaid } from '../../deposits/refunds/repository';
import { keptTexts, type Applied } from './clients';
import type { AppointmentInFile, ClinicFile } from '../file/file';
import { inChunks, mergeRows } from './merge';
import { withdrawTimes } from './offered';
import { DAY, MINUTE } from '../../../../src/limits';

type Row = ReturnType<typeof rowOf>;

/** The statuses of declined and canceled appointments, which release their time; all others claim it (D-203). */
const released = new Set(['DECLINED', 'DELETED']);

/** Writes appointments and the claims of those that are not over. What the portal changed later stays (D-217). */
export async function applyAppointments(trx: Trx, file: ClinicFile, now: Date): Promise<Applied & { left: string[] }> {
  const clinicId = file.shop.id;
  const minutes = new Map((file.products ?? []).map((product) => [product.id, minutesOf(product)]));
  const wanted = (file.appointments ?? []).map((row) => rowOf(row, minutes.get(row.product_id) ?? 0));
  const stored = [];
  for (const chunk of inChunks(wanted)) {
    stored.push(
      ...(await trx
        .selectFrom('appointments')
        .selectAll()
        .where('clinic_id', '=', clinicId)
        .where(
          'id',
          'in',
          chunk.map((row) => row.id),
        )
        .execute()),
    );
  }
  const merge = mergeRows(wanted, stored);
  const told = toldOf(file);
  for (const chunk of inChunks(merge.inserts)) {
    await trx
      .insertInto('appointments')
      .values(
        chunk.map(({ details, ...row }) => ({
          ...row,
          clinic_id: clinicId,
          details: JSON.stringify(details ?? {}),
          created_at: now,
          ...told(row.id),
        })),
      )
      .execute();
  }
  for (const { id, details, ...row } of merge.updates) {
    await trx
      .updateTable('appointments')
      .set({ ...row, ...(details && { details: JSON.stringify(details) }), ...told(id) })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .execute();
  }
  for (const chunk of inChunks(merge.updates)) {
    await trx
      .deleteFrom('claims')
      .where('clinic_id', '=', clinicId)
      .where(
        'appointment_id',
        'in',
        chunk.map((row) => row.id),
      )
      .execute();
    // A reminder that is not sent yet may name the earlier time.
    await trx
      .deleteFrom('messages')
      .where('clinic_id', '=', clinicId)
      .where(
        'appointment_id',
        'in',
        chunk.map((row) => row.id),
      )
      .where('delivered_at', 'is', null)
      .execute();
  }
  await refundDeclined(trx, clinicId, merge.updates, stored, now);
  const spans = spansOf(file, [...merge.inserts, ...merge.updates]).filter((span) => span.ends_at > now);
  const { overlaps, left } =
    spans.length === 0
      ? { overlaps: [], left: [] }
      : await claim(trx, clinicId, spans, new Set(wanted.map((row) => row.id)), now);
  return {
    changed: merge.inserts.length + merge.updates.length > 0,
    conflicts: [...keptTexts('appointment', merge), ...overlaps],
    left,
  };
}

/**
 * Starts the refund of what was paid for appointments that the file newly declines, as for any other decline (D-414).
 */
async function refundDeclined(
  trx: Trx,
  clinicId: string,
  updates: readonly Row[],
  stored: readonly { id: string; status: string }[],
  now: Date,
): Promise<void> {
  const open = new Set(stored.flatMap(({ id, status }) => (status === 'DECLINED' ? [] : id)));
  for (const { id } of updates.filter((row) => row.status === 'DECLINED' && open.has(row.id)))
    await refundPaid(trx, clinicId, id, 'declined', now);
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
    ends_at: row.toDate === undefined ? new Date(starts.getTime() + minutes * MINUTE) : new Date(row.toDate),
    status: row.status,
    note: row.note ?? null,
    is_dropoff: row.isDropoff ?? false,
    details: row.details,
  };
}

/**
 * Returns a reader, by appointment id, of the instants that only an export of the portal has. They are stored but not
 * compared: a difference in them alone does not change the stored row.
 */
function toldOf(file: ClinicFile) {
  const instants = (row: AppointmentInFile) =>
    (['created_at', 'changed_at', 'reminded_for', 'linked_for'] as const).flatMap((key) =>
      row[key] === undefined ? [] : [[key, new Date(row[key])] as const],
    );
  const known = new Map((file.appointments ?? []).map((row) => [row.id, Object.fromEntries(instants(row))]));
  return (id: string): { [K in 'created_at' | 'changed_at' | 'reminded_for' | 'linked_for']?: Date } =>
    known.get(id) ?? {};
}

type Span = { resource: string; starts_at: Date; ends_at: Date };
type Wanted = Span & { appointment_id: string };
type Taken = Span & { lane: number };

/**
 * Returns what appointments take: their clinician and room for the visit, or a place among the clinician's drop-offs of
 * the day, if these are limited (D-203). Where the clinic skips the check of availability, only drop-offs and compound
 * visits take anything.
 */
function spansOf(file: ClinicFile, rows: Row[]): Wanted[] {
  const { feature_settings } = file.shop;
  const timezone = knownZone(file.shop.timezone);
  const skips = isEnabled(feature_settings ?? {}, 'skip_provider_availability_check');
  const compound = new Set((file.products ?? []).flatMap((product) => (product.segments ? product.id : [])));
  const limited = new Set(
    (file.providers ?? []).flatMap((provider) => (provider.maxDropoffs === undefined ? [] : provider.id)),
  );

  return rows
    .filter((row) => !released.has(row.status))
    .flatMap((row): Wanted[] => {
      const { id: appointment_id, starts_at, provider_id } = row;
      if (row.is_dropoff) {
        if (provider_id === null || !limited.has(provider_id)) return [];
        const day = daySpan(dayClock(dateInZone(starts_at, timezone), timezone));
        return [
          {
            appointment_id,
            resource: `dropoff:${provider_id}`,
            starts_at: new Date(day.from),
            ends_at: new Date(day.to),
          },
        ];
      }
      if (skips && !compound.has(row.product_id)) return [];
      return partsOf(row).flatMap((part) => {
        const resources = [
          ...(part.provider === null ? [] : [`provider:${part.provider}`]),
          ...(part.room === null ? [] : [`room:${part.room}`]),
        ];
        return resources.map((resource) => ({ appointment_id, resource, starts_at: part.from, ends_at: part.to }));
      });
    });
}

/**
 * Returns who is needed, and which room, in each part of the visit. A compound visit booked in the portal has a part
 * per segment, one after the other (D-63).
 */
function partsOf({ details, starts_at, ends_at, provider_id, room_id }: Row) {
  const segments = details?.segments ?? [];
  if (segments.length < 2) return [{ from: starts_at, to: ends_at, provider: provider_id, room: room_id }];
  return segments.map((segment, index) => ({
    from: new Date(segment.at),
    to: index + 1 < segments.length ? new Date(segments[index + 1]!.at) : ends_at,
    provider: segment.providerId ?? null,
    room: segment.roomId ?? null,
  }));
}

/** Spans by resource and UTC day, so that overlapping ones are found without comparing with all of them. */
class Calendar<S extends Span> {
  private readonly days = new Map<string, S[]>();

  add(span: S): void {
    for (const key of keysOf(span)) {
      const day = this.days.get(key);
      if (day) day.push(span);
      else this.days.set(key, [span]);
    }
  }

  meeting(span: Span): S[] {
    const near = new Set(keysOf(span).flatMap((key) => this.days.get(key) ?? []));
    return [...near].filter((other) => other.starts_at < span.ends_at && span.starts_at < other.ends_at);
  }
}

function keysOf({ resource, starts_at, ends_at }: Span): string[] {
  const first = Math.floor(starts_at.getTime() / DAY);
  const last = Math.floor(ends_at.getTime() / DAY);
  return Array.from({ length: last - first + 1 }, (_, index) => `${first + index} ${resource}`);
}

/**
 * Claims spans. The practice may have put two appointments on the same time, so each takes the first free lane, and
 * holds of the portal are deleted, and times that are offered to owners (D-425). Returns a sentence for each booking of
 * the portal that an appointment overlaps, and for each such time, and the appointments for which no such time is left.
 */
async function claim(
  trx: Trx,
  clinicId: string,
  wanted: Wanted[],
  inFile: ReadonlySet<string>,
  now: Date,
): Promise<{ overlaps: string[]; left: string[] }> {
  defer(
    trx,
    locksOn(
      clinicId,
      wanted.map((one) => one.resource),
    ),
  );
  const before = new Calendar<Awaited<ReturnType<typeof claimsOver>>[number]>();
  for (const one of await claimsOver(trx, clinicId, wanted)) before.add(one);
  const met = wanted.flatMap((mine) => before.meeting(mine).map((theirs) => ({ mine, theirs })));

  const holds = [...new Set(met.flatMap(({ theirs }) => theirs.hold_id ?? []))];
  for (const chunk of inChunks(holds)) {
    await trx.deleteFrom('holds').where('clinic_id', '=', clinicId).where('id', 'in', chunk).execute();
  }
  const gone = met.filter(({ theirs }) => theirs.offered_time_id !== null && !isDropoff(theirs));
  const { offered, left } = await withdrawTimes(
    trx,
    clinicId,
    [...new Set(gone.map(({ theirs }) => theirs.offered_time_id!))],
    now,
  );
  const taken = new Calendar<Taken>();
  for (const { theirs } of met)
    if (theirs.hold_id === null && (theirs.offered_time_id === null || isDropoff(theirs))) taken.add(theirs);
  const claims = wanted.map((one) => {
    const lanes = new Set(taken.meeting(one).map((other) => other.lane));
    let lane = 1;
    while (lanes.has(lane)) lane += 1;
    taken.add({ ...one, lane });
    return { ...one, lane, clinic_id: clinicId, id: randomUUID(), hold_id: null, expires_at: null };
  });
  for (const chunk of inChunks(claims)) await trx.insertInto('claims').values(chunk).execute();

  const overlaps = [
    ...met.flatMap(({ mine, theirs }) =>
      theirs.appointment_id === null || inFile.has(theirs.appointment_id) || isDropoff(theirs)
        ? []
        : [
            `appointment "${mine.appointment_id}": overlaps appointment "${theirs.appointment_id}", which was booked in the portal (${theirs.resource})`,
          ],
    ),
    ...gone.map(
      ({ mine, theirs }) =>
        `appointment "${mine.appointment_id}": takes a time that was offered for appointment "${offered.get(theirs.offered_time_id!)}" (${theirs.resource})`,
    ),
  ];
  return { overlaps, left };
}

/** A day's places for drop-offs are several. */
const isDropoff = ({ resource }: Pick<Span, 'resource'>): boolean => resource.startsWith('dropoff:');

async function claimsOver(trx: Trx, clinicId: string, wanted: Span[]) {
  const times = wanted.flatMap((one) => [one.starts_at.getTime(), one.ends_at.getTime()]);
  const [from, to] = times.reduce(
    ([least, most], time) => [Math.min(least, time), Math.max(most, time)],
    [Infinity, -Infinity],
  );
  return trx
    .selectFrom('claims')
    .select(['resource', 'lane', 'starts_at', 'ends_at', 'hold_id', 'appointment_id', 'offered_time_id'])
    .where('clinic_id', '=', clinicId)
    .where('resource', 'in', [...new Set(wanted.map((one) => one.resource))])
    .where('starts_at', '<', new Date(to))
    .where('ends_at', '>', new Date(from))
    .execute();
}
