import {
  array,
  literal,
  nullable,
  object,
  optional,
  record,
  size,
  string,
  type,
  unknown,
  type Infer,
} from 'superstruct';
import { endpoint } from '../endpoint';
import { id, instant, text } from '../wire';
import { StaffSession } from './staff';

/** What the browser's WebAuthn calls take, as JSON (WebAuthn Level 3). */
const WebAuthnJson = record(string(), unknown());

/** Bytes in base64url as a browser gives them. */
const bytes = (most: number) => text(most);

const ofCredential = { id: bytes(1400), rawId: bytes(1400), type: literal('public-key') };

/** What a browser gives for a passkey that it made (`RegistrationResponseJSON`); other fields are dropped. */
export const MadePasskey = object({
  ...ofCredential,
  response: object({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(32_000),
    transports: optional(size(array(text(32)), 0, 16)),
  }),
});
export type MadePasskey = Infer<typeof MadePasskey>;

/** What a browser gives for a passkey that signs in (`AuthenticationResponseJSON`); other fields are dropped. */
export const UsedPasskey = object({
  ...ofCredential,
  response: object({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(8_000),
    signature: bytes(8_000),
    userHandle: optional(nullable(bytes(256))),
  }),
});
export type UsedPasskey = Infer<typeof UsedPasskey>;

/** A passkey of the person; `label` says where it was made, such as 'Chrome on Windows'. */
export const Passkey = type({ id: id(), label: string(), created_at: instant(), last_used_at: nullable(instant()) });
export type Passkey = Infer<typeof Passkey>;

/** POST /desk/v1/passkeys/sign_in/options: what the browser needs to sign in with a passkey. */
export const passkeyOptions = endpoint({
  name: 'passkeyOptions',
  method: 'POST',
  path: '/desk/v1/passkeys/sign_in/options',
  access: 'none',
  hasNoClinic: true,
  isSignIn: true,
  response: type({ ceremony_id: id(), options: WebAuthnJson }),
});

/** POST /desk/v1/passkeys/sign_in: signs in with the browser's answer. `unauthorized` where it proves nothing. */
export const passkeySignIn = endpoint({
  name: 'passkeySignIn',
  method: 'POST',
  path: '/desk/v1/passkeys/sign_in',
  access: 'none',
  hasNoClinic: true,
  isSignIn: true,
  body: object({ ceremony_id: id(), answer: UsedPasskey }),
  response: StaffSession,
});

/** GET /desk/v1/passkeys: the person's passkeys, the latest first. */
export const listPasskeys = endpoint({
  name: 'listPasskeys',
  method: 'GET',
  path: '/desk/v1/passkeys',
  access: 'person',
  response: array(Passkey),
});

/** POST /desk/v1/passkeys/options: what the browser needs to make a passkey. */
export const newPasskeyOptions = endpoint({
  name: 'newPasskeyOptions',
  method: 'POST',
  path: '/desk/v1/passkeys/options',
  access: 'person',
  response: type({ ceremony_id: id(), options: WebAuthnJson }),
});

/** POST /desk/v1/passkeys: keeps the passkey that the browser made. `validation` where it does not fit the ceremony. */
export const addPasskey = endpoint({
  name: 'addPasskey',
  method: 'POST',
  path: '/desk/v1/passkeys',
  access: 'person',
  body: object({ ceremony_id: id(), answer: MadePasskey, label: text(60) }),
  response: Passkey,
});

/** DELETE /desk/v1/passkeys/{id}: the passkey signs in no more. */
export const removePasskey = endpoint({
  name: 'removePasskey',
  method: 'DELETE',
  path: '/desk/v1/passkeys/:id',
  access: 'person',
  params: object({ id: text(1024) }),
  response: type({ done: literal(true) }),
});
