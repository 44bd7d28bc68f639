import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema';
import { inTransaction } from '../../db/transaction';
import { endOffer, liveOffer } from './offers';
import { lockVisit, setDetails } from './repository';

const atATime = 50;

/**
 * Ends the offers that are over, or whose appointment is not to come any more or whose pet has died; a request waits for the clinic again (D-427).
 * Returns how many there were.
 */
export async function endOffers(db: Kysely<Database>, now: Date): Promise<number> {
  const over = await db
    .selectFrom('offers')
    .innerJoin('appointments', (join) =>
      join
        .onRef('appointments.clinic_id', '=', 'offers.clinic_id')
        .onRef('appointments.id', '=', 'offers.appointment_id'),
    )
    .select(['offers.clinic_id', 'offers.id', 'offers.appointment_id'])
    .where('offers.state', '=', 'open')
    .where((where) =>
      where.or([
        where('offers.until', '<=', now),
        where('appointments.status', 'in', ['DECLINED', 'DELETED', 'DONE']),
        where.exists(
          where
            .selectFrom('patients')
            .select('patients.id')
            .whereRef('patients.clinic_id', '=', 'appointments.clinic_id')
            .whereRef('patients.id', '=', 'appointments.patient_id')
            .where('patients.deceased_at', 'is not', null),
        ),
      ]),
    )
    .limit(atATime)
    .execute();
  for (const { clinic_id: clinicId, id, appointment_id: appointmentId } of over)
    await inTransaction(db, async (trx) => {
      const row = await lockVisit(trx, clinicId, appointmentId);
      const offer = row && (await liveOffer(trx, clinicId, appointmentId));
      if (!row || offer?.id !== id) return;
      await endOffer(trx, clinicId, appointmentId, now);
      if (row.status === 'REQUESTED')
        await setDetails(trx, clinicId, appointmentId, {
          ...row.details,
          waits_since: (offer.until < now ? offer.until : now).toISOString(),
        });
    });
  return over.length;
}
