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

/** Runs a sign-in for the caller's browser and sets its device cookie afterwards. A refused sign-in sets none. */
export async function onDevice<R>(
  { clinicId, device, services }: Asking,
  signIn: (device: SigningDevice) => Promise<R>,
): Promise<R> {
  const key = device.key ?? newToken();
  const reply = await signIn({ hash: hashDevice(services.config.secret, clinicId, key), label: device.label });
  device.keep(key);
  return reply;
}

/**
 * Prolongs the device cookie of the browser that an owner's session began on. A session from before devices were stored
 * is given its device now.
 */
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
 * Whether the identifier's owner signed in on this device before; the owner is who verified it, or whose record the
 * clinic has it in. Runs no query without a device.
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
 * Adds one to the count of a cap that reserves a share for devices on which the owner has signed in (D-405). Every
 * identifier has such a share, so that the answer does not tell who is known (D-204). Returns the count that was used;
 * throws `too_many_requests` above the limit.
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

/** Stores that an owner signed in on a device. False if it is the first time there. */
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

/** Whether the account was signed in to before on any device, apart from the present session. */
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

/** Deletes all devices of an owner, or the given one; the next sign-in there counts as a new device. */
export async function forgetDevices(db: Db, clinicId: string, userId: string, hash?: string): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .$if(hash !== undefined, (query) => query.where('device_hash', '=', hash!))
    .execute();
}
