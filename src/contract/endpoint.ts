import type { Infer, Struct } from 'superstruct';

/** superstruct has no narrower way to say "some struct". */
type AnyStruct = Struct<any, any>;
type Value<S> = S extends AnyStruct ? Infer<S> : undefined;

/** Who may call: `none` sends no token, `session` takes a guest's or an owner's, `owner` only a verified owner's (D-18). */
export type Access = 'none' | 'session' | 'owner';

/** One call of the API: page, worker and server all derive from this value. */
export type Endpoint<
  P extends AnyStruct | undefined = AnyStruct | undefined,
  Q extends AnyStruct | undefined = AnyStruct | undefined,
  B extends AnyStruct | undefined = AnyStruct | undefined,
  R extends AnyStruct = AnyStruct,
> = {
  /** Unique name; the outbox and the server register the call under it. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, with `:name` for each parameter. */
  readonly path: string;
  readonly access: Access;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The `data` of the reply's envelope. */
  readonly response: R;
  /** A creating write: takes an `Idempotency-Key`, which callers may leave out (D-412), and runs in one transaction with it (D-202). */
  readonly idempotent: boolean;
  /** Its failures never toast and never log out (D-130). */
  readonly silent: boolean;
  /** Its screen says itself what failed, so nothing toasts; the end of a session counts all the same. */
  readonly saysItself?: boolean;
  /** Goes out beside what the visitor does: nothing that they do waits for it, and its refusal ends no guest's session. */
  readonly aside: boolean;
};

type Optional<K extends string, V> = [V] extends [undefined] ? { [k in K]?: undefined } : { [k in K]: V };

/** What a caller gives. */
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
};

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
