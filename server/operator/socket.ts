import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { create } from 'superstruct';
import { faultForLog } from '../system/faultForLog';
import type { Services } from '../calls/services';
import { makeOwnFolder } from '../system/privateFolder';
import { linesOf, socketPlace } from './address';
import { Command, type Outcome } from './commands';
import { runCommand } from './run';

export type OperatorSocket = { stop(): Promise<void> };

/**
 * Listens for the operator's commands (README, Commands) on a socket that only this user may open, because the embedded
 * database can be used by the server's process alone. Does nothing where the database is a server of its own, since the
 * operator's tool opens that itself. This process owns DATA_DIR, so a socket found there was left by a dead process and
 * is removed. Throws FolderUnsafe.
 */
export async function startOperatorSocket(services: Services): Promise<OperatorSocket> {
  if (services.config.databaseUrl !== undefined) return { stop: async () => {} };
  const { folder, path } = socketPlace(services.config.dataDir);
  makeOwnFolder(folder);
  rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => void serve(socket, services));
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    const before = process.umask(0o177);
    server.listen(path, listening);
    process.umask(before);
  });
  chmodSync(path, 0o600);
  return { stop: () => new Promise((closed) => server.close(() => closed())) };
}

async function serve(socket: Socket, services: Services): Promise<void> {
  // An operator who disconnects early is no error.
  socket.on('error', () => socket.destroy());
  // All input is read before the command runs, and all output is collected before any is sent: a command holds the only
  // connection of the embedded database and must not wait for the operator meanwhile.
  const told: string[] = [];
  const answer = (outcome: Outcome) => void socket.end([...told, JSON.stringify(outcome)].join('\n'));
  try {
    const [first = '', ...given] = await all(linesOf(socket.iterator({ destroyOnReturn: false })));
    const command = create(JSON.parse(first), Command);
    services.log.info({ command: command.name }, 'the operator asked');
    answer(await runCommand(services, command, { given, write: (line) => void told.push(line) }));
  } catch (error) {
    services.log.error({ fault: faultForLog(error) }, 'an operator’s command failed');
    told.length = 0;
    answer({ out: [], err: ['The server could not do this; its log says why.'], exit: 1 });
  }
}

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = [];
  for await (const line of lines) read.push(line);
  return read;
}
