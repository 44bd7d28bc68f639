import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Asks for the whole file as it is: no other encoding, no "unless it changed". */
const plainly = ({ 'accept-encoding': _e, 'if-none-match': _m, 'if-modified-since': _s, ...rest }: IncomingHttpHeaders) => rest;
const withoutLength = ({ 'content-length': _l, etag: _e, 'last-modified': _m, ...rest }: IncomingHttpHeaders) => rest;

/** Stands before the server as a later build would: the worker's file can be made to differ from the installed one. */
export async function proxyOf(origin: string) {
  let suffix = '';
  const proxy = createServer((incoming, outgoing) => {
    const isWorker = incoming.url === '/sw.js';
    const options = { method: incoming.method ?? 'GET', headers: isWorker ? plainly(incoming.headers) : incoming.headers };
    const passed = request(new URL(incoming.url ?? '/', origin), options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, isWorker ? withoutLength(answer.headers) : answer.headers);
      answer.pipe(outgoing, { end: !isWorker });
      if (isWorker) answer.on('end', () => outgoing.end(suffix));
    });
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
