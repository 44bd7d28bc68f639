import type { Config } from '../config/config';
import type { Gateway, Gateways } from './gateway';
import type { Clock } from '../system/clock';
import { textGateway } from './text';
import { textService } from '../config/textService';

/**
 * The gateway of demo mode. It sends nothing: a message counts as delivered because the demo inbox shows it from the
 * start (D-216).
 */
const inboxGateway: Gateway = { deliver: async () => {}, close: () => {} };

/**
 * The gateways that the settings name. Messages of a channel without one wait, but in demo mode they count as delivered
 * to the demo inbox.
 */
export async function gatewaysFor({ smtpUrl, mailFrom, smsUrl, push, demo }: Config, clock: Clock): Promise<Gateways> {
  const fallback = demo ? inboxGateway : null;
  const service = smsUrl === undefined ? null : textService(smsUrl);
  return {
    email:
      smtpUrl === undefined
        ? fallback
        : await import('./mail').then(({ smtpGateway }) => smtpGateway({ smtpUrl, mailFrom })),
    sms: service === null ? fallback : textGateway(service, clock),
    push: push && (await import('./push/push').then(({ pushGateway }) => pushGateway(push, clock))),
  };
}
