import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { defaultCaps, type Caps } from './caps';
import { systemClock, type Clock } from './clock';
import type { Config } from './config';
import type { Database } from './db/schema';
import { outbox, type Messages } from './modules/messages/outbox';

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

type Given = { config: Config; db: Kysely<Database>; log: FastifyBaseLogger; clock?: Clock | undefined; caps?: Partial<Caps> | undefined };

/** The services of a process: the server's, or the operator's tool's while no server runs. */
export function makeServices({ config, db, log, clock = systemClock(config.clock), caps }: Given): Services {
  return {
    config,
    db,
    clock,
    ids: { next: randomUUID },
    messages: outbox(clock, { keepCodes: config.demo }),
    caps: { ...defaultCaps, ...caps },
    log,
  };
}
