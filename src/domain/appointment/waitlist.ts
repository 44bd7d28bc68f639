import type { FeatureSettings } from '../../contract/settings';
import { isEnabled } from '../shop/settings';

type Waiting = { status: string; start: Date };

const awaited: ReadonlySet<string> = new Set(['REQUESTED', 'ACCEPTED', 'CONFIRMED']);

/** Whether the clinic and the type have a waitlist (WAIT-03, ENT-09). */
export const hasWaitlist = (
  settings: FeatureSettings,
  product: { metadata: { waitlistEligible?: boolean | null | undefined } } | undefined,
): boolean => isEnabled(settings, 'waitlist_ui_v1_enabled') && product?.metadata.waitlistEligible === true;

/** Whether an appointment is still to come, so that an earlier time would be of use. */
export const canComeEarlier = ({ status, start }: Waiting, now: Date): boolean => awaited.has(status) && start > now;
