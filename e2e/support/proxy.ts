import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before the server as a later build would: the worker's file can be made to differ from the installed one. */
export async function proxyOf(origin: string) {
  let suffix = '';
  const proxy = createServer((incoming, outgoing) => {
    const isWorker = incoming.url === '/sw.js';
    const { 'accept-encoding': encoding, ...headers } = incoming.headers;
    const passed = request(
      new URL(incoming.url ?? '/', origin),
      { method: incoming.method ?? 'GET', headers: isWorker ? headers : { ...headers, ...(encoding ? { 'accept-encoding': encoding } : {}) } },
      (answer) => {
        const { 'content-length': length, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, isWorker || length === undefined ? rest : answer.headers);
        if (isWorker) answer.on('end', () => outgoing.end(suffix)).pipe(outgoing, { end: false });
        else answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    publishNewWorker: () => void (suffix = '\n// later\n'),
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((closed) => proxy.close(closed));
    },
  };
}
