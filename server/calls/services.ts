import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Config } from '../config/config';
import type { Database } from '../db/schema';
import type { Cards } from '../gateways/cards';
import type { Insurer } from '../gateways/insurer';
import type { Sandbox } from '../gateways/sandbox/sandbox';
import type { Clock } from '../system/clock';
import type { Caps } from './caps';
import type { Messages } from './messages';

/** Everything outside a module: database, clock, gateways. One value per process, passed to every handler. */
export type Services = {
  config: Config;
  /**
   * Use it only outside a transaction: within one, the embedded database would wait for ever for a second connection.
   */
  db: Kysely<Database>;
  clock: Clock;
  /** Makes an unguessable id of 128 bits. */
  ids: { next(): string };
  messages: Messages;
  caps: Caps;
  log: FastifyBaseLogger;
  /**
   * The card provider and the insurer; null where the server takes no deposits or offers no insurance (D-216). Never
   * call them within a transaction.
   */
  cards: Cards | null;
  insurer: Insurer | null;
  /** The sandboxes that replace card provider and insurer in demo mode (D-216). */
  sandbox: Sandbox | null;
};
