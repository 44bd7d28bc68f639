import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { capsWith, type Cap, type CapName } from './calls/caps';
import type { Services } from './calls/services';
import { systemClock, type Clock } from './system/clock';
import type { Config } from './config/config';
import type { Database } from './db/schema';
import type { Cards } from './gateways/cards';
import type { Insurer } from './gateways/insurer';
import { sandboxCards } from './gateways/sandbox/cards';
import { sandboxInsurer } from './gateways/sandbox/insurer';
import type { Sandbox } from './gateways/sandbox/sandbox';
import type { StripeAddress } from './gateways/stripe/connect';
import { outbox } from './modules/messages/outbox';
import { recordEvent } from './modules/payments/recordEvent';

type Given = {
  config: Config;
  db: Kysely<Database>;
  log: FastifyBaseLogger;
  clock?: Clock | undefined;
  /** Caps that replace those of the table, for tests. */
  caps?: Partial<Record<CapName, Cap>> | undefined;
  /** Another address than Stripe's own, for tests. */
  stripeAt?: StripeAddress | undefined;
  /** Wraps gateways and events, so that tests can make them fail. */
  around?:
    | {
        cards?: (cards: Cards) => Cards;
        insurer?: (insurer: Insurer) => Insurer;
        events?: (tell: Sandbox['tell']) => Sandbox['tell'];
      }
    | undefined;
};

/**
 * Makes the services of a process: the server's, or the operator's tool's while no server runs. Stripe's code is loaded
 * only where the settings name Stripe's keys.
 */
export async function makeServices({
  config,
  db,
  log,
  clock = systemClock(config.clock),
  caps,
  around,
  stripeAt,
}: Given): Promise<Services> {
  const rules = capsWith(caps, config.capsTimes);
  const services: Services = {
    config,
    db,
    clock,
    ids: { next: randomUUID },
    messages: outbox(clock, { keepCodes: config.demo, caps: rules, pushes: config.push !== null }),
    caps: rules,
    log,
    cards: null,
    insurer: null,
    sandbox: null,
  };
  if (config.stripe !== undefined) {
    const { stripeCards } = await import('./gateways/stripe/cards');
    services.cards = stripeCards(config.stripe, stripeAt);
  }
  // Where Stripe's keys are set the sandbox is not used, so that nothing only looks paid.
  if (config.demo && config.stripe === undefined) standIn(services, around);
  return services;
}

/** Sets up the sandbox as card provider and insurer. Its events are recorded as those of a webhook would be. */
function standIn(services: Services, around: Given['around']): void {
  const tell: Sandbox['tell'] = (event) => recordEvent(services, event);
  const sandbox = {
    db: services.db,
    clock: services.clock,
    publicUrl: services.config.publicUrl,
    tell: around?.events?.(tell) ?? tell,
  };
  const [cards, insurer] = [sandboxCards(sandbox), sandboxInsurer(sandbox)];
  services.sandbox = sandbox;
  services.cards = around?.cards?.(cards) ?? cards;
  services.insurer = around?.insurer?.(insurer) ?? insurer;
}
