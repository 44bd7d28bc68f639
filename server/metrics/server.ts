import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import type { Services } from '../calls/services';
import { faultForLog } from '../system/faultForLog';
import { watchProcess } from './process';
import { sparingly, type Readings } from './readings';
import { watchWhole } from './whole';

/**
 * Serves GET /metrics in Prometheus's text format on a port of its own (METRICS_PORT), never on the portal's. Loaded only
 * where that port is set. `writes` says whether the database takes them, `hasBackup` whether the last backup is whole. A database that is away costs a scrape four
 * seconds at most, and is told in it.
 */
export async function startMetrics(
  { db, clock, log, config }: Pick<Services, 'db' | 'clock' | 'log' | 'config'>,
  { port, host }: { port: number; host: string },
  writes: { taken(): Promise<boolean>; stop(): void },
  hasBackup: (last: Readings['backup']) => Promise<boolean>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const register = new Registry();
  const stopWatching = watchProcess(register, db, config);
  const setWhole = watchWhole(register);
  const read = sparingly(db, clock);
  const scrape = async (): Promise<string> => {
    const [readings, takesWrites] = await Promise.all([read(), writes.taken()]);
    setWhole(readings, takesWrites, await hasBackup(readings?.backup ?? null));
    return register.metrics();
  };

  const server = createServer((request, response) => {
    const isAsked = /^\/metrics(\?|$)/.test(request.url ?? '');
    if (!isAsked || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(isAsked ? 405 : 404, isAsked ? { allow: 'GET, HEAD' } : {}).end();
      return;
    }
    scrape().then(
      (text) =>
        response.writeHead(200, { 'content-type': register.contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ fault: faultForLog(error) }, 'the metrics could not be told');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
  const { address, family, port: got } = server.address() as AddressInfo;
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${got}/metrics`;
  log.info({ url }, 'metrics are served');
  return {
    url,
    stop: () => {
      stopWatching();
      writes.stop();
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
