import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config';
import { ApiError } from './errors';

/**
 * For what exists on a server for trying out alone (D-216): a forwarded request or another host name means that somebody
 * else could be asking (DNS rebinding, a tunnel).
 */
export function keepOthersOut({ headers }: FastifyRequest): void {
  const forwarded = Object.keys(headers).some((name) => name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-'));
  const host = /^(\[[^\]]*\]|[^:]*)(:\d+)?$/.exec(headers.host ?? '')?.[1] ?? '';
  if (forwarded || !isLoopback(host)) throw new ApiError('not_found');
}
