import { getShop, listTimezones, type Shop } from '../../../src/contract/shop';
import type { Config } from '../../config/config';
import type { Clinic } from '../../calls/clinic';
import { ApiError } from '../../calls/errors';
import { handle, type Handled } from '../../calls/handlers';

/**
 * Makes the clinic's data for its portal: without the fields that only the clinic and the server use, and with what the
 * page must know of the server's settings (D-127).
 */
export function shopReply({ shop }: Clinic, config: Config): Shop {
  const { notify_email: _email, notify_phone: _phone, stripe_account: _account, ...own } = shop;
  return {
    ...own,
    avatar: smallAvatar(shop),
    client_config: {
      card_provider: config.stripe ? 'stripe' : config.demo ? 'sandbox' : 'none',
      test_email_suffix: config.testEmailSuffix,
      ...(config.analyticsUrl !== undefined && { analytics_url: config.analyticsUrl }),
      ...(config.sentryDsn !== undefined && { sentry_dsn: config.sentryDsn }),
      demo_inbox: config.demo && config.smtpUrl === undefined && config.smsUrl === undefined,
    },
  };
}

const inlineMost = 4096;

/**
 * Replaces a large avatar that is a `data:` address, which would make every page larger, by the address of the clinic's
 * icon, which is made from it.
 */
const smallAvatar = ({ id, avatar }: Clinic['shop']): string | null =>
  avatar !== null && avatar.startsWith('data:') && avatar.length > inlineMost ? `/${id}/icons/512.png` : avatar;

/** The IANA time zones that this runtime knows. UTC is added, since Node lists it only from version 22 on. */
const timezones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort();

/** Routes of contract/shop: the clinic, and the list of time zones. */
export const routes: Handled[] = [
  handle(getShop, async ({ clinic, params, services }) => {
    if (clinic.id !== params.id) throw new ApiError('not_found');
    return shopReply(clinic, services.config);
  }),
  handle(listTimezones, async () => timezones),
];
