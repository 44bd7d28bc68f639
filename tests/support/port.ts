import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, above those that browsers refuse. */
const range = [20_000, 32_000] as const;

/**
 * A port of loopback that nothing listens on, and that no outgoing connection is given: it stays free while a server
 * that is to listen there starts, or is down for a while.
 */
export async function sparePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
