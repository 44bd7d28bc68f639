import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Above the ports that browsers refuse, and below those that systems use for outgoing connections. */
const range = [20_000, 32_000] as const;

/**
 * Returns a loopback port on which nothing listens and which no outgoing connection uses, so that it stays free until a
 * server listens there, and while that server is down.
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
