import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { is, string, type as structType, type Infer } from 'superstruct';
import { DAY } from '../../../src/limits';
import { counted, fine, note, wrong, type Finding } from './finding';

export const Health = structType({ status: string(), version: string() });
export type Health = Infer<typeof Health>;

/** What answers at the address, with the end of its certificate; or why nothing does. */
export type Said = { status: number; health: Health | null; endsAt: Date | null } | { fault: NodeJS.ErrnoException };

const patienceMs = 5_000;
/** Half of what a certificate has left when it is renewed at the latest by the usual programs. */
const soonMs = 14 * DAY;

/** Asks the portal at an https address how it is. `ca`: who signs certificates, for tests. */
export function askAddress(origin: string, ca?: string): Promise<Said> {
  return new Promise((said) => {
    const asked = request(
      `${origin}/api/health`,
      { signal: AbortSignal.timeout(patienceMs), agent: false, ...(ca !== undefined && { ca }) },
      (reply) => {
        const { valid_to: end } = (reply.socket as TLSSocket).getPeerCertificate();
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(0, 10_000)));
        reply.on('error', (fault) => said({ fault }));
        reply.on('end', () =>
          said({ status: reply.statusCode ?? 0, health: healthIn(text), endsAt: end ? new Date(end) : null }),
        );
      },
    );
    asked.on('error', (fault) => said({ fault }));
    asked.end();
  });
}

export function healthIn(text: string): Health | null {
  try {
    const said: unknown = JSON.parse(text);
    return is(said, Health) ? said : null;
  } catch {
    return null;
  }
}

const check = 'address';

/** What an answer at the public address means. `isRunning`: whether a server runs here, so that the proxy reaches one. */
export function addressFound(publicUrl: string, said: Said, isRunning: boolean, now: Date): Finding[] {
  const { hostname } = new URL(publicUrl);
  if ('fault' in said) return [unreached(publicUrl, hostname, said.fault)];
  const { health, status, endsAt } = said;
  const certificate = endsAt === null ? [] : endingSoon(hostname, endsAt, now);
  if (health !== null)
    return [fine(check, `${publicUrl} leads to a portal, version ${health.version}.`), ...certificate];
  if (!isRunning)
    return [note(check, `${publicUrl} was not tried to the end, since no server runs here.`), ...certificate];
  return [
    [502, 503, 504].includes(status)
      ? wrong(
          check,
          `The proxy at ${publicUrl} reaches no server (${status}), and one runs here.`,
          'Check the address that the proxy passes calls on to, and its log.',
        )
      : wrong(
          check,
          `${publicUrl}/api/health does not answer as the portal does (${status}), and the server here runs.`,
          'Check that the name leads to this machine in DNS, and what the proxy passes on.',
        ),
    ...certificate,
  ];
}

/** The faults of a certificate whose signer is not known, or is not sent along. */
const unsigned = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|UNTRUSTED/;

function unreached(publicUrl: string, hostname: string, { code = '', message, name }: NodeJS.ErrnoException): Finding {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return wrong(
      check,
      `The name ${hostname} leads to no address (${code}).`,
      'Check the name in PUBLIC_URL, and its A or AAAA record in DNS.',
    );
  if (code === 'CERT_HAS_EXPIRED')
    return wrong(
      check,
      `The certificate of ${hostname} has ended: browsers open nothing there.`,
      'Renew it; the log of the proxy, or of the program that renews it, says why that did not happen.',
    );
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return wrong(
      check,
      `The certificate that ${publicUrl} shows is for another name.`,
      'Give the proxy one for this name, or set PUBLIC_URL to the name that it is for.',
    );
  if (unsigned.test(code))
    return wrong(
      check,
      `Browsers do not know who signed the certificate of ${hostname} (${code}).`,
      'Have it signed by an authority, and let the proxy send the whole chain (fullchain.pem).',
    );
  return wrong(
    check,
    `${publicUrl} does not answer: ${name === 'TimeoutError' || name === 'AbortError' ? `nothing in ${patienceMs / 1000} seconds` : message}.`,
    'Check that the name leads to this machine in DNS, that the proxy runs, and that a firewall lets it through.',
  );
}

function endingSoon(hostname: string, endsAt: Date, now: Date): Finding[] {
  const leftMs = endsAt.getTime() - now.getTime();
  if (leftMs > soonMs) return [];
  return [
    note(
      'certificate',
      `That of ${hostname} ends in ${counted(Math.max(0, Math.floor(leftMs / DAY)), 'day')}, at ${endsAt.toISOString()}.`,
      'See that it is renewed: the log of the proxy, or of the program that renews it, says why it was not yet.',
    ),
  ];
}
