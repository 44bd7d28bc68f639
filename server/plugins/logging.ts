import { randomUUID } from 'node:crypto';
import { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { faultForLog } from '../system/faultForLog';
import { answered } from '../system/topics';

declare module 'fastify' {
  interface FastifyRequest {
    /** The clinic that the call was made at, once known. */
    clinicId: string | null;
    /** The pattern of a page's address, since all pages come by no route. */
    pagePattern: string | null;
  }
}

type LogOptions = Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'requestIdHeader' | 'logController'>;

/** Receives the log's lines. */
export type LogStream = { write(line: string): void };

/**
 * Options for a log of structured lines with a request id and nothing about a person: no addresses with their queries,
 * no headers, no bodies (D-210). Fastify's own request lines contain the address, so `logRequests` replaces them.
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
    // An id chosen by the caller could be anything, even a name, so it is not used.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
  };
}

/**
 * Logs one line a request with its route, status, milliseconds and clinic, tells the metrics of it, and sends its id as
 * X-Request-Id.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('clinicId', null);
  app.decorateRequest('pagePattern', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = request.routeOptions.url ?? request.pagePattern ?? 'unknown';
    const { statusCode: status, elapsedTime: ms } = reply;
    answered.tell({ method, route, status, ms });
    request.log.info(
      {
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        clinic: request.clinicId ?? undefined,
      },
      'answered',
    );
  });
}
