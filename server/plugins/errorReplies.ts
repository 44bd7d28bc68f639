import { STATUS_CODES, type Server } from 'node:http';
import type { FastifyError, FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RAN_OUT } from '../../src/contract/errors';
import type { Config } from '../config/config';
import { isUnavailable, refusedConnection } from '../db/faults';
import { ApiError } from '../calls/errors';
import { faultForLog } from '../system/faultForLog';
import { apiPolicy, replyHeaders } from './security';

/**
 * The error that the caller is told for anything that was thrown. Unknown errors become `internal`, without a word of
 * their own.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ApiError('unsupported_media_type');
  if (code?.startsWith('FST_ERR_CTP') || (statusCode !== undefined && statusCode >= 400 && statusCode < 500))
    return new ApiError('validation');
  if (isUnavailable(error)) return new ApiError('unavailable', { retryAfter: 2 });
  return new ApiError('internal');
}

/** Makes every failed call answer in the contract's error envelope, whatever was thrown. */
export function replyWithErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const told = toApiError(error);
    const why = refusedConnection(error);
    if (told.status >= 500 && told.code !== 'invalid_tenant')
      request.log.error({ fault: faultForLog(error), ...(why !== null && { why }) }, 'a call failed');
    if (told.details.retryAfter !== undefined) reply.header('retry-after', String(told.details.retryAfter));
    if (told.status === 401)
      reply.header(
        'www-authenticate',
        told.details.hasRunOut ? `Bearer error="invalid_token", error_description="${RAN_OUT}"` : 'Bearer',
      );
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', apiPolicy);
    return reply.code(told.status).send(told.toReply());
  });
}

/** None may be absent: then the compiler refuses to set one before they are spread, where it would be lost unseen. */
type BorderOptions = Required<
  Pick<
    FastifyHttpOptions<Server>,
    'routerOptions' | 'frameworkErrors' | 'clientErrorHandler' | 'requestTimeout' | 'http'
  >
>;

/** A request that takes longer than this to arrive is cut off, milliseconds. */
const requestMs = 30_000;
/** How often slow requests are looked for; Node by itself does so every 30 seconds. */
const checkingMs = 5_000;
/** How long a refused caller may read why, milliseconds. One that never hangs up would keep the connection for ever. */
const lingerMs = 1_000;

/**
 * Options that make requests which reach no route answer in the error envelope too, with the headers of every reply and
 * without repeating what was sent: an address that no router takes, and what is no HTTP request at all. Path parameters
 * may be as long as any id that the contract allows.
 */
export function borderOptions(config: Config): BorderOptions {
  const headers = {
    ...replyHeaders(config),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': apiPolicy,
  };
  return {
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (_error, _request, { raw }) => {
      const told = new ApiError('not_found');
      const body = JSON.stringify(told.toReply());
      raw.writeHead(told.status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      const status = brokenRequests[error.code] ?? 400;
      const body = JSON.stringify(new ApiError('validation').toReply());
      const lines = Object.entries({ ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      );
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
      const timer = setTimeout(() => socket.destroy(), lingerMs);
      socket.once('close', () => clearTimeout(timer));
    },
    // Node's own refusal of a missing Host header would have neither envelope nor headers; `refuseBrokenRequests`
    // refuses it instead. Of the times for a request and for its headers Node takes the longer one for the request, so
    // that of headers, by itself 60 seconds, must not be longer.
    requestTimeout: requestMs,
    http: { requireHostHeader: false, connectionsCheckingInterval: checkingMs, headersTimeout: requestMs },
  };
}

/** The HTTP status by Node's error code; it is 400 for any other code. */
const brokenRequests: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/**
 * Refuses HTTP/1.1 requests without a Host header, and addresses with a U+0000, which no database can look for. A
 * request with an unknown Expect header is handled as if it had none.
 */
export function refuseBrokenRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw new ApiError('validation', { fields: { Host: 'is required' } });
    const [path = '', query = ''] = (raw.url ?? '').split(/\?(.*)/s);
    if (path.includes('%00')) throw new ApiError('not_found');
    if (query.includes('%00')) throw new ApiError('validation');
  });
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

/** Answers 404 at an address that belongs to no call. These requests count towards the flood limit too. */
export function replyNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (_request, reply) => {
    const told = new ApiError('not_found');
    return reply.code(told.status).send(told.toReply());
  });
}
