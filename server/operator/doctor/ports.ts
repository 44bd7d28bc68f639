import { createServer } from 'node:net';
import type { Config } from '../../config/config';
import { systemFault } from '../../system/systemFault';
import { wrong, type Finding } from './finding';

/** Where no server runs: whether one could listen at PORT and METRICS_PORT. Another program may have them. */
export async function portFindings({ port, host, metrics }: Config): Promise<Finding[]> {
  const [own, ofMetrics] = await Promise.all([
    listenFault(port, host),
    metrics === null ? null : listenFault(metrics.port, metrics.host),
  ]);
  return [
    ...(own === null
      ? []
      : [
          wrong(
            'server',
            `No portal answers at PORT, and none can start there. ${systemFault(own) ?? `${own.message}.`}`,
            'A portal that is stuck has the port too: then end it, and start it anew.',
          ),
        ]),
    ...(ofMetrics === null || metrics === null
      ? []
      : [
          wrong(
            'metrics',
            `They cannot be served at ${metrics.host}:${metrics.port} (${ofMetrics.code}), so the server does not start.`,
            'Stop the other program, or choose another METRICS_PORT or METRICS_HOST.',
          ),
        ]),
  ];
}

/** Listens for a moment. The server's unit may give it a port that this user may not have (EACCES). */
const listenFault = (port: number, host: string): Promise<NodeJS.ErrnoException | null> =>
  new Promise((found) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => found(error.code === 'EACCES' ? null : error));
    server.listen({ port, host, exclusive: true }, () => server.close(() => found(null)));
  });
