import { fastify } from 'fastify';
import type { Config } from '../config/config';
import { openMigrated } from '../db/open';
import { makeServices } from '../services';
import type { Command, Lines, Outcome } from './commands';
import { runCommand } from './run';

/** Does a command in this process, with the database opened for it. Throws FolderInUse when a server has it. */
export async function runAlone(config: Config, command: Command, lines: Lines): Promise<Outcome> {
  const db = await openMigrated(config);
  try {
    // Whoever runs a command reads what it says; a log besides would be in the way. Fastify's is silent unless asked.
    return await runCommand(await makeServices({ config, db, log: fastify().log }), command, lines);
  } finally {
    await db.destroy();
  }
}
