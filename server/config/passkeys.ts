import { isIP } from 'node:net';

/** Whom passkeys are made for: the host name, and the origin whose pages may use them. */
export type PasskeySettings = { rpId: string; origin: string };

/**
 * Returns whom passkeys are made for at the portal's address. Null where browsers make none: at an IP address, and
 * without https unless at `localhost`.
 */
export function passkeySettings(publicUrl: string): PasskeySettings | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || !(protocol === 'https:' || isLocal) ? null : { rpId: hostname, origin };
}

/** Why there are no passkeys, for who would like to use one. */
export const PASSKEYS_OFF =
  'Passkeys need the portal at a name with https, such as https://portal.example. Please sign in with a code.';
