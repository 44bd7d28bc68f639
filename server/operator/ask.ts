import { connect, type Socket } from 'node:net';
import { create } from 'superstruct';
import { socketPath, textOf } from './address';
import { Outcome, type Command } from './commands';

/** Hands a command to the server that runs on this folder; null when none does. */
export async function askServer(dataDir: string, command: Command): Promise<Outcome | null> {
  const socket = await reach(dataDir);
  if (!socket) return null;
  const answer = textOf(socket);
  socket.end(JSON.stringify(command));
  const text = await answer;
  // A server that is killed meanwhile leaves half an answer, or none.
  return text === '' ? { out: [], err: ['The server ended before it answered.'], exit: 1 } : create(JSON.parse(text), Outcome);
}

const nobody = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);

async function reach(dataDir: string): Promise<Socket | null> {
  return new Promise((reached, failed) => {
    const socket = connect({ path: socketPath(dataDir), allowHalfOpen: true });
    socket.once('connect', () => reached(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => (nobody.has(error.code ?? '') ? reached(null) : failed(error)));
  });
}
