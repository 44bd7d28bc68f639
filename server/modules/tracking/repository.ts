import type { Db } from '../../db/transaction';

/** A visit of the booking page, as last reported by its session. */
export type Visit = {
  sessionId: string;
  id: string;
  userId: string;
  appointmentId: string | null;
  step: number;
  device: Record<string, unknown>;
  referral: Record<string, unknown>;
  now: Date;
};

const told = ({ userId, step, device, referral, now }: Visit) => ({
  user_id: userId,
  last_recorded_step: step,
  device: JSON.stringify(device),
  referral: JSON.stringify(referral),
  recorded_at: now,
});

/** Updates a stored visit; false if there is none yet. An appointment that was reported once stays. */
export async function updateVisit(db: Db, clinicId: string, visit: Visit): Promise<boolean> {
  const row = await db
    .updateTable('booking_sessions')
    .set({ ...told(visit), ...(visit.appointmentId !== null && { appointment_id: visit.appointmentId }) })
    .where('clinic_id', '=', clinicId)
    .where('session_id', '=', visit.sessionId)
    .where('id', '=', visit.id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Inserts a visit. If two first reports arrive at the same time, one is kept. */
export async function insertVisit(db: Db, clinicId: string, visit: Visit): Promise<void> {
  await db
    .insertInto('booking_sessions')
    .values({
      clinic_id: clinicId,
      session_id: visit.sessionId,
      id: visit.id,
      appointment_id: visit.appointmentId,
      created_at: visit.now,
      ...told(visit),
    })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'session_id', 'id']).doNothing())
    .execute();
}
