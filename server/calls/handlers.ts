import type { FastifyBaseLogger } from 'fastify';
import type { Endpoint, Input, Output } from '../../src/contract/endpoint';
import type { Db, Trx } from '../db/transaction';
import type { CapName } from './caps';
import type { Clinic } from './clinic';
import type { Services } from './services';
import type { Member } from './member';
import type { Session } from './session';
import type { Device } from './device';

/**
 * What a handler receives: checked input, the session, services. `D` is a transaction where the route asks for one,
 * else the database.
 */
export type Call<E, D extends Db = Db> = Input<E> & {
  /** Not for calls that concern a person and no clinic. */
  clinic: Clinic;
  /** Null only for calls with access `none` that came without a valid token. */
  session: E extends { access: 'none' } ? Session | null : Session;
  /** Who calls at the desk; only for calls with access `staff`, of which `person` has all but role and clinician. */
  member: Member;
  /** The bearer token as the caller sent it; needed by the calls that reply with a session. */
  token: string | null;
  /** The database or, where the route asks for one, its transaction. In a transaction, use no other connection. */
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

/** A route's options beside its handler. Most routes set none. */
export type RouteTerms<E> = {
  /**
   * Runs the handler in one transaction, which is rolled back when it throws. Creating writes always set this: their
   * caps are counted and their key and reply are stored in the same transaction (D-202, D-404). The handler may run
   * again after a conflict with another transaction, so it must have no effect outside the database.
   */
  transaction?: true;
  /**
   * The handler does nothing before its first statement, which only reads. So a creating write may send that one along
   * with the claim of its key; a repetition gets so far and no further.
   */
  beginsWithRead?: true;
  /**
   * The subject to count by, for those caps of the call that count each call by something other than session, owner or
   * address.
   */
  caps?: Partial<Record<CapName, (call: Call<E>) => string>>;
  /** Whether a guest may make the call at a clinic that asks for no code (D-28). The body is not checked yet. */
  isOpenToDemoGuests?: (body: unknown) => boolean;
  /** The id of the hold that the call made. A guest's Idempotency-Key is deleted together with that hold (D-404). */
  holdOf?: (reply: Output<E>) => string;
  /** Runs before the transaction; may call other services. */
  before?: (call: Call<E>) => Promise<void>;
  /**
   * Runs after the transaction with its reply; may call other services. For a repeated idempotent call the handler's
   * stored reply is used, and this function runs again on it (D-202).
   */
  after?: (call: Call<E>, reply: Output<E>) => Promise<Output<E>>;
};

export type Handled = { endpoint: Endpoint; handler: Handler<Endpoint>; terms: RouteTerms<Endpoint> };

/** Ties a handler and the route's options to a call of the contract; modules export lists of the result. */
export function handle<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E, Trx>,
  terms: RouteTerms<E> & { transaction: true },
): Handled;
export function handle<E extends Endpoint>(endpoint: E, handler: Handler<E>, terms?: RouteTerms<E>): Handled;
export function handle(endpoint: Endpoint, handler: unknown, terms: unknown = {}): Handled {
  return { endpoint, handler: handler as Handler<Endpoint>, terms: terms as RouteTerms<Endpoint> };
}
