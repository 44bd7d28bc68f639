import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Answer = (request: Seen, response: ServerResponse) => void;

/** A real HTTP server on a free loopback port whose answers a test writes; `seen` holds the requests in order. */
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

/** Sends JSON. */
export function reply(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export const ok = (response: ServerResponse, data: unknown): void => reply(response, 200, { success: true, data });
