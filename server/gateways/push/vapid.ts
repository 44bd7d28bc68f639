import { createPrivateKey, sign } from 'node:crypto';
import { vapidPublicKey } from '../../config/push';

/** How long a token is good for; push services refuse more than a day. */
const tokenMs = 12 * 3_600_000;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the two parts of a token that are signed. */
export const unsignedToken = (claims: { aud: string; exp: number; sub: string }): string =>
  `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;

/**
 * Returns the Authorization header by which a push service knows this server (RFC 8292): a token for the service's
 * origin, signed with the key that the browser's subscription is bound to. `subject` is whom the service may write to.
 */
export function vapidHeader(endpoint: string, { key, subject }: { key: string; subject: string }, now: Date): string {
  const token = unsignedToken({
    aud: new URL(endpoint).origin,
    exp: Math.floor((now.getTime() + tokenMs) / 1000),
    sub: subject,
  });
  const signature = sign('sha256', Buffer.from(token), {
    key: createPrivateKey({ key: asDer(key), format: 'der', type: 'sec1' }),
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${token}.${signature.toString('base64url')}, k=${vapidPublicKey(key)}`;
}

/** The key in the form that node:crypto reads: RFC 5915, with the name of the curve. */
const asDer = (key: string): Buffer =>
  Buffer.concat([
    Buffer.from('30310201010420', 'hex'),
    Buffer.from(key, 'base64url'),
    Buffer.from('a00a06082a8648ce3d030107', 'hex'),
  ]);
