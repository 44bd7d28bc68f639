import { sql } from 'kysely';
import type { Trx } from '../../../db/transaction';
import { awayAt } from '../../schedule/away';
import type { ClinicFile } from '../file/file';
import { inChunks } from './merge';

/** For which appointment each time was offered, and those of which an owner who was told of them has none left. */
type Withdrawn = { offered: Map<string, string>; left: string[] };

/** Takes offered times back, and ends offers of which none is left. */
export async function withdrawTimes(trx: Trx, clinicId: string, ids: readonly string[], now: Date): Promise<Withdrawn> {
  const offered = new Map<string, string>();
  const left: string[] = [];
  for (const chunk of inChunks(ids)) {
    const rows = await trx
      .selectFrom('offered_times')
      .innerJoin('offers', (join) =>
        join
          .onRef('offers.clinic_id', '=', 'offered_times.clinic_id')
          .onRef('offers.id', '=', 'offered_times.offer_id'),
      )
      .select(['offered_times.id', 'offers.id as offer_id', 'offers.state', 'offers.appointment_id'])
      .where('offered_times.clinic_id', '=', clinicId)
      .where('offered_times.id', 'in', chunk)
      .execute();
    for (const row of rows) offered.set(row.id, row.appointment_id);
    await trx.deleteFrom('offered_times').where('clinic_id', '=', clinicId).where('id', 'in', chunk).execute();
    const ended = await trx
      .updateTable('offers')
      .set({ state: 'ended', ended_at: now })
      .where('clinic_id', '=', clinicId)
      .where(
        'id',
        'in',
        rows.map((row) => row.offer_id),
      )
      .where('state', 'in', ['kept', 'open'])
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom('offered_times')
              .select('offered_times.id')
              .whereRef('offered_times.clinic_id', '=', 'offers.clinic_id')
              .whereRef('offered_times.offer_id', '=', 'offers.id'),
          ),
        ),
      )
      .returning(['id', 'appointment_id'])
      .execute();
    const told = new Set(rows.flatMap((row) => (row.state === 'open' ? row.offer_id : [])));
    left.push(...ended.flatMap((offer) => (told.has(offer.id) ? offer.appointment_id : [])));
    // The request waits for the clinic again from now on (D-427).
    if (ended.length > 0)
      await trx
        .updateTable('appointments')
        .set((column) => ({
          details: sql`${column.ref('details')} || ${JSON.stringify({ waits_since: now.toISOString() })}::jsonb`,
        }))
        .where('clinic_id', '=', clinicId)
        .where(
          'id',
          'in',
          ended.map((offer) => offer.appointment_id),
        )
        .where('status', '=', 'REQUESTED')
        .execute();
  }
  return { offered, left };
}

/**
 * Withdraws the times that are offered to owners with a clinician who is away then by this file. Returns a sentence for
 * each, and the appointments of which nothing is left that was offered.
 */
export async function withdrawAway(
  trx: Trx,
  clinicId: string,
  clinicians: NonNullable<ClinicFile['providers']>,
  now: Date,
): Promise<{ conflicts: string[]; left: string[] }> {
  const away = clinicians.filter(({ time_off: off }) => off && off.length > 0);
  if (away.length === 0) return { conflicts: [], left: [] };
  const times = await trx
    .selectFrom('offered_times')
    .innerJoin('offers', (join) =>
      join.onRef('offers.clinic_id', '=', 'offered_times.clinic_id').onRef('offers.id', '=', 'offered_times.offer_id'),
    )
    .select(['offered_times.id', 'starts_at', 'ends_at', 'provider_id', 'segments'])
    .where('offered_times.clinic_id', '=', clinicId)
    .where('offers.state', 'in', ['kept', 'open'])
    .execute();
  const met = times.flatMap((time) => {
    const who = awayAt(away, time);
    return who === null ? [] : [{ id: time.id, who }];
  });
  const { offered, left } = await withdrawTimes(
    trx,
    clinicId,
    met.map(({ id }) => id),
    now,
  );
  const conflicts = met.map(
    ({ id, who }) => `provider "${who}": is away at a time that was offered for appointment "${offered.get(id)}"`,
  );
  return { conflicts, left };
}
