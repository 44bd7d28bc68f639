import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { MadePasskey, UsedPasskey } from '../../src/contract/desk/passkeys';

/** CBOR (RFC 8949) of what attestations hold: whole numbers, bytes, texts and maps. */
type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, one]) => [cbor(name), cbor(one)])]);
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  if (length < 256) return Buffer.from([(type << 5) | 24, length]);
  return Buffer.from([(type << 5) | 25, length >> 8, length & 0xff]);
}

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

type Options = Record<string, unknown>;

/** What an answer may differ in from what a right browser and authenticator do. */
export type Twist = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  counter?: number;
  isUserVerified?: boolean;
  isUserPresent?: boolean;
  userHandle?: string | null;
};

const flags = { userPresent: 1, userVerified: 4, hasKey: 64 };

/**
 * An authenticator with one discoverable ES256 passkey, in software: it makes what a browser's `create` and `get` give
 * (WebAuthn Level 3, 6.1 and 6.5), or what a `twist` makes of it.
 */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  counter = 0;
  userHandle = '';
  readonly #key: KeyObject;
  readonly #point: { x: string; y: string };

  constructor(readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    this.#key = privateKey;
    this.#point = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  }

  get id(): string {
    return url(this.credentialId);
  }

  /** The answer to a registration's options. */
  make(options: Options, twist: Twist = {}): MadePasskey {
    const { user, rp } = options as { user: { id: string }; rp: { id: string } };
    this.userHandle = user.id;
    const clientData = this.#clientData('webauthn.create', options, twist);
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(this.#point.x, 'base64url')],
      [-3, Buffer.from(this.#point.y, 'base64url')],
    ]);
    const authData = Buffer.concat([
      this.#authData(rp.id, flags.hasKey, twist),
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      cbor(key),
    ]);
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: { clientDataJSON: url(clientData), attestationObject: url(attestation), transports: ['internal'] },
    };
  }

  /** The answer to a sign-in's options. */
  use(options: Options, twist: Twist = {}): UsedPasskey {
    const clientData = this.#clientData('webauthn.get', options, twist);
    this.counter += 1;
    const authData = this.#authData((options as { rpId: string }).rpId, 0, twist);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key);
    const userHandle = twist.userHandle === undefined ? this.userHandle : twist.userHandle;
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: url(clientData),
        authenticatorData: url(authData),
        signature: url(signature),
        ...(userHandle !== null && { userHandle }),
      },
    };
  }

  #clientData(type: string, options: Options, twist: Twist): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? options['challenge'],
        origin: twist.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }

  #authData(rpId: string, more: number, twist: Twist): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(twist.counter ?? this.counter);
    const { isUserPresent = true, isUserVerified = true } = twist;
    const given = more | (isUserPresent ? flags.userPresent : 0) | (isUserVerified ? flags.userVerified : 0);
    return Buffer.concat([sha256(twist.rpId ?? rpId), Buffer.from([given]), counter]);
  }
}
