import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMigrated } from '../db/open';
import { countRows, differences, NotRestored, restore } from './backup';
import type { Outcome } from './commands';

/**
 * Tries whether a backup can be restored: reads it into an embedded database that is thrown away, and counts there the
 * rows of each table against the numbers that the backup carries. `given` are its lines.
 */
export async function drill(file: string, given: AsyncIterable<string>): Promise<Outcome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-drill-'));
  try {
    const db = await openMigrated({ dataDir });
    try {
      const { tables, rows, counts } = await restore(db, given);
      const differing = differences(counts, await countRows(db));
      return differing.length > 0
        ? { out: [], err: [...differing, `${file}: what was restored differs from the backup`], exit: 1 }
        : { out: [`${file}: OK, ${rows} rows of ${tables} tables were restored and counted`], err: [], exit: 0 };
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (!(error instanceof NotRestored)) throw error;
    return { out: [], err: [`${file}: ${error.message}`], exit: 1 };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
