import {
  array,
  boolean,
  integer,
  literal,
  max,
  min,
  nullable,
  object,
  optional,
  string,
  type,
  type Infer,
} from 'superstruct';
import { endpoint } from './endpoint';
import { anyPhone, id, text } from './wire';

/** The role that the portal's calls name (ROLE-02). */
export const ROLE_CUSTOMER = 'ROLE_CUSTOMER';

/** A contact in the form that the calls about codes take: an e-mail, or a phone in its two parts. */
export const WaitingContact = type({
  email: nullable(string()),
  phoneCode: nullable(string()),
  phoneNumber: nullable(string()),
});
export type WaitingContact = Infer<typeof WaitingContact>;

/** The signed-in user (ENT-21); `firstName` is the full name. A guest has neither name nor contacts. */
export const User = type({
  id: id(),
  firstName: nullable(string()),
  email: nullable(string()),
  phoneCode: nullable(string()),
  phoneNumber: nullable(string()),
  avatar: nullable(string()),
  isAdmin: optional(boolean()),
  is_staff: optional(boolean()),
  /** False once the user is signed in, that is: has a verified identifier (D-18). */
  is_guest: boolean(),
  /** Contacts that the owner gave and that a code has still to prove; until then no messages go there (D-402). */
  waiting: optional(array(WaitingContact)),
  metadata: optional(
    type({
      dateOfBirth: optional(nullable(max(min(integer(), 1), 31))),
      monthOfBirth: optional(nullable(max(min(integer(), 1), 12))),
    }),
  ),
});
export type User = Infer<typeof User>;

/**
 * A session's token and its user. The token is opaque (D-26). `password_kept` is there after a sign-up whose owner had
 * a password already, which stays as it was (D-406).
 */
export const SignedIn = type({ token: string(), user: User, password_kept: optional(literal(true)) });
export type SignedIn = Infer<typeof SignedIn>;

const role = () => literal(ROLE_CUSTOMER);

/** POST /user/v1/auth/guest-sign-in (API-04): opens a guest's session. 429 when an address opens too many. */
export const guestSignIn = endpoint({
  name: 'guestSignIn',
  method: 'POST',
  path: '/user/v1/auth/guest-sign-in',
  access: 'none',
  isSignIn: true,
  response: SignedIn,
});

/**
 * POST /user/v1/auth/code/init (API-07): sends a code to the phone, or without one to the e-mail (D-29). The answer is
 * the same whether the identifier is known or not, and for contacts that may not book, which get no code (D-16). 400
 * validation without phone and e-mail; 429 above the day's sends. With `purpose` the code belongs to the session's
 * sign-up with this contact, and only that code sets the sign-up's password; any other code ends the sign-up (D-406).
 * 409 conflict where the session has no such sign-up any more.
 */
export const initCode = endpoint({
  name: 'initCode',
  method: 'POST',
  path: '/user/v1/auth/code/init',
  access: 'session',
  isSignIn: true,
  body: object({
    email: optional(nullable(text(255))),
    phoneNumber: optional(nullable(anyPhone())),
    phoneCode: optional(text(4)),
    purpose: optional(literal('sign-up')),
    role: role(),
  }),
  response: type({ sent: literal(true) }),
});

/**
 * POST /user/v1/auth/code/verify (API-08): takes the contact and its code, signs the owner in and replaces the
 * session's token (D-18). 401 InvalidCode; 400 VerificationMaximumExceeded after five wrong codes, then for the right
 * one too (D-204).
 */
export const verifyCode = endpoint({
  name: 'verifyCode',
  method: 'POST',
  path: '/user/v1/auth/code/verify',
  access: 'session',
  isSignIn: true,
  takesReplacedToken: true,
  body: object({
    code: text(16),
    email: optional(nullable(text(255))),
    phoneNumber: optional(nullable(anyPhone())),
    phoneCode: optional(text(4)),
    firstName: optional(nullable(text(255))),
    role: role(),
  }),
  response: SignedIn,
});

/** GET /user/v1/profile (API-09): who is signed in. */
export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/user/v1/profile',
  access: 'session',
  response: User,
});

/** PUT /user/v1/customers/{id}/name (API-12, D-126): sets the full name. */
export const updateName = endpoint({
  name: 'updateName',
  method: 'PUT',
  path: '/user/v1/customers/:id/name',
  access: 'owner',
  params: object({ id: id() }),
  body: object({ firstName: text(255) }),
  response: User,
  silent: true,
});

/**
 * POST /user/v1/auth/check-availability (API-32, D-17): whether an account with these contacts may be used; false only
 * for an account that the clinic has deactivated.
 */
export const checkAvailability = endpoint({
  name: 'checkAvailability',
  method: 'POST',
  path: '/user/v1/auth/check-availability',
  access: 'session',
  isSignIn: true,
  body: object({ email: optional(nullable(text(255))), phone: optional(nullable(text(20))) }),
  response: type({ available: boolean() }),
});

/** POST /bb/access (API-33, D-16): whether the clinic lets these contacts book. */
export const checkAccess = endpoint({
  name: 'checkAccess',
  method: 'POST',
  path: '/bb/access',
  access: 'session',
  body: object({ email: optional(nullable(text(255))), phone: optional(nullable(text(20))) }),
  response: type({ pass: boolean() }),
  silent: true,
});

