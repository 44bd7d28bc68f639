import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
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
