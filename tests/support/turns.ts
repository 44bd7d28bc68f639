import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that gives each call to the next of the servers; one that does not answer is answered for with 502. */
export async function turnsOf(ports: readonly number[]): Promise<{ origin: string; close(): Promise<void> }> {
  let turn = 0;
  const proxy = createServer((incoming, outgoing) => {
    turn += 1;
    const passed = request(
      {
        host: '127.0.0.1',
        port: ports[turn % ports.length],
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
        agent: false,
      },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.on('error', () => outgoing.destroy());
        reply.pipe(outgoing);
      },
    );
    passed.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((closed) => proxy.close(closed));
    },
  };
}
