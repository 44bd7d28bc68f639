import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Starts a relay between a server and its database: it passes everything, or nothing while connections stay open
 * (`silence`), or breaks connections and takes no new ones (`cut`, or `cutAt` what the server sends). Counts how often
 * the server has sent something.
 */
export async function relayTo(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let state: 'passes' | 'silent' | 'cut' = 'passes';
  let sent = 0;
  let last: string | null = null;
  const sockets = new Set<Socket>();
  const relay = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    near.on('data', (bytes: Buffer) => {
      sent += 1;
      if (last === null || !bytes.includes(last)) return;
      last = null;
      cut();
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes: Buffer) => void (state === 'passes' && other.write(bytes)));
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        // While the network is silent, a closed connection is not reported to its other end.
        if (state !== 'silent') other.destroy();
      });
    }
    return undefined;
  });
  await new Promise<void>((ready) => relay.listen(0, '127.0.0.1', ready));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const breakAll = () => sockets.forEach((each) => each.destroy());
  const cut = () => {
    state = 'cut';
    breakAll();
  };
  return {
    databaseUrl: url.href,
    sent: () => sent,
    pass: () => void (state = 'passes'),
    silence: () => void (state = 'silent'),
    cut,
    /** Cuts as soon as the server sends this. */
    cutAt: (text: string) => void (last = text),
    close: async () => {
      cut();
      await new Promise((closed) => relay.close(closed));
    },
  };
}

export type Relay = Awaited<ReturnType<typeof relayTo>>;
