import type { FeatureSettings } from '../../contract/settings';
import { isEnabled } from '../shop/settings';

/** Followed by the clinic's phone, written 3-3-rest (LIST-08, D-42). */
export const CALL_TO_CANCEL = 'If you need to cancel your appointment, please call us at:';
export const CALL_TO_RESCHEDULE = 'If you need to reschedule your appointment, please call us at:';
/** The words of cancelling: button, question, under way, done (CANCEL-04 to CANCEL-06). */
export const CANCEL = 'Cancel appointment';
export const CANCEL_SURE = 'Are you sure you want to cancel this appointment?';
export const CANCELLING = 'Cancelling...';
export const CANCELED = 'Appointment canceled';

/** What decides whether an appointment can be canceled; `clientId` is its owner's record. */
export type Changeable = { status: string; startsAt: Date; clientId: string };

const over: ReadonlySet<string> = new Set(['DECLINED', 'DELETED', 'DONE']);

/** Whether an appointment is still to come: requested or accepted, and not begun (D-114). */
export const isToCome = ({ status, startsAt }: Pick<Changeable, 'status' | 'startsAt'>, now: Date): boolean =>
  !over.has(status) && startsAt >= now;

/** Seconds before the start until which the clinic lets owners cancel; 0 without a limit (CANCEL-03, D-116). */
function leadSeconds(settings: FeatureSettings): number {
  const { enabled, min_allowed_lead_time: seconds = 0 } = settings.client_online_cancellation_settings ?? {};
  return enabled ? seconds : 0;
}

/**
 * Whether the viewer may cancel online (CANCEL-01 to CANCEL-03, D-115, D-116). `viewerClientId` is null for an owner
 * whom the clinic does not know.
 */
export function mayCancel(
  appointment: Changeable,
  viewerClientId: string | null,
  settings: FeatureSettings,
  now: Date,
): boolean {
  return (
    isEnabled(settings, 'client_online_cancellation_enabled') &&
    appointment.clientId === viewerClientId &&
    isToCome(appointment, now) &&
    appointment.startsAt.getTime() - now.getTime() >= leadSeconds(settings) * 1000
  );
}

/** Whether the viewer may move an appointment online: they may cancel it, and the clinic offers moving (D-42). */
export const mayReschedule = (
  appointment: Changeable,
  viewerClientId: string | null,
  settings: FeatureSettings,
  now: Date,
): boolean =>
  isEnabled(settings, 'client_online_reschedule_enabled') && mayCancel(appointment, viewerClientId, settings, now);
