import { DeliveryFailed, type Gateway } from './gateway';

const patienceMs = 20_000;

/**
 * The parts of SMS_URL, `https://ACCOUNT:TOKEN@api.twilio.com/?From=+15125550100`: a Twilio-compatible service, its
 * credentials and the sender's number. A path replaces Twilio's own. Null when something is missing.
 */
export function textService(smsUrl: string): { url: string; authorization: string; from: string } | null {
  const given = new URL(smsUrl);
  const account = decodeURIComponent(given.username);
  const token = decodeURIComponent(given.password);
  // A plus sign in a query stands for a space.
  const from = (given.searchParams.get('From') ?? '').trim().replace(/^(?=\d{11})/, '+');
  if (account === '' || token === '' || from === '') return null;
  const path =
    given.pathname === '/' ? `/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json` : given.pathname;
  return {
    url: `${given.origin}${path}`,
    authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
    from,
  };
}

/** Text messages by a Twilio-compatible service (SMS_URL). */
export function textGateway(service: { url: string; authorization: string; from: string }): Gateway {
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
      // 400 is about this message (no such number, unsubscribed); the other refusals are about us and may pass.
      if (!reply.ok)
        throw new DeliveryFailed(`The text message service answered ${reply.status}`, reply.status === 400);
    },
    close: () => {},
  };
}
