import type { TextService } from '../config/textService';
import type { Clock } from '../system/clock';
import { DeliveryFailed, type Gateway } from './gateway';
import { aheadMs, waitOf } from './retryAfter';

/**
 * Sends text messages by a Twilio-compatible service (SMS_URL). Its answer is read for its status alone; silence is a
 * failure after `patienceMs` milliseconds. The service knows no key of ours, so a message that it accepted without our
 * hearing of it is sent again (D-211).
 */
export function textGateway(service: TextService, clock: Clock, patienceMs = 20_000): Gateway {
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
      // A body that breaks off or never ends changes nothing: the service has answered.
      await reply.body?.cancel().catch(() => {});
      // A 400 is about this message (no such number, unsubscribed) and permanent. Other refusals are about our account
      // or the service and may pass.
      if (!reply.ok)
        throw new DeliveryFailed(
          `The text message service answered ${reply.status}`,
          reply.status === 400,
          waitOf(reply.headers.get('retry-after'), clock.now()),
        );
    },
    close: () => {},
  };
}

/**
 * Asks the service for one message of its list, and sends nothing. Returns the status of its answer and how far its
 * clock is ahead of this machine's, milliseconds, or why there was no answer.
 */
export async function askTextService(
  service: TextService,
  patienceMs = 10_000,
): Promise<{ status: number; aheadMs: number | null } | { fault: string }> {
  try {
    const url = new URL(service.url);
    url.searchParams.set('PageSize', '1');
    const reply = await fetch(url, {
      headers: { authorization: service.authorization },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    await reply.body?.cancel().catch(() => {});
    return { status: reply.status, aheadMs: aheadMs(reply.headers.get('date')) };
  } catch (error) {
    const { cause, message } = error as Error;
    return { fault: cause instanceof Error ? cause.message : message };
  }
}
