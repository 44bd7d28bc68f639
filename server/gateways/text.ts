import type { TextService } from '../config/textService';
import { DeliveryFailed, type Gateway } from './gateway';

const patienceMs = 20_000;

/** Sends text messages by a Twilio-compatible service (SMS_URL). */
export function textGateway(service: TextService): Gateway {
  return {
    async deliver({ recipient, text }) {
      const reply = await fetch(service.url, {
        method: 'POST',
        headers: { authorization: service.authorization },
        body: new URLSearchParams({ To: recipient, From: service.from, Body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      }).catch((error: unknown) => {
        throw new DeliveryFailed(error instanceof Error ? error.message : 'no answer', false);
      });
      await reply.body?.cancel();
      // A 400 is about this message (no such number, unsubscribed) and permanent. Other refusals are about our account
      // or the service and may pass.
      if (!reply.ok)
        throw new DeliveryFailed(`The text message service answered ${reply.status}`, reply.status === 400);
    },
    close: () => {},
  };
}
