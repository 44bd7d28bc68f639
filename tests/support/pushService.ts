import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushSubscribed } from '../../src/contract/push';

/** What a worker is told of a push message. */
export type Told = { clinicId: string; title: string; body: string; opens: string; tag: string; receipt: string };

/** A request that a push service took, as it stood on the wire, and what its device can read of it. */
export type Pushed = {
  headers: IncomingMessage['headers'];
  /** The claims of its token, whose signature holds. */
  claims: { aud: string; exp: number; sub: string };
  /** The bytes as they came. */
  raw: Buffer;
  told: Told;
};

export type Device = {
  subscription: PushSubscribed;
  /** Every request for the device, also those that were not accepted. */
  asked: Pushed[];
  /** What the device has got: the newest message of each topic. */
  got: Map<string, Told>;
};

/** How a push service treats a request: answers it, takes its message or not, or breaks the connection. */
export type Treatment = (response: ServerResponse, accept: () => void) => void;

export const answer =
  (status: number, headers: Record<string, string> = {}): Treatment =>
  (response, accept) => {
    if (status < 300) accept();
    response.writeHead(status, headers).end('the push service says something');
  };

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** Starts a push service on loopback: real HTTP, with the browser's half of RFC 8291 and the service's of RFC 8292. */
export async function pushService() {
  const devices = new Map<string, { device: Device; key: Buffer; auth: Buffer; treat: Treatment[] }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const found = devices.get(request.url ?? '');
    if (!found) return void response.writeHead(404).end();
    const { device, key, auth, treat } = found;
    const raw = Buffer.concat(chunks);
    const told = JSON.parse(decrypt(raw, key, auth)) as Told;
    const claims = claimsOf(request.headers.authorization ?? '');
    device.asked.push({ headers: request.headers, claims, raw, told });
    // The last treatment stays.
    const next = treat.length > 1 ? treat.shift()! : treat[0]!;
    next(response, () => void device.got.set(String(request.headers['topic']), told));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    /** Subscribes a new device, which is treated as told: one treatment a request, and the last one from then on. */
    device(...treat: Treatment[]): Device {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const [path, auth] = [`/send/${randomBytes(9).toString('base64url')}`, randomBytes(16)];
      const device: Device = {
        subscription: {
          endpoint: origin + path,
          keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        asked: [],
        got: new Map(),
      };
      devices.set(path, { device, key: pair.getPrivateKey(), auth, treat: treat.length > 0 ? treat : [answer(201)] });
      return device;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Reads a message as the browser does; throws where the sender's half is wrong. */
export function decrypt(message: Buffer, privateKey: Buffer, auth: Buffer): string {
  const browser = createECDH('prime256v1');
  browser.setPrivateKey(privateKey);
  const [salt, idLength] = [message.subarray(0, 16), message.readUInt8(20)];
  const sender = message.subarray(21, 21 + idLength);
  const sealed = message.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const shared = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12));
  const open = createDecipheriv('aes-128-gcm', key, nonce);
  open.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  const end = plain.lastIndexOf(2);
  if (plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The record does not end as the last one.');
  return plain.subarray(0, end).toString();
}

/** Reads the claims of an Authorization header of RFC 8292; throws where its signature does not hold. */
export function claimsOf(authorization: string): Pushed['claims'] {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex'), bytes(publicKey)]),
    format: 'der',
    type: 'spki',
  });
  if (!verify('sha256', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' }, bytes(signature)))
    throw new Error('The token is not signed with its key.');
  return JSON.parse(bytes(body).toString()) as Pushed['claims'];
}
