import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { MINUTE, SECOND } from '../../../src/limits';
import { ConfigError, loadConfig, type Config } from '../../config/config';
import { refusalInWords } from '../../db/faults';
import { FolderInUse } from '../../db/folderLock';
import { systemClock } from '../../system/clock';
import { inTime } from '../../system/inTime';
import { dataFolderFaults, filesIn } from '../../db/dataFolder';
import { FolderUnsafe } from '../../system/privateFolder';
import { systemFault } from '../../system/systemFault';
import { askServer } from '../ask';
import type { Outcome } from '../commands';
import { fine, inWords, wrong, type Finding } from './finding';
import type { Examined } from './examine';
import { placeFindings } from './place';
import { saidByServer } from './running';

/** Milliseconds after which a server that was asked counts as stuck: its slowest check has 20 seconds. */
const serverPatienceMs = 30 * SECOND;
/** Milliseconds after which the doctor ends with what it knows, whatever is stuck. */
const wholePatienceMs = 1.5 * MINUTE;
/** A database that is silent is not waited for when it is closed. */
const closingMs = 2 * SECOND;

/**
 * Says what is wrong with the installation that these settings are of, in words or as JSON, while its server runs and
 * without it. It migrates nothing and makes no folder. Exit code 1 where something is wrong, be it that the doctor itself
 * could not look.
 */
export async function doctor(
  env: Record<string, string | undefined>,
  json: boolean,
  patience: { serverMs?: number; wholeMs?: number } = {},
): Promise<Outcome> {
  const { serverMs = serverPatienceMs, wholeMs = wholePatienceMs } = patience;
  const findings = await findingsOf(env, { serverMs, wholeMs });
  const isFine = findings.every(({ state }) => state !== 'wrong');
  return {
    out: json ? [JSON.stringify({ fine: isFine, findings }, null, 2)] : inWords(findings),
    err: [],
    exit: isFine ? 0 : 1,
  };
}

type Patience = { serverMs: number; wholeMs: number };

async function findingsOf(
  env: Record<string, string | undefined>,
  { serverMs, wholeMs }: Patience,
): Promise<Finding[]> {
  const dataDir = env['DATA_DIR']?.trim() || '.data';
  const faults = usesDataDir(env) ? dataFolderFaults(dataDir) : [];
  const place = placeFindings(dataDir, faults);
  const isUsable = faults.length === 0;
  try {
    const config = loadConfig(existsSync(dataDir) && isUsable ? env : withKeys(env));
    const stuck = [
      wrong(
        'doctor',
        `Not everything could be looked at within ${wholeMs / 1000} seconds: something is stuck.`,
        'Read the logs of the server and of the database, and run the doctor again.',
      ),
    ];
    return [...place, ...(await inTime(examined(config, serverMs, isUsable), wholeMs, stuck))];
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
    return [...place, notSeen(error)];
  }
}

/** On PostgreSQL only keys lie in DATA_DIR, which the settings may have instead. */
const usesDataDir = (env: Record<string, string | undefined>): boolean =>
  !env['DATABASE_URL']?.trim() || (env['NODE_ENV'] !== 'production' && !(env['SECRET'] && env['VAPID_KEY']));

const messageOf = (error: unknown): string =>
  systemFault(error) ?? refusalInWords(error) ?? `${error instanceof Error ? error.message : String(error)}.`;

const notSeen = (error: unknown): Finding =>
  wrong(
    'doctor',
    `It could not look at everything: ${messageOf(error)}`,
    'Mend that if it is of this machine, and run the doctor again; else it is a fault of the portal.',
  );

/** The settings with keys in place of those that the first start makes, so that no folder is made for them. */
const withKeys = (env: Record<string, string | undefined>) => {
  const key = randomBytes(32).toString('base64url');
  return {
    ...env,
    ...(env['NODE_ENV'] === 'production' ? {} : { SECRET: env['SECRET'] || key, VAPID_KEY: env['VAPID_KEY'] || key }),
  };
};

/** What is seen from here, and where a running server alone has the database, what that says of it. */
async function examined(config: Config, serverMs: number, isUsable: boolean): Promise<Finding[]> {
  if (config.databaseUrl === undefined) {
    const asked = askServer(config.dataDir, { name: 'doctor' }).catch(ifUnsafe);
    const outcome = await inTime(asked, serverMs, 'silent' as const);
    if (outcome instanceof FolderUnsafe || (outcome === null && !isUsable))
      return seenFromHere(config, notOpened(outcome));
    if (outcome === 'silent' || (outcome !== null && outcome.exit !== 0))
      return seenFromHere(
        config,
        wrong(
          'database',
          `The server that has the database is stuck: ${outcome === 'silent' ? `it says nothing for ${serverMs / 1000} seconds.` : outcome.err.join(' ')}`,
          'Restart it, and read its log.',
        ),
      );
    if (outcome !== null) return seenFromHere(config, saidByServer(outcome, config));
    if (!existsSync(filesIn(config.dataDir)))
      return seenFromHere(config, fine('database', 'There is no embedded database yet; the first start makes it.'));
  }
  const { openDatabase } = await import('../../db/open');
  const opened = await openDatabase(config).catch((error: unknown) => unopened(error));
  if ('check' in opened) return seenFromHere(config, opened);
  try {
    return await seenFromHere(config, opened);
  } finally {
    await inTime(opened.destroy(), closingMs, null).catch(() => {});
  }
}

/** `fault`: what keeps the server from being asked; else what is said of the data folder keeps it from starting. */
const notOpened = (fault: FolderUnsafe | null): Finding =>
  wrong(
    'database',
    fault === null ? 'It was not opened.' : `It was not opened: ${fault.message}`,
    'See what is said of the data folder; the server would refuse to start, too.',
  );

function ifUnsafe(error: unknown): FolderUnsafe {
  if (error instanceof FolderUnsafe) return error;
  throw error;
}

function unopened(error: unknown): Finding {
  return error instanceof FolderInUse
    ? wrong(
        'database',
        error.message,
        'A server that is just starting or stopping has it too: try again in ten seconds.',
      )
    : wrong(
        'database',
        `It cannot be opened: ${messageOf(error)}`,
        'Check the disk of DATA_DIR, and that its files belong to this user.',
      );
}

async function seenFromHere(config: Config, database: Examined['database']) {
  const { examine } = await import('./examine');
  return examine({ config, clock: systemClock(config.clock), database });
}
