import type { Trx } from '../../db/transaction';
import type { Services } from '../../calls/services';
import { isToCome } from '../../../src/domain/appointment/change';
import { loadClinic } from '../clinics/repository';
import { takeBackOffers } from './offers';
import { offersGone } from './ownerMessages';
import { diedOf } from './patient';
import { hasOfferedOthers } from './reply';
import { lockVisit } from './repository';
import { tell, visitOf } from './visit';

/**
 * Returns what tells the owners of appointments that nothing of what was offered to them is free any more, in the
 * transaction that withdrew it (D-425). Appointments that are over, or of a pet that has died, are left out.
 */
export const tellWithdrawn =
  (services: Pick<Services, 'messages' | 'config' | 'clock'>) =>
  async (trx: Trx, clinicId: string, appointmentIds: readonly string[]): Promise<void> => {
    const clinic = await loadClinic(trx, clinicId);
    if (!clinic) return;
    for (const id of appointmentIds) {
      await takeBackOffers(trx, clinicId, id);
      const row = await lockVisit(trx, clinicId, id);
      if (!row || (await diedOf(trx, clinicId, row.patient_id))) continue;
      if (
        row.status !== 'REQUESTED' &&
        !isToCome({ status: row.status, startsAt: row.starts_at }, services.clock.now())
      )
        continue;
      await tell(
        trx,
        services,
        offersGone(clinic, visitOf(clinic, row), hasOfferedOthers(row), services.config.publicUrl),
      );
    }
  };
