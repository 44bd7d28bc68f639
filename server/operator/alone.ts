import { fastify } from 'fastify';
import type { Config } from '../config/config';
import { openCurrent } from '../db/open';
import { makeServices } from '../services';
import type { Command, Lines, Outcome } from './commands';
import { runCommand } from './run';

/** Runs a command in this process, with the database opened for it. Throws FolderInUse when a server uses DATA_DIR, and DatabaseOlder. */
export async function runAlone(config: Config, command: Command, lines: Lines): Promise<Outcome> {
  const db = await openCurrent(config);
  try {
    // The operator reads what the command prints, and a log would be in the way. Fastify's logger is silent unless it
    // is switched on.
    return await runCommand(await makeServices({ config, db, log: fastify().log }), command, lines);
  } finally {
    await db.destroy();
  }
}
