import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Addresses of sockets are at most about 100 bytes; a deeper DATA_DIR has its socket in a folder for such. */
const longest = 100;

export type SocketPlace = {
  /** A folder of this user alone, which both sides make sure of. */
  folder: string;
  path: string;
};

/** Where the server that runs on this folder listens for the operator. */
export function socketPlace(dataDir: string): SocketPlace {
  const folder = resolve(dataDir);
  const path = join(folder, 'operator.sock');
  if (Buffer.byteLength(path) <= longest) return { folder, path };
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24);
  // Whoever came first may have taken the name in the shared folder: then neither side uses it.
  const shared = join(tmpdir(), `clinic-portal-${process.getuid?.() ?? ''}`);
  return { folder: shared, path: join(shared, `${name}.sock`) };
}

/** The lines that the other side says until it is done; the socket stays open for the answer. */
export async function* linesOf(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of stream) {
    // Line feeds alone end a line: JSON may hold U+2028 as it is.
    const parts = (rest + (typeof chunk === 'string' ? chunk : decoder.write(chunk))).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
