import type { Product } from '../../contract/catalogue';
import * as limits from '../../limits';
import { addDays } from '../clinicTime';
import type { FeatureSettings } from '../../contract/settings';
import { isEnabled } from '../shop/settings';

/** What the picker says about the waitlist (WAIT-01, D-67). */
export const WAITLIST_HINT =
  'The first opening is more than a week away. After booking you can join the waitlist for an earlier time.';

/**
 * Whether the picker mentions the waitlist: the clinic and the type have one, and the first opening is more than 7 days
 * away (WAIT-01, WAIT-03). Dates are the clinic's calendar dates.
 */
export const hintsAtWaitlist = (
  settings: FeatureSettings,
  product: Pick<Product, 'metadata'>,
  firstOpening: string,
  today: string,
): boolean =>
  isEnabled(settings, 'waitlist_ui_v1_enabled') &&
  product.metadata.waitlistEligible === true &&
  firstOpening > addDays(today, limits.waitlistHintDays);
