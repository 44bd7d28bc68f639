import type { FastifyBaseLogger } from 'fastify';
import type { Endpoint, Input, Output } from '../../src/contract/endpoint';
import type { Db, Trx } from '../db/transaction';
import type { CapName } from './caps';
import type { Clinic } from './clinic';
import type { Services } from './services';
import type { Session } from './session';
import type { Device } from './device';

/** What a handler is given: checked input, who is asking, and the outside world. `D` is a transaction where the route asks for one. */
export type Call<E, D extends Db = Db> = Input<E> & {
  clinic: Clinic;
  /** Null only for calls with access `none` that came without a valid token. */
  session: E extends { access: 'none' } ? Session | null : Session;
  /** The bearer token as it came; for the calls that hand out a session. */
  token: string | null;
  /** The database, or the route's transaction, inside which nothing else may be used. */
  db: D;
  /** The server's clock at this call (D-219). */
  now: Date;
  /** The caller's network address, /64 for IPv6. */
  address: string;
  device: Device;
  services: Services;
  log: FastifyBaseLogger;
};

export type Handler<E, D extends Db = Db> = (call: Call<E, D>) => Promise<Output<E>>;

/** What a route says about a call beside its handler. Most routes say nothing. */
export type RouteTerms<E> = {
  /**
   * The handler runs in one transaction: of a call that fails nothing stays. A creating write, which always asks for it, has
   * its caps counted and its key and reply kept in it too (D-202, D-404). The handler may be run again when the database
   * gives way to another transaction, so it has no effect but on the database.
   */
  transaction?: true;
  /** Whose count it is under those of the call's caps that count each call, but neither by session, owner nor address. */
  caps?: Partial<Record<CapName, (call: Call<E>) => string>>;
  /** Whether a guest may make the call where no code is asked for (D-28); the body is not checked yet. */
  isOpenToDemoGuests?: (body: unknown) => boolean;
  /** The id of the hold that the call made: a guest's Idempotency-Key is forgotten with it (D-404). */
  holdOf?: (reply: Output<E>) => string;
  /** Runs before the transaction, and may ask another service. */
  before?: (call: Call<E>) => Promise<void>;
  /**
   * Runs after the transaction with its reply, and may ask another service. An idempotent call keeps the handler's reply for
   * repetitions; what this adds is made anew each time (D-202).
   */
  after?: (call: Call<E>, reply: Output<E>) => Promise<Output<E>>;
};

export type Handled = { endpoint: Endpoint; handler: Handler<Endpoint>; terms: RouteTerms<Endpoint> };

/** Ties a handler to its contract value, on the route's terms; modules export lists of these. */
export function handle<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E, Trx>,
  terms: RouteTerms<E> & { transaction: true },
): Handled;
export function handle<E extends Endpoint>(endpoint: E, handler: Handler<E>, terms?: RouteTerms<E>): Handled;
export function handle(endpoint: Endpoint, handler: unknown, terms: unknown = {}): Handled {
  return { endpoint, handler: handler as Handler<Endpoint>, terms: terms as RouteTerms<Endpoint> };
}
