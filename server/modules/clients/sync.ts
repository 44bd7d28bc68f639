import type { Trx } from '../../db/transaction';
import type { ClientRecord } from '../../../src/contract/clients';
import { clientToTie } from '../../../src/domain/client/tie';
import { ApiError } from '../../calls/errors';
import type { Session } from '../../calls/session';
import { findUser } from '../users/repository';
import { locksOn } from '../../db/locks';
import { defer } from '../../db/statements';
import { settleContacts } from './contacts';
import { clientReply, findClientOf, clientsWith, patientsOf, tieClient } from './repository';

type Request = { clinicId: string; session: Session; clientId: string; now: Date };

/**
 * Brings the owner's record up to date with the account (D-36): ties the record that the verified contacts identify if
 * none is tied yet (D-214), and applies contacts that have been verified since. Returns the record, or null where the
 * owner has none. Throws `not_found` if it is not the record that was asked for.
 */
export async function findAndSync(
  trx: Trx,
  { clinicId, session, clientId, now }: Request,
): Promise<ClientRecord | null> {
  defer(trx, locksOn(clinicId, [`user:${session.userId}`]));
  const record = (await findClientOf(trx, clinicId, session.userId)) ?? (await tied(trx, clinicId, session));
  if (!record) return null;
  if (record.id !== clientId) throw new ApiError('not_found');
  await settleContacts(trx, clinicId, session.userId, { email: null, phone: null }, session, now);
  const synced = (await findClientOf(trx, clinicId, session.userId))!;
  return clientReply(synced, await patientsOf(trx, clinicId, synced.id));
}

async function tied(trx: Trx, clinicId: string, session: Session) {
  const user = await findUser(trx, clinicId, session.userId);
  const record = clientToTie(await clientsWith(trx, clinicId, session), user?.first_name ?? null);
  if (record) await tieClient(trx, clinicId, record.id, session.userId);
  return record;
}
