import type { FastifyBaseLogger } from 'fastify';
import type { Endpoint, Input, Output } from '../../src/contract/endpoint';
import type { Db } from '../db/transaction';
import type { Clinic } from './clinic';
import type { Services } from './services';
import type { Session } from './session';
import type { Device } from './device';

/** What a handler is given: checked input, who is asking, and the outside world. */
export type Call<E> = Input<E> & {
  clinic: Clinic;
  /** Null only for calls with access `none` that came without a valid token. */
  session: E extends { access: 'none' } ? Session | null : Session;
  /** The bearer token as it came; for the calls that hand out a session. */
  token: string | null;
  /** For an idempotent call this is the transaction that also keeps the key and the reply (D-202). */
  db: Db;
  /** The server's clock at this call (D-219). */
  now: Date;
  /** The caller's network address, /64 for IPv6. */
  address: string;
  device: Device;
  services: Services;
  log: FastifyBaseLogger;
};

export type Handler<E> = (call: Call<E>) => Promise<Output<E>>;
/**
 * What a call does outside the handler's transaction, where it may ask another service: before it, and after it with
 * the reply. The reply is kept for repetitions as the handler gave it; what `after` adds is read anew each time (D-202).
 */
export type Around<E> = {
  before?: (call: Call<E>) => Promise<void>;
  after?: (call: Call<E>, reply: Output<E>) => Promise<Output<E>>;
};
export type Handled = { endpoint: Endpoint; handler: Handler<Endpoint>; around: Around<Endpoint> };

/** Ties a handler to its contract value; modules export lists of these. */
export function handle<E extends Endpoint>(endpoint: E, handler: Handler<E>, around: Around<E> = {}): Handled {
  return { endpoint, handler: handler as unknown as Handler<Endpoint>, around: around as unknown as Around<Endpoint> };
}
