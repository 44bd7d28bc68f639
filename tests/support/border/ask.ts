import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { urlOf, type Endpoint } from '../../../src/contract/endpoint';
import type { TestServer } from '../server';
import type { Given } from './samples';

export type Answer = {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  body: { success?: unknown; code?: unknown; message?: unknown; data?: unknown } | null;
};

/** Sends any request to the server, also an invalid one. */
export async function inject(server: TestServer, request: InjectOptions): Promise<Answer> {
  const { statusCode: status, headers, rawPayload } = await server.app.inject(request);
  const text = plain(rawPayload, headers['content-encoding']);
  try {
    return { status, headers, text, body: JSON.parse(text) as Answer['body'] };
  } catch {
    return { status, headers, text, body: null };
  }
}

function plain(payload: Buffer, encoding: unknown): string {
  if (encoding === undefined) return payload.toString();
  return (encoding === 'br' ? brotliDecompressSync(payload) : unzipSync(payload)).toString();
}

/** Builds a call as the owner, or with the given `token`, with a new idempotency key. */
export function requestOf(
  server: TestServer,
  endpoint: Endpoint,
  given: Given,
  token: string | null,
  more: { clinicId?: string; headers?: Record<string, string> } = {},
): InjectOptions & { headers: Record<string, string> } {
  return {
    method: endpoint.method,
    url: `/api${urlOf(endpoint, given)}`,
    headers: {
      'x-client-id': more.clinicId ?? server.clinicId,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(endpoint.idempotent && { 'idempotency-key': randomUUID() }),
      ...(given.body !== undefined && { 'content-type': 'application/json' }),
      ...more.headers,
    },
    ...(given.body !== undefined && { payload: JSON.stringify(given.body) }),
  };
}

export const ask = (
  server: TestServer,
  endpoint: Endpoint,
  given: Given,
  token: string | null,
  more?: Parameters<typeof requestOf>[4],
): Promise<Answer> => inject(server, requestOf(server, endpoint, given, token, more));
