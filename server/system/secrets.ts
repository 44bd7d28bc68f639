import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import * as limits from '../../src/limits';

/** A new bearer token: opaque, 256 bits. It is told once; only its hash is stored (D-26). */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** A token's hash as sessions keep it. A random token needs no salt and no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * The hash under which a session keeps the token that a verification replaced. Searching by the usual hash does not
 * find it; only the search for the same verification sent again does, when the reply to the first was lost.
 */
export const hashSpent = (tokenHash: string): string =>
  createHash('sha256').update(`spent ${tokenHash}`).digest('base64url');

/** A new code: six digits from the system's generator (D-204). */
export const newCode = (): string => String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0');

/** What a code can be used for; its hash is bound to all of these. */
export type CodePurpose = { clinicId: string; purpose: string; identifier: string; sessionId: string };

/** A code's keyed hash, worthless for another clinic, purpose, identifier or session (D-204). */
export function hashCode(secret: string, code: string, bound: CodePurpose): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['code', bound.clinicId, bound.purpose, bound.identifier, bound.sessionId, code]))
    .digest('base64url');
}

/**
 * A device's keyed hash. It differs from clinic to clinic, so that nobody learns from two clinics' hashes that they are
 * of one browser.
 */
export const hashDevice = (secret: string, clinicId: string, key: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['device', clinicId, key]))
    .digest('base64url');

/** The keyed hash of an identifier, for a counter whose name does not tell whom it counts. */
export const hashIdentifier = (secret: string, identifier: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['identifier', identifier]))
    .digest('base64url');

/** What tells a SECRET from another one and does not tell it. */
export const fingerprint = (secret: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['fingerprint']))
    .digest('base64url');

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
