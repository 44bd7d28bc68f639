import { randomUUID } from 'node:crypto';
import type { Clinic } from '../calls/clinic';
import { inTransaction, type Trx } from '../db/transaction';
import type { Services } from '../calls/services';

/**
 * The staff of the demo clinics, one of each role (D-421): whoever answers at the front desk works at all of them, the
 * admin of each is its first clinician. They sign in with codes that the demo inbox shows.
 */
export const demoStaff = {
  desk: { email: 'desk@portal.example', name: 'Marcus Bell' },
  adminOf: (clinicId: string): string => `vet@${clinicId}.example`,
};

async function join(
  trx: Trx,
  member: {
    clinicId: string;
    email: string;
    name: string;
    role: 'admin' | 'staff';
    providerId: string | null;
    now: Date;
  },
): Promise<void> {
  const { clinicId, email, name, role, providerId, now } = member;
  await trx
    .insertInto('people')
    .values({ id: randomUUID(), email, name, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const { id } = await trx.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  await trx
    .insertInto('memberships')
    .values({ clinic_id: clinicId, person_id: id, role, provider_id: providerId, invited_at: now, joined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Makes the staff of a demo clinic that was just imported. */
export const addDemoStaff = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id: clinicId, providers }: Pick<Clinic, 'id' | 'providers'>,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const [first] = providers;
    const now = clock.now();
    await join(trx, { clinicId, ...demoStaff.desk, role: 'staff', providerId: null, now });
    await join(trx, {
      clinicId,
      email: demoStaff.adminOf(clinicId),
      name: first?.firstName ?? 'Ana Ruiz',
      role: 'admin',
      providerId: first?.id ?? null,
      now,
    });
  });
