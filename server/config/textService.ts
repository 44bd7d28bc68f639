/** How a Twilio-compatible service is reached; `from` is the sender's number. */
export type TextService = { url: string; authorization: string; from: string };

/**
 * The parts of SMS_URL, `https://ACCOUNT:TOKEN@api.twilio.com/?From=+15125550100`: a Twilio-compatible service, its
 * credentials and the sender's number. A path replaces Twilio's own. Null when something is missing.
 */
export function textService(smsUrl: string): TextService | null {
  const given = new URL(smsUrl);
  const account = decodeURIComponent(given.username);
  const token = decodeURIComponent(given.password);
  // A plus sign in a query is read as a blank, so it is put back here.
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
