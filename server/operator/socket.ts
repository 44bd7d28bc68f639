import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { create } from 'superstruct';
import { faultForLog } from '../plugins/logging';
import type { Services } from '../services';
import { socketPath, textOf } from './address';
import { Command, type Outcome } from './commands';
import { runCommand } from './run';

export type OperatorSocket = { stop(): Promise<void> };

/**
 * The embedded database belongs to the server's process, so the operator's commands come here (design.md section 2), on
 * a socket that only this user may open. Nothing where the database is a server of its own: the operator's tool opens
 * that itself. This process owns DATA_DIR, so a socket left there is a dead one's.
 */
export async function startOperatorSocket(services: Services): Promise<OperatorSocket> {
  if (services.config.databaseUrl !== undefined) return { stop: async () => {} };
  const path = socketPath(services.config.dataDir);
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
  const answer = (outcome: Outcome) => void socket.end(JSON.stringify(outcome));
  // An operator who leaves early is nobody's fault.
  socket.on('error', () => socket.destroy());
  try {
    const command = create(JSON.parse(await textOf(socket)), Command);
    services.log.info({ command: command.name }, 'the operator asked');
    answer(await runCommand(services, command));
  } catch (error) {
    services.log.error({ fault: faultForLog(error) }, 'an operator’s command failed');
    answer({ out: [], err: ['The server could not do this; its log says why.'], exit: 1 });
  }
}
