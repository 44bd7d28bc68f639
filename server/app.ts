import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, type FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';
import type { Kysely } from 'kysely';
import { constants } from 'node:zlib';
import { endpoints } from '../src/contract';
import type { Endpoint } from '../src/contract/endpoint';
import type { Cap, CapName } from './calls/caps';
import type { Clock } from './system/clock';
import type { Config } from './config/config';
import { openMigrated } from './db/open';
import type { Database } from './db/schema';
import { routes as appointmentRoutes } from './modules/appointments/routes';
import { routes as sessionRoutes } from './modules/auth/sessions/routes';
import { routes as authRoutes } from './modules/auth/routes';
import { routes as availabilityRoutes } from './modules/availability/routes';
import { routes as catalogueRoutes } from './modules/catalogue/routes';
import { routes as clientRoutes } from './modules/clients/routes';
import { countWaiting } from './modules/desk/core';
import { kinds } from './modules/desk/kinds';
import { answerPages } from './modules/desk/links/routes';
import { routes as inboxRoutes } from './modules/desk/routes';
import { healthRoute } from './modules/health/routes';
import { routes as insuranceRoutes } from './modules/insurance/routes';
import { demoInbox } from './demo/inbox';
import { routes as pushRoutes } from './modules/messages/pushRoutes';
import { routes as messageRoutes } from './modules/messages/routes';
import type { Folders } from './modules/page/build';
import { pageRoutes } from './modules/page/routes';
import { demoCards } from './demo/cards';
import { catchUp } from './modules/payments/poll';
import { routes as paymentRoutes } from './modules/payments/routes';
import { routes as petRoutes } from './modules/pets/routes';
import { routes as shopRoutes } from './modules/shop/routes';
import { routes as staffRoutes } from './modules/staff/routes';
import { routes as trackingRoutes } from './modules/tracking/routes';
import { routes as waitlistRoutes } from './modules/waitlist/routes';
import { endConnections } from './plugins/closing';
import { addressForCaps } from './plugins/address';
import { registerCalls } from './plugins/contract';
import { borderOptions, refuseBrokenRequests, replyNotFound, replyWithErrors } from './plugins/errorReplies';
import type { Handled } from './calls/handlers';
import { stopFloods } from './plugins/flood';
import { openApiRoute } from './plugins/openapi/routes';
import { logOptions, logRequests, type LogStream } from './plugins/logging';
import { apiHeaders, readJsonOnly, securityHeaders } from './plugins/security';
import { makeServices } from './services';
import type { Services } from './calls/services';

export type { Services } from './calls/services';

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
  }
}

/** What a test may put in place of the real thing. */
export type Overrides = {
  /** A database that is open and migrated; whoever opened it closes it. */
  db?: Kysely<Database>;
  clock?: Clock;
  caps?: Partial<Record<CapName, Cap>>;
  around?: Parameters<typeof makeServices>[0]['around'];
  stripeAt?: Parameters<typeof makeServices>[0]['stripeAt'];
  logStream?: LogStream;
  /** Receives what a failed call threw; the log and the reply do not tell all of it. */
  onFault?: (error: unknown) => void;
  calls?: readonly Endpoint[];
  routes?: readonly Handled[];
  /** Another build of the pages. */
  folders?: Folders;
};

/** The handled calls of every module. */
export const allRoutes: readonly Handled[] = [
  ...appointmentRoutes(catchUp),
  ...authRoutes,
  ...sessionRoutes,
  ...availabilityRoutes,
  ...catalogueRoutes,
  ...clientRoutes,
  ...insuranceRoutes,
  ...messageRoutes,
  ...pushRoutes,
  ...inboxRoutes(kinds),
  ...paymentRoutes,
  ...petRoutes,
  ...shopRoutes,
  ...staffRoutes((db, reading) => countWaiting(db, reading, kinds)),
  ...trackingRoutes,
  ...waitlistRoutes,
];

const bodyLimitBytes = 64 * 1024;

/** What comes in is checked by the contract (plugins/input.ts). So the libraries for JSON schemas are not loaded. */
const noSchemas = (): never => {
  throw new Error('A route has a JSON schema, which nothing here reads.');
};

/** Builds the whole server, ready to listen. Closing it closes the database too, if it was opened here. */
export async function buildApp(config: Config, overrides: Overrides = {}): Promise<FastifyInstance> {
  const db = overrides.db ?? (await openMigrated(config));
  const app: FastifyInstance = Fastify<Server>({
    ...logOptions(overrides.logStream),
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit: bodyLimitBytes,
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    ...borderOptions(config),
  });
  if (overrides.db === undefined) app.addHook('onClose', () => db.destroy());
  const services = await makeServices({
    config,
    db,
    log: app.log,
    clock: overrides.clock,
    caps: overrides.caps,
    around: overrides.around,
    stripeAt: overrides.stripeAt,
  });
  app.decorate('services', services);

  try {
    logRequests(app);
    replyWithErrors(app);
    const { onFault } = overrides;
    if (onFault) app.addHook('onError', async (_request, _reply, error) => onFault(error));
    endConnections(app);
    securityHeaders(app, config);
    refuseBrokenRequests(app);
    await app.register(compress, {
      threshold: 1024,
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    });
    await app.register(api(services, overrides.calls ?? endpoints, overrides.routes ?? allRoutes), { prefix: '/api' });
    await app.register(async (scope) => {
      await stopFloods(scope, services);
      answerPages(scope, services, ({ ip }) => addressForCaps(ip));
    });
    await pageRoutes(app, services, overrides.folders);
    await app.ready();
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/**
 * TRUST_PROXY in the form that Fastify takes; for a number of proxies that is a function, and the nearest proxy is hop
 * 0.
 */
function trustedProxies(trust: Config['trustProxy']): NonNullable<FastifyHttpOptions<Server>['trustProxy']> {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;
}

/** Everything below /api. */
function api(services: Services, calls: readonly Endpoint[], routes: readonly Handled[]) {
  return async (app: FastifyInstance): Promise<void> => {
    await apiHeaders(app, services);
    await stopFloods(app, services);
    readJsonOnly(app);
    replyNotFound(app);
    registerCalls(app, services, calls, routes);
    openApiRoute(app);
    healthRoute(app, services);
    if (services.config.stripe) {
      const { stripeEvents } = await import('./modules/payments/stripeEvents');
      await stripeEvents(app, services, services.config.stripe);
    }
    if (!services.config.demo) return;
    demoInbox(app, services);
    if (services.sandbox) await demoCards(app, services, services.sandbox);
  };
}
