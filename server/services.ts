import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from './clock';
import type { Config } from './config';
import type { Database } from './db/schema';
import type { Caps } from './caps';
import type { Messages } from './modules/messages/outbox';

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
};
