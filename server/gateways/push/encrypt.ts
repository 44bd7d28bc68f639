import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What a browser gave to encrypt for, base64url: its public key and the secret that it shares with this server. */
export type PushKeys = { p256dh: string; auth: string };

/** The size of the one record that a message is, told in its header (RFC 8188). */
const recordSize = 4096;
/** The most bytes of a payload that push services must accept (RFC 8030 asks for 4096 of the whole). */
export const mostPayloadBytes = 3993;

/**
 * Encrypts a payload for one browser (RFC 8291) in the form of the content coding aes128gcm (RFC 8188). Throws for keys
 * that are no point of the curve. `fixed` replaces the random key and salt, for the RFC's own example.
 */
export function encryptPush(
  payload: string,
  { p256dh, auth }: PushKeys,
  fixed?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  const plain = Buffer.from(payload);
  if (plain.length > mostPayloadBytes) throw new RangeError('The payload is too long.');
  const sender = createECDH('prime256v1');
  if (fixed) sender.setPrivateKey(fixed.privateKey);
  else sender.generateKeys();
  const salt = fixed?.salt ?? randomBytes(16);
  const [theirs, ours] = [Buffer.from(p256dh, 'base64url'), sender.getPublicKey()];

  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = hkdfSync('sha256', sender.computeSecret(theirs), Buffer.from(auth, 'base64url'), keyInfo, 32);
  const derived = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, bytes));

  const cipher = createCipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([
    salt,
    size,
    Buffer.from([ours.length]),
    ours,
    // The byte 2 ends the last record.
    cipher.update(Buffer.concat([plain, Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