/** POST /jwt/refresh-token (API-16, D-26): keeps the session; past half of its life it gets a new token. */
export const refreshToken = endpoint({
  name: 'refreshToken',
  method: 'POST',
  path: '/jwt/refresh-token',
  access: 'session',
  renewsSession: true,
  response: SignedIn,
  silent: true,
});

/** POST /jwt/logout (API-16): ends the session. */
export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/jwt/logout',
  access: 'session',
  response: type({ ended: literal(true) }),
  silent: true,
});

const password = () => text(255);
const username = () => text(255);

/**
 * POST /user/v1/auth/sign-up (API-05): keeps the password for a contact that a code must still prove, so nobody is
 * signed in yet (D-24, D-214). The password waits in the caller's session, in which the code is then asked for and
 * tried; a caller without a session gets a guest's. A known contact gets the same answer. A phone's username is
 * `{phoneCode};{digits}` (D-25). `rememberMe` changes nothing: every session lives as D-26 says.
 */
export const signUp = endpoint({
  name: 'signUp',
  method: 'POST',
  path: '/user/v1/auth/sign-up',
  access: 'none',
  isSignIn: true,
  body: object({
    email: optional(nullable(text(255))),
    username: username(),
    password: password(),
    phoneCode: optional(text(4)),
    phoneNumber: optional(nullable(text(15))),
    rememberMe: optional(boolean()),
    role: role(),
  }),
  response: type({ pending: literal(true), token: optional(string()), user: optional(User) }),
});

const SignIn = object({ username: username(), password: password(), rememberMe: optional(boolean()), role: role() });

/**
 * POST /user/v1/auth/sign-in (API-06): signs in with a password. 401 wrong_password, for unknown names too; 429 after
 * ten failures in 15 minutes (D-204).
 */
export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/user/v1/auth/sign-in',
  access: 'none',
  isSignIn: true,
  body: SignIn,
  response: SignedIn,
});

/** POST /jwt/login and /jwt/register (API-16, D-126): the same handlers as sign-in and sign-up. */
export const jwtLogin = endpoint({ ...signIn, name: 'jwtLogin', path: '/jwt/login' });
export const jwtRegister = endpoint({ ...signUp, name: 'jwtRegister', path: '/jwt/register' });

/**
 * POST /user/v1/reset-password/init (API-13): sends a code; the answer is the same whether the name is known or not.
 */
export const initReset = endpoint({
  name: 'initReset',
  method: 'POST',
  path: '/user/v1/reset-password/init',
  access: 'session',
  isSignIn: true,
  body: object({ username: username() }),
  response: type({ sent: literal(true) }),
});

/**
 * POST /user/v1/reset-password/verify (API-14): tries the code; the token that it returns allows one finish. 401
 * InvalidCode; 400 VerificationMaximumExceeded.
 */
export const verifyReset = endpoint({
  name: 'verifyReset',
  method: 'POST',
  path: '/user/v1/reset-password/verify',
  access: 'session',
  isSignIn: true,
  body: object({ username: username(), code: text(16) }),
  response: type({ success: literal(true), token: string() }),
});

/**
 * POST /user/v1/reset-password/finish (API-15): sets the password, ends the user's other sessions and signs in. 401
 * InvalidCode for a used or old token.
 */
export const finishReset = endpoint({
  name: 'finishReset',
  method: 'POST',
  path: '/user/v1/reset-password/finish',
  access: 'session',
  isSignIn: true,
  body: object({ token: text(255), password: password() }),
  response: SignedIn,
});

const ProfileChange = {
  avatar: optional(nullable(text(2048))),
  firstName: optional(nullable(text(255))),
  email: optional(nullable(text(255))),
  phoneCode: optional(nullable(text(4))),
  phoneNumber: optional(nullable(text(15))),
  metadata: optional(
    object({
      dateOfBirth: optional(nullable(max(min(integer(), 1), 31))),
      monthOfBirth: optional(nullable(max(min(integer(), 1), 12))),
    }),
  ),
};

/**
 * PUT /user/v1/profile (API-10): changes the profile. Absent fields stay, metadata is merged (D-117), and changed
 * contacts wait until they are verified (D-214). 409 AliasAlreadyUsed.
 */
export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/user/v1/profile',
  access: 'owner',
  body: object(ProfileChange),
  response: User,
});

/**
 * PUT /user/v1/customers/{id} (API-11): does the same as `updateProfile`, for the token's own user. 404 for another
 * user's id.
 */
export const updateCustomer = endpoint({
  name: 'updateCustomer',
  method: 'PUT',
  path: '/user/v1/customers/:id',
  access: 'owner',
  params: object({ id: id() }),
  body: object({ ...ProfileChange, role: role() }),
  response: User,
});

/** GET /user/v1/auth/external-session-token (API-17, D-37): a five-minute token for embedding partners. */
export const externalSessionToken = endpoint({
  name: 'externalSessionToken',
  method: 'GET',
  path: '/user/v1/auth/external-session-token',
  access: 'owner',
  isSignIn: true,
  response: type({ jwtToken: string() }),
});
