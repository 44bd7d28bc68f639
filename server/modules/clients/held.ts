import { ChangedMeanwhile } from '../../db/faults';
import { locksOn } from '../../db/locks';
import { together, type Statement } from '../../db/statements';
import type { Trx } from '../../db/transaction';
import { signInOf } from './repository';

/**
 * Keeps a record that was found for its owner from being merged into another until the transaction ends (D-214): what is
 * written with it must not be left on a record that is nobody's any more. Throws `ChangedMeanwhile`, so that all is run
 * again, where it was merged since it was found.
 */
export async function holdRecord(trx: Trx, clinicId: string, clientId: string, userId: string): Promise<void> {
  const lock: Statement<never> = locksOn(clinicId, [`client:${clientId}`]);
  const [, still] = await together(trx, [lock, signInOf(clinicId, clientId)]);
  if (still[0]?.user_id !== userId) throw new ChangedMeanwhile('The record was merged into another.');
}
