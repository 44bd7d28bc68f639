import type { Infer, Struct } from 'superstruct';

/** superstruct has no narrower way to say "some struct". */
export type AnyStruct = Struct<any, any>;
type Value<S> = S extends AnyStruct ? Infer<S> : undefined;

/**
 * Who may call: with `none` anybody, with `session` a guest or an owner, with `owner` only a verified owner (D-18), with
 * `person` who signed in at the desk, with `staff` a member of the clinic's staff (D-422).
 */
export type Access = 'none' | 'session' | 'owner' | 'person' | 'staff';

/**
 * One call of the API. Page, worker and server all derive from this value: what they need to know about a call is a
 * field here, so that no code looks at a call's path or name. Most calls have none of the optional fields.
 */
export type Endpoint<
  P extends AnyStruct | undefined = AnyStruct | undefined,
  Q extends AnyStruct | undefined = AnyStruct | undefined,
  B extends AnyStruct | undefined = AnyStruct | undefined,
  R extends AnyStruct = AnyStruct,
> = {
  /** Unique name, under which the outbox and the server register the call. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below `/api`, with `:name` for each parameter. */
  readonly path: string;
  readonly access: Access;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The `data` of the reply's envelope. */
  readonly response: R;
  /**
   * A creating write: takes an `Idempotency-Key`, which callers may leave out (D-412), and runs in one transaction with
   * it (D-202).
   */
  readonly idempotent: boolean;
  /** Its failures never toast and never log out (D-130). */
  readonly silent: boolean;
  /** Sent in the background: nothing that the visitor does waits for it, and its refusal ends no guest's session. */
  readonly aside: boolean;
} & Exceptions;

/** Fields that only few calls have. */
type Exceptions = {
  /** Its screen itself shows what failed, so there is no toast; a failure that ends the session still does so. */
  readonly saysItself?: boolean;
  /**
   * A refusal that shows what the page knows of the clinic to be out of date (`not_allowed`, `not_found`) is told by its
   * screen, which reads it anew.
   */
  readonly saysOutdated?: boolean;
  /**
   * Part of signing in or of setting a password: a 401 is about the password or code that was typed, which its screen
   * says, and not about the session (D-19). With access `none` it is sent without a token.
   */
  readonly isSignIn?: boolean;
  /** Its 404 says that the server does not know the user any more, which ends the session (D-22). */
  readonly endsSessionOn404?: boolean;
  /**
   * Its reply is a new token for the session that asked, and not a sign-in: a visitor who has signed out meanwhile
   * stays signed out (D-26).
   */
  readonly renewsSession?: boolean;
  /** Also accepts the token that its own earlier success replaced, since the caller may have lost that reply (D-18). */
  readonly takesReplacedToken?: boolean;
  /** The path's parameter that names the clinic; a call that has one may leave out the X-Client-Id header. */
  readonly clinicParam?: string;
  /** Concerns a person and no clinic, so it takes no X-Client-Id (D-421). Calls with access `person` concern none either. */
  readonly hasNoClinic?: boolean;
  /** Of the clinic's staff only admins may call it (D-421). */
  readonly isForAdmins?: boolean;
  /**
   * May wait in the outbox for a network (D-03). With `each`, every waiting request is sent. With `last`, only the
   * latest of several requests about the same place counts, so none may overtake another.
   */
  readonly outbox?: 'each' | 'last';
};

type Optional<K extends string, V> = [V] extends [undefined] ? { [k in K]?: undefined } : { [k in K]: V };

/** What a caller of the call gives. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, AnyStruct>
    ? Optional<'params', Value<P>> & Optional<'query', Value<Q>> & Optional<'body', Value<B>>
    : never;

/** The `data` a caller gets. */
export type Output<E> = E extends { response: infer R } ? Value<R> : never;

type Given<P, Q, B, R> = {
  name: string;
  method: Endpoint['method'];
  path: string;
  access: Access;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  idempotent?: boolean;
  silent?: boolean;
  aside?: boolean;
} & Exceptions;

/** Declares a call. Absent parts are undefined, flags default to false. */
export function endpoint<
  R extends AnyStruct,
  P extends AnyStruct | undefined = undefined,
  Q extends AnyStruct | undefined = undefined,
  B extends AnyStruct | undefined = undefined,
>(given: Given<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    idempotent: false,
    silent: false,
    aside: false,
    ...given,
    params: given.params as P,
    query: given.query as Q,
    body: given.body as B,
  };
}

/** The path with its parameters filled in and its query appended; undefined and null query values are left out. */
export function urlOf(call: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = call.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) query.set(key, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
