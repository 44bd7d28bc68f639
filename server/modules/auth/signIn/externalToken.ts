import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import * as limits from '../../../../src/limits';

type Subject = { publicUrl: string; clinicId: string; userId: string };

/** The tokens' audience: the clinic's embedding partners. */
const partnerAudience = (clinicId: string): string => `partners:${clinicId}`;

/** Derives a clinic's signing key, so that its partner can check its tokens but cannot make another clinic's. */
export const partnerKey = (secret: string, clinicId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `external-session-token:${clinicId}`, 32));

/**
 * Makes a five-minute token that tells an embedding partner who is signed in (D-37): a JWT signed with HS256 (RFC 7515,
 * RFC 7519). It contains user and clinic, no personal data, and is not accepted by this server.
 */
export function externalToken(secret: string, { publicUrl, clinicId, userId }: Subject, now: Date): string {
  const issued = Math.floor(now.getTime() / 1000);
  const claims = {
    iss: publicUrl,
    aud: partnerAudience(clinicId),
    sub: userId,
    clinic_id: clinicId,
    iat: issued,
    exp: issued + limits.externalTokenMs / 1000,
    jti: randomUUID(),
  };
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${createHmac('sha256', partnerKey(secret, clinicId)).update(signed).digest('base64url')}`;
}
