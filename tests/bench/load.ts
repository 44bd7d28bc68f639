import { connect, type Socket } from 'node:net';
import { median } from './report';

export type Call = {
  method: 'GET' | 'POST';
  path: string;
  clinicId: string;
  token?: string;
  key?: string;
  body?: unknown;
};

/** A call as it goes over the wire, made before the clock runs: what the load costs must not count. */
export function wire({ method, path, clinicId, token, key, body }: Call): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = [
    'Host: localhost',
    `X-Client-Id: ${clinicId}`,
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    ...(key ? [`Idempotency-Key: ${key}`] : []),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${method} /api${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${text}`);
}

/** The request of a page or file as it goes over the wire. */
export const page = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);

export type Load = { perSecond: number; p50: number; p99: number; statuses: Record<number, number> };

/**
 * Keeps that many connections busy, spread over the ports, until the seconds are over or `next` has nothing more for a
 * connection. All are connected before the first call.
 */
export async function load(
  ports: readonly number[],
  connections: number,
  seconds: number,
  next: (connection: number) => Buffer | null,
): Promise<Load> {
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, index) => connected(ports[index % ports.length]!)),
  );
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    sockets.map(async (socket, index) => {
      const ask = asking(socket);
      for (let call = next(index); call !== null && performance.now() < until; call = next(index)) {
        const from = performance.now();
        const status = await ask(call);
        times.push(performance.now() - from);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      socket.destroy();
    }),
  );
  const took = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: times.length / took, p50: median(times), p99: times[Math.floor(times.length * 0.99)]!, statuses };
}

/** As `load`, where every answer must be a good one. */
export async function steadyLoad(...args: Parameters<typeof load>): Promise<Load> {
  const done = await load(...args);
  if (Object.keys(done.statuses).join() !== '200') throw new Error(`Answers were ${JSON.stringify(done.statuses)}.`);
  return done;
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.setNoDelay(true).once('error', reject);
  });
}

const headEnd = Buffer.from('\r\n\r\n');

/** Sends one call at a time and resolves with the status once the whole answer is there. */
function asking(socket: Socket): (call: Buffer) => Promise<number> {
  let got = Buffer.alloc(0);
  let answered: (status: number) => void = () => {};
  let failed: (error: Error) => void = () => {};
  socket.on('data', (data) => {
    got = got.length === 0 ? data : Buffer.concat([got, data]);
    const end = got.indexOf(headEnd);
    if (end === -1) return;
    const head = got.toString('latin1', 0, end);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? NaN);
    if (Number.isNaN(length)) failed(new Error(`An answer without a length: ${head}`));
    if (got.length < end + headEnd.length + length) return;
    got = Buffer.alloc(0);
    answered(Number(head.slice(9, 12)));
  });
  socket.on('close', () => failed(new Error('The server closed the connection.')));
  return (call) =>
    new Promise((resolve, reject) => {
      answered = resolve;
      failed = reject;
      socket.write(call);
    });
}
