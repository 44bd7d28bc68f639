import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The longest path for a socket, bytes; systems allow about 100. Where DATA_DIR is deeper, the socket lies in a folder
 * of this user below the system's temporary folder.
 */
const longest = 100;

export type SocketPlace = {
  /**
   * The folder that holds the socket. It must belong to this user alone; the server and the operator's tool both check
   * that.
   */
  folder: string;
  path: string;
};

/** The socket on which the server that uses this DATA_DIR listens for the operator's commands. */
export function socketPlace(dataDir: string): SocketPlace {
  const folder = resolve(dataDir);
  const path = join(folder, 'operator.sock');
  if (Buffer.byteLength(path) <= longest) return { folder, path };
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24);
  // Another user may already have made a folder of this name in the shared temporary folder. Then both sides refuse to
  // use it.
  const shared = join(tmpdir(), `clinic-portal-${process.getuid?.() ?? ''}`);
  return { folder: shared, path: join(shared, `${name}.sock`) };
}

/**
 * Splits a stream of text, or of bytes in UTF-8, into its lines without their line feeds. What follows the last line
 * feed is a line too, unless it is empty.
 */
export async function* linesOf(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of stream) {
    // Only line feeds end a line, since JSON may contain U+2028 unescaped.
    const parts = (rest + (typeof chunk === 'string' ? chunk : decoder.write(chunk))).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
