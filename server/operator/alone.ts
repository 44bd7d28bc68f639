import { systemClock } from '../clock';
import type { Config } from '../config';
import { migrate, openDatabase } from '../db/connection';
import type { Command, Outcome } from './commands';
import { runCommand } from './run';

/** Does a command in this process, with the database opened for it. Throws FolderInUse when a server has it. */
export async function runAlone(config: Config, command: Command): Promise<Outcome> {
  const db = await openDatabase(config);
  try {
    await migrate(db);
    return await runCommand({ db, config, clock: systemClock(config.clock) }, command);
  } finally {
    await db.destroy();
  }
}
