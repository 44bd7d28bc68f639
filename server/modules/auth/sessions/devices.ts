import { isProven } from '../../../../src/domain/client/tie';
import type { CapName } from '../../../calls/caps';
import { capReached, countOne, type Counted } from '../../../calls/counters';
import type { Device } from '../../../calls/device';
import type { Session } from '../../../calls/session';
import type { Db } from '../../../db/transaction';
import type { Services } from '../../../calls/services';
import type { Identifier } from '../../contacts/identifiers';
import { nameSession, type SigningDevice } from './repository';
import { hashDevice, newToken } from '../../../system/secrets';

type Asking = { clinicId: string; device: Device; services: Services };

/** Signs in on the caller's browser, and lets it know itself again afterwards. Who is refused is given nothing. */
export async function onDevice<R>(
  { clinicId, device, services }: Asking,
  signIn: (device: SigningDevice) => Promise<R>,
): Promise<R> {
  const key = device.key ?? newToken();
  const reply = await signIn({ hash: hashDevice(services.config.secret, clinicId, key), label: device.label });
  device.keep(key);
  return reply;
}

/** Lets the browser that an owner's session began on be known for longer. A session that began before devices were noted names it now. */
export async function renewDevice({ clinicId, device, services }: Asking, session: Session, now: Date): Promise<void> {
  if (session.guest) return;
  const row = await services.db
    .selectFrom('sessions')
    .select('device_hash')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', session.id)
    .executeTakeFirst();
  if (row === undefined) return;
  const key = device.key ?? newToken();
  const hash = hashDevice(services.config.secret, clinicId, key);
  if (row.device_hash !== null && row.device_hash !== hash) return;
  await noteDevice(services.db, { clinicId, userId: session.userId, hash, now });
  if (row.device_hash === null)
    await nameSession(services.db, { clinicId, id: session.id, device: { hash, label: device.label }, now });
  device.keep(key);
}

/**
 * Whether the owner whom this identifier leads to signed in on this device before: who has verified it, or on whose record
 * the clinic has it. Asks nothing of who is not known.
 */
export async function isKnownDevice(
  { clinicId, device, services }: Asking,
  db: Db,
  { channel, value }: Identifier,
): Promise<boolean> {
  if (device.key === null) return false;
  const kind = channel === 'email' ? 'email' : 'phone';
  const owners = await db
    .selectFrom('devices')
    .innerJoin('users', (join) =>
      join.onRef('users.clinic_id', '=', 'devices.clinic_id').onRef('users.id', '=', 'devices.user_id'),
    )
    .leftJoin('clients', (join) =>
      join.onRef('clients.clinic_id', '=', 'devices.clinic_id').onRef('clients.user_id', '=', 'devices.user_id'),
    )
    .select([
      `users.${kind} as own`,
      `users.${kind}_verified_at as verified_at`,
      `clients.${kind} as recorded`,
      'clients.metadata',
    ])
    .where('devices.clinic_id', '=', clinicId)
    .where('devices.device_hash', '=', hashDevice(services.config.secret, clinicId, device.key))
    .execute();
  return owners.some(
    (one) =>
      (one.own === value && one.verified_at !== null) ||
      (one.recorded === value && one.metadata !== null && isProven(one.metadata, kind)),
  );
}

/**
 * Counts one more under a cap of which a share stays for devices that the owner has signed in on, whoever spends the rest
 * (D-405). It is set aside for every identifier, so that nothing is learned of who is known (D-204). What it was counted
 * as; `too_many_requests` past the cap.
 */
export async function countWithShare(
  db: Db,
  services: Services,
  name: CapName,
  counted: Counted,
  isKnown: () => Promise<boolean>,
): Promise<Counted> {
  const { max, setAside = 0 } = services.caps[name];
  const open = await countOne(db, services, name, counted, setAside);
  if (!open.isPast) return counted;
  if (!(await isKnown())) throw capReached(services, name, open.leftMs);
  const own = { ...counted, whose: `${counted.whose}:known` };
  const kept = await countOne(db, services, name, own, max - setAside);
  if (kept.isPast) throw capReached(services, name, kept.leftMs);
  return own;
}

type Seen = { clinicId: string; userId: string; hash: string; now: Date };

/** Notes that an owner signed in on a device. False where they had not before. */
export async function noteDevice(db: Db, { clinicId, userId, hash, now }: Seen): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('devices')
    .set({ last_used_at: now })
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('device_hash', '=', hash)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  await db
    .insertInto('devices')
    .values({ clinic_id: clinicId, user_id: userId, device_hash: hash, first_used_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return false;
}

/** Whether the account was signed in to before, on any device, apart from the session that does so now. */
export async function wasSignedIn(db: Db, clinicId: string, userId: string, sessionId: string): Promise<boolean> {
  const device = await db
    .selectFrom('devices')
    .select('user_id')
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  if (device !== undefined) return true;
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

/** Forgets devices of an owner, or the one named: the next sign-in there is on a new one. */
export async function forgetDevices(db: Db, clinicId: string, userId: string, hash?: string): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .$if(hash !== undefined, (query) => query.where('device_hash', '=', hash!))
    .execute();
}
