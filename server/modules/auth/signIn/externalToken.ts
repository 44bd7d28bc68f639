import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { limits } from '../../../../src/limits';

type Subject = { publicUrl: string; clinicId: string; userId: string };

/** Whom a clinic's tokens are for: its embedding partners, and nobody else. */
const partnerAudience = (clinicId: string): string => `partners:${clinicId}`;

/** The key of one clinic's tokens, so that a clinic's partner can check them and make none of another clinic's. */
export const partnerKey = (secret: string, clinicId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `external-session-token:${clinicId}`, 32));

/**
 * A five-minute token that tells an embedding partner who is signed in (D-37): a JWT signed with HS256 (RFC 7515,
 * RFC 7519). It names user and clinic, holds no personal data, and opens nothing here.
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
