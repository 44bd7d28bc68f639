import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Addresses of sockets are at most about 100 bytes; a deeper DATA_DIR has its socket in the system's folder for such. */
const longest = 100;

/** Where the server that runs on this folder listens for the operator. */
export function socketPath(dataDir: string): string {
  const path = join(resolve(dataDir), 'operator.sock');
  if (Buffer.byteLength(path) <= longest) return path;
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24);
  return join(tmpdir(), `clinic-portal-${name}.sock`);
}

/** What the other side says until it is done; the socket stays open for the answer. */
export const textOf = (socket: Socket): Promise<string> =>
  new Promise((told, failed) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('end', () => told(Buffer.concat(chunks).toString('utf8')));
    socket.once('error', failed);
  });
