import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Answer = (request: Seen, response: ServerResponse) => void;

/**
 * Starts an HTTP server on a free loopback port that answers by the test's function; `seen` holds the requests
 * in order.
 */
export async function tinyServer(answer: Answer) {
  const seen: Seen[] = [];
  const state = { answer };
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += String(chunk);
    const request = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body };
    seen.push(request);
    state.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}/api`,
    seen,
    answer: (next: Answer) => {
      state.answer = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Sends a JSON reply. */
export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export const ok = (response: ServerResponse, data: unknown): void => reply(response, 200, { success: true, data });

/** The replies of captive portals, which answer every request in place of the server (D-01). */
export const portals: Record<string, (response: ServerResponse) => void> = {
  'a page': (response) => page(response, 200),
  'a page that says it is JSON': (response) => page(response, 200, { 'Content-Type': 'application/json' }),
  'JSON of its own': (response) => reply(response, 200, { status: 'ok', login: 'https://train.example/' }),
  'a refusal of its own': (response) => page(response, 403),
  'a page that asks to sign in': (response) => page(response, 401),
  'a page that nothing is there': (response) => page(response, 404),
  'its own status': (response) => page(response, 511),
  'another address of its own': (response) => page(response, 302, { Location: '/welcome' }),
  "another machine's address": (response) => page(response, 307, { Location: 'http://127.0.0.1:9/welcome' }),
};

const page = (response: ServerResponse, status: number, headers: Record<string, string> = {}): void =>
  void response
    .writeHead(status, { 'Content-Type': 'text/html', Date: 'Sat, 01 Jan 2000 00:00:00 GMT', ...headers })
    .end('<!doctype html><h1>Welcome to the train</h1>');
