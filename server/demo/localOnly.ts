import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/config';
import { ApiError } from '../calls/errors';

/** The headers that proxies add to a request. */
const forwarded = /^(forwarded|via|x-real-ip|x-forwarded-.*|x-original-.*|x-client-ip|true-client-ip|cf-.*)$/;

/**
 * Guards routes of demo mode (D-216): throws `not_found` unless a program on this machine asks this server directly. A
 * forwarded request or another host name means that somebody else could be asking (DNS rebinding, a tunnel). A reverse
 * proxy with a bare configuration is recognised too: it speaks HTTP/1.0, or names a host of its own, or passes on a
 * browser's request without `Connection: keep-alive`.
 */
export function keepOthersOut({ raw: { headers, httpVersion, socket } }: FastifyRequest, publicUrl: string): void {
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(headers.host ?? '') ?? [];
  const ports = [socket.localPort, Number(new URL(publicUrl).port || 80)];
  const isBrowser = headers['accept-language'] !== undefined;
  const isDirect =
    httpVersion === '1.1' &&
    isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/i, '')) &&
    isLoopback(host) &&
    // A request that did not come through a socket has no port.
    (socket.localPort === undefined || ports.includes(Number(port || 80))) &&
    !Object.keys(headers).some((name) => forwarded.test(name)) &&
    (!isBrowser || /^keep-alive$/i.test(headers.connection ?? ''));
  if (!isDirect) throw new ApiError('not_found');
}
