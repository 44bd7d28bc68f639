import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'superstruct';
import { MINUTE } from '../../../src/limits';
import { ConfigError, loadConfig, type Config } from '../../config/config';
import { FolderInUse } from '../../db/folderLock';
import { systemClock } from '../../system/clock';
import { inTime } from '../../system/inTime';
import { FolderUnsafe } from '../../system/privateFolder';
import { askServer } from '../ask';
import type { Outcome } from '../commands';
import { Findings, fine, inWords, wrong, type Finding } from './finding';
import type { Examined } from './examine';
import { placeFindings } from './place';

/** Milliseconds after which a server that was asked counts as stuck: its slowest check has 20 seconds. */
const patienceMs = MINUTE;

/**
 * Says what is wrong with the installation that these settings are of, in words or as JSON, while its server runs and
 * without it. It migrates nothing and makes no folder. Exit code 1 where something is wrong.
 */
export async function doctor(env: Record<string, string | undefined>, json: boolean): Promise<Outcome> {
  const findings = await findingsOf(env);
  const isFine = findings.every(({ state }) => state !== 'wrong');
  return {
    out: json ? [JSON.stringify({ fine: isFine, findings }, null, 2)] : inWords(findings),
    err: [],
    exit: isFine ? 0 : 1,
  };
}

async function findingsOf(env: Record<string, string | undefined>): Promise<Finding[]> {
  const dataDir = env['DATA_DIR']?.trim() || '.data';
  const place = placeFindings(dataDir);
  try {
    const config = loadConfig(existsSync(dataDir) ? env : withKeys(env));
    return [...place, ...(await examined(config))];
  } catch (error) {
    if (error instanceof ConfigError)
      return [
        ...place,
        wrong(
          'settings',
          error.message.replaceAll(/\n\s*/g, ' '),
          'The README lists the settings; the server does not start until these are right.',
        ),
      ];
    if (error instanceof FolderUnsafe) return place;
    throw error;
  }
}

/** The settings with keys in place of those that the first start makes, so that no folder is made for them. */
const withKeys = (env: Record<string, string | undefined>) => {
  const key = randomBytes(32).toString('base64url');
  return {
    ...env,
    ...(env['NODE_ENV'] === 'production' ? {} : { SECRET: env['SECRET'] || key, VAPID_KEY: env['VAPID_KEY'] || key }),
  };
};

/** What the running server says of itself where it alone has the database, else what is seen from here. */
async function examined(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined) {
    const outcome = await inTime(askServer(config.dataDir, { name: 'doctor' }), patienceMs, 'silent' as const);
    if (outcome === 'silent' || (outcome !== null && outcome.exit !== 0))
      return seenFromHere(
        config,
        wrong(
          'database',
          `The server that has the database is stuck: ${outcome === 'silent' ? `it says nothing for ${patienceMs / 1000} seconds` : outcome.err.join(' ')}.`,
          'Restart it, and read its log.',
        ),
      );
    if (outcome !== null) return create(JSON.parse(outcome.out[0] ?? ''), Findings);
    if (!existsSync(join(config.dataDir, 'db')))
      return seenFromHere(config, fine('database', 'There is no embedded database yet; the first start makes it.'));
  }
  const { openDatabase } = await import('../../db/open');
  try {
    const db = await openDatabase(config);
    try {
      return await seenFromHere(config, db);
    } finally {
      // A database that never answered cannot be closed either, which its finding says already.
      await db.destroy().catch(() => {});
    }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return seenFromHere(
      config,
      wrong(
        'database',
        error.message,
        'A server that is just starting or stopping has it too: try again in ten seconds.',
      ),
    );
  }
}

async function seenFromHere(config: Config, database: Examined['database']) {
  const { examine } = await import('./examine');
  return examine({ config, clock: systemClock(config.clock), database, isServing: false });
}
