import { recordBookingSession } from '../../../src/contract/tracking';
import { countWithin } from '../../calls/counters';
import { handle, type Handled } from '../../calls/handlers';
import type { Db } from '../../db/transaction';
import { findAppointment } from '../appointments/repository';
import { findClientOf } from '../clients/repository';
import { insertVisit, updateVisit, type Visit } from './repository';

/**
 * Returns the id of the appointment that the page names if it is the user's own (D-201); null for any other, which is
 * not stored.
 */
async function ownAppointmentId(
  db: Db,
  clinicId: string,
  userId: string,
  id: string | null | undefined,
): Promise<string | null> {
  if (!id) return null;
  const client = await findClientOf(db, clinicId, userId);
  return client && (await findAppointment(db, clinicId, client.id, id)) ? id : null;
}

/** Routes of contract/tracking. */
export const routes: Handled[] = [
  handle(recordBookingSession, async ({ body, clinic, session, db, now, address, services }) => {
    const visit: Visit = {
      // Session and user are those of the token, whatever the body says. A page's id is only valid within its session.
      sessionId: session.id,
      userId: session.userId,
      id: body.session_id,
      appointmentId: await ownAppointmentId(db, clinic.id, session.userId, body.appointment_id),
      step: body.last_recorded_step,
      device: {
        platform: body.device_platform ?? null,
        cookies_allowed: body.device_cookies_allowed ?? null,
        user_agent: body.device_user_agent ?? null,
        language: body.device_language ?? null,
        timezone: body.device_timezone ?? null,
        display_width: body.device_display_width ?? null,
        display_height: body.device_display_height ?? null,
      },
      referral: {
        source: body.referral_source ?? null,
        campaign: body.referral_campaign ?? null,
        medium: body.referral_medium ?? null,
      },
      now,
    };
    if (!(await updateVisit(db, clinic.id, visit))) {
      await countWithin(db, services, 'visitsPerAddress', { clinicId: clinic.id, whose: address, now });
      await insertVisit(db, clinic.id, visit);
    }
    return { recorded: true as const };
  }),
];
