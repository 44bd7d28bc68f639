import { trackingApi } from './api';
import type { AppThunk } from '../../state/store';

/** How far a visit came; `step` is a code of D-49. */
export type Visit = {
  step: number;
  appointmentId: string | null;
  referral: { source: string | null; campaign: string | null; medium: string | null };
};

const longest = 255;

/** Tells the clinic how far this visit came (TRACK-01, API-61). Dropped without a network; what fails is never said. */
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

/** What the browser tells of itself (D-132). */
const device = () => ({
  device_platform: navigator.platform.slice(0, longest) || null,
  device_cookies_allowed: navigator.cookieEnabled,
  device_user_agent: navigator.userAgent.slice(0, 512),
  device_language: navigator.language.slice(0, 64),
  device_timezone: Intl.DateTimeFormat().resolvedOptions().timeZone.slice(0, 64),
  device_display_width: screen.width,
  device_display_height: screen.height,
});

/** The same number for all steps of a visit: it lives as long as the tab (D-49). */
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

/** Where storage is blocked it lives as long as the page. */
const inMemory = new Map<string, string>();
function fallback(clinicId: string, uuid: () => string): string {
  const id = inMemory.get(clinicId) ?? uuid();
  inMemory.set(clinicId, id);
  return id;
}
