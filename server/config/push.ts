import { createECDH } from 'node:crypto';

/** What push messages are sent with: the key (base64url), and whom push services may write to. */
export type PushSettings = {
  key: string;
  subject: string;
  /** Whether push services on this machine are called too, without TLS; for tests (D-216). */
  loopback: boolean;
};

/** Returns the public half of a VAPID key, base64url. Throws for what is no key of the curve prime256v1. */
export function vapidPublicKey(key: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(key, 'base64url'));
  return pair.getPublicKey('base64url');
}

/** Whether a text is a private key of the curve prime256v1: 32 bytes in base64url. */
export function isVapidKey(key: string): boolean {
  if (!/^[\w-]{43}$/.test(key)) return false;
  try {
    return vapidPublicKey(key) !== '';
  } catch {
    return false;
  }
}

/**
 * Whether a host name can be one of the public internet: with a dot, no IP address, and under none of the endings that
 * are kept for private networks.
 */
export const isPublicName = (hostname: string): boolean =>
  /^[a-z\d-]+(\.[a-z\d-]+)*\.(?=[a-z\d-]*[a-z])[a-z\d-]+$/i.test(hostname) &&
  !/\.(localhost|local|internal|intranet|lan|home|corp|private|arpa|onion)$/i.test(hostname);

/**
 * Returns the subject that push services may write to: the portal's own address. Null where Apple's would refuse it and
 * every message with it: without https, at this machine, at an IP address or a private name (D-440).
 */
export function pushSubject(publicUrl: string): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && isPublicName(hostname) ? publicUrl : null;
}
