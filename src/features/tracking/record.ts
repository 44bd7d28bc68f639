import { trackingApi } from './api';
import type { AppThunk } from '../../state/store';

/** The step that a visit has reached; `step` is a code of D-49. */
export type Visit = {
  step: number;
  appointmentId: string | null;
  referral: { source: string | null; campaign: string | null; medium: string | null };
};

const longest = 255;

/**
 * Tells the clinic which step this visit has reached (TRACK-01, API-61). Dropped without a network; failures
 * are ignored.
 */
export const recordVisit =
  ({ step, appointmentId, referral }: Visit): AppThunk<Promise<void>> =>
  async (dispatch, getState, { uuid }) => {
    const { clinicId, user } = getState().session;
    if (!clinicId || !getState().connection.isOnline) return;
    const body = {
      session_id: visitId(clinicId, uuid),
      last_recorded_step: step,
      ...device(),
      user_id: user?.id ?? null,
      appointment_id: appointmentId,
      referral_source: referral.source,
      referral_campaign: referral.campaign,
      referral_medium: referral.medium,
    };
    await dispatch(trackingApi.endpoints.recordBookingSession.initiate({ body }));
  };

/** Returns what the browser says about itself (D-132). */
const device = () => ({
  device_platform: navigator.platform.slice(0, longest) || null,
  device_cookies_allowed: navigator.cookieEnabled,
  device_user_agent: navigator.userAgent.slice(0, 512),
  device_language: navigator.language.slice(0, 64),
  device_timezone: Intl.DateTimeFormat().resolvedOptions().timeZone.slice(0, 64),
  device_display_width: screen.width,
  device_display_height: screen.height,
});

/** Returns the visit's id, the same for all steps; it is stored for as long as the tab is open (D-49). */
function visitId(clinicId: string, uuid: () => string): string {
  const key = `visit:${clinicId}`;
  try {
    const known = sessionStorage.getItem(key);
    if (known) return known;
  } catch {
    return fallback(clinicId, uuid);
  }
  const id = uuid();
  try {
    sessionStorage.setItem(key, id);
  } catch {
    return fallback(clinicId, uuid);
  }
  return id;
}

/** The visits' ids where storage is blocked; they last until the page is reloaded. */
const inMemory = new Map<string, string>();
function fallback(clinicId: string, uuid: () => string): string {
  const id = inMemory.get(clinicId) ?? uuid();
  inMemory.set(clinicId, id);
  return id;
}
