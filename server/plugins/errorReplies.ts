import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { isUnavailable } from '../db/connection';
import { ApiError } from './errors';
import { faultForLog } from './logging';

/** What the caller is told about anything that was thrown. Unknown things are `internal`, and say nothing about themselves. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ApiError('unsupported_media_type');
  if (code?.startsWith('FST_ERR_CTP') || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) return new ApiError('validation');
  if (isUnavailable(error)) return new ApiError('unavailable', { retryAfter: 2 });
  return new ApiError('internal');
}

/** Every failure leaves in the envelope of the contract, whatever it was. */
export function replyWithErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const told = toApiError(error);
    if (told.status >= 500 && told.code !== 'invalid_tenant') request.log.error({ fault: faultForLog(error) }, 'a call failed');
    if (told.details.retryAfter !== undefined) reply.header('retry-after', String(told.details.retryAfter));
    return reply.code(told.status).send(told.toReply());
  });
}

/** Addresses may name ids of any length that a contract allows; one that no router takes leaves in the envelope too, without its echo. */
export const addressOptions: Pick<FastifyServerOptions, 'routerOptions' | 'frameworkErrors'> = {
  routerOptions: { maxParamLength: 256 },
  frameworkErrors: (_error, _request, { raw }) => {
    const told = new ApiError('not_found');
    raw.writeHead(told.status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).end(JSON.stringify(told.toReply()));
  },
};

/** An address that no call has. */
export function replyNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => {
    const told = new ApiError('not_found');
    return reply.code(told.status).send(told.toReply());
  });
}
