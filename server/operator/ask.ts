import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { create, StructError } from 'superstruct';
import { isOwnFolder, mustBeMine } from '../system/privateFolder';
import { linesOf, socketPlace } from './address';
import { Outcome, type Command, type Lines } from './commands';

const broken = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
const noAnswer: Outcome = { out: [], err: ['The server ended before it answered.'], exit: 1 };

/**
 * Sends a command and its lines to the server that uses this DATA_DIR. Returns the outcome, or null when no server runs
 * there. Throws FolderUnsafe.
 */
export async function askServer(
  dataDir: string,
  command: Command,
  lines: Lines = { given: [], write: () => {} },
): Promise<Outcome | null> {
  const socket = await reach(dataDir);
  if (!socket) return null;
  try {
    const [, last] = await Promise.all([say(socket, command, lines.given), passOn(socket, lines.write)]);
    return create(JSON.parse(last), Outcome);
  } catch (error) {
    // A server that is killed meanwhile sends half an answer, or none.
    if (
      error instanceof SyntaxError ||
      error instanceof StructError ||
      broken.has((error as NodeJS.ErrnoException).code ?? '')
    )
      return noAnswer;
    throw error;
  } finally {
    socket.destroy();
  }
}

async function say(socket: Socket, command: Command, given: Lines['given']): Promise<void> {
  socket.write(`${JSON.stringify(command)}\n`);
  for await (const line of given) {
    if (!socket.write(`${line}\n`)) await room(socket);
    if (socket.destroyed) return;
  }
  socket.end();
}

/** Waits until the socket can take more or is closed, and removes its listeners afterwards. */
async function room(socket: Socket): Promise<void> {
  const waiting = new AbortController();
  try {
    await Promise.race(['drain', 'close'].map((event) => once(socket, event, { signal: waiting.signal })));
  } finally {
    waiting.abort();
  }
}

/** Passes on the lines of an answer as they come, all but the last, which it returns: the outcome as JSON. */
async function passOn(socket: Socket, write: Lines['write']): Promise<string> {
  let last: string | null = null;
  for await (const line of linesOf(socket.iterator({ destroyOnReturn: false }))) {
    if (last !== null) await write(last);
    last = line;
  }
  return last ?? '';
}

const nobody = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);

/**
 * Connects to the server's socket; null when no server listens there. Throws FolderUnsafe when another user could have
 * put the socket there.
 */
async function reach(dataDir: string): Promise<Socket | null> {
  const place = existsSync(dataDir) ? socketPlace(dataDir) : null;
  if (place === null || !isOwnFolder(place.folder)) return null;
  mustBeMine(place.path);
  return new Promise((reached, failed) => {
    const socket = connect({ path: place.path, allowHalfOpen: true });
    socket.once('connect', () => reached(socket));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      nobody.has(error.code ?? '') ? reached(null) : failed(error),
    );
  });
}
