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

/** The outside world as the modules see it; one value a process, handed to every handler. */
export type Services = {
  config: Config;
  /** Outside a transaction only: in one, use the transaction (the embedded database would wait for ever). */
  db: Kysely<Database>;
  clock: Clock;
  /** Unguessable ids, 128 bits. */
  ids: { next(): string };
  messages: Messages;
  caps: Caps;
  log: FastifyBaseLogger;
  /** Null where no deposit can be taken, and where no insurance is offered (D-216). Never within a transaction. */
  cards: Cards | null;
  insurer: Insurer | null;
  /** What stands in for both where nothing is real (D-216). */
  sandbox: Sandbox | null;
};
