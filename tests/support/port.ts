import { createServer, type AddressInfo } from 'node:net';

/** A port of loopback that nothing listens on. */
export function sparePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
