import { randomUUID } from 'node:crypto';
import { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { faultForLog } from '../system/faultForLog';

declare module 'fastify' {
  interface FastifyRequest {
    /** The clinic that the call was made at, once known. */
    clinicId: string | null;
  }
}

type LogOptions = Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'requestIdHeader' | 'logController'>;

/** Where the lines go. */
export type LogStream = { write(line: string): void };

/**
 * Structured lines with a request id and nothing about a person: no addresses with their queries, no headers, no
 * bodies (D-210). Fastify's own request lines hold the address, so ours replace them.
 */
export function logOptions(stream?: LogStream): LogOptions {
  return {
    logger: {
      level: 'info',
      base: null,
      serializers: {
        req: () => ({}),
        res: () => ({}),
        err: (error) => ({ type: error.name, message: '', stack: '', ...faultForLog(error) }),
      },
      ...(stream && { stream }),
    },
    // A caller's own id could be anything, a name too.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
  };
}

/** One line a request: route, status, milliseconds and the clinic. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('clinicId', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        clinic: request.clinicId ?? undefined,
      },
      'answered',
    );
  });
}
