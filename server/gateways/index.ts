import type { Config } from '../config/config';
import type { Gateway, Gateways } from './gateway';
import { textGateway } from './text';
import { textService } from '../config/textService';

/** The demo's: a message is delivered once the demo inbox shows it, which it does from the start (D-216). */
const inboxGateway: Gateway = { deliver: async () => {}, close: () => {} };

/** The ways out that the settings give. Without one a channel's messages wait, but in demo mode they stay in the inbox. */
export async function gatewaysFor({ smtpUrl, mailFrom, smsUrl, demo }: Config): Promise<Gateways> {
  const fallback = demo ? inboxGateway : null;
  const service = smsUrl === undefined ? null : textService(smsUrl);
  return {
    email:
      smtpUrl === undefined
        ? fallback
        : await import('./mail').then(({ smtpGateway }) => smtpGateway({ smtpUrl, mailFrom })),
    sms: service === null ? fallback : textGateway(service),
  };
}
