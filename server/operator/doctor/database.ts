import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Config } from '../../config/config';
import { sqlState } from '../../db/faults';
import { isUpToDate } from '../../db/migrate';
import type { Database } from '../../db/schema';
import { inTime } from '../../system/inTime';
import { fine, note, wrong, type Finding } from './finding';

const patienceMs = 5_000;
const silent = Symbol('silent');

/** The oldest version of PostgreSQL that the portal's statements are for. */
const oldest = 15;

type Told = { version: string; number: number; now: Date; is_closed: boolean };

/** insufficient_privilege: the tables are another user's. */
const isPermission = (error: unknown): boolean => sqlState(error) === '42501';

export type DatabaseFound = {
  findings: Finding[];
  /** Whether it answers and its tables are this version's, so that more can be read from it. */
  isReadable: boolean;
  /** How far the database's clock is ahead of this machine's, milliseconds; null for the embedded one. */
  aheadMs: number | null;
};

/** Whether the database answers, its version, and whether its tables are this version's. */
export async function databaseFindings(db: Kysely<Database>, config: Config): Promise<DatabaseFound> {
  const isServer = config.databaseUrl !== undefined;
  const began = performance.now();
  const read = await inTime(
    // The doctor alone asks the database for its time, to compare it with the machine's (D-219 is about the product's).
    sql<Told>`select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number, clock_timestamp() as now,
      current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as is_closed`.execute(db),
    patienceMs,
    silent,
  ).catch((error: unknown) => (error instanceof Error ? error.message : 'unknown'));
  const unreadable = (says: string): DatabaseFound => ({
    findings: [
      wrong(
        'database',
        says,
        isServer
          ? 'Check DATABASE_URL, that PostgreSQL runs and takes connections, and its log.'
          : 'Check the disk of DATA_DIR; the server opens the database again once there is room.',
      ),
    ],
    isReadable: false,
    aheadMs: null,
  });
  if (read === silent) return unreadable(`The database says nothing for ${patienceMs / 1000} seconds.`);
  if (typeof read === 'string') return unreadable(`The database does not answer: ${read}`);
  const ms = performance.now() - began;
  const { version, number, now, is_closed: isClosed } = (read as Exclude<typeof read, symbol>).rows[0]!;
  const aheadMs = isServer ? now.getTime() - (Date.now() - ms / 2) : null;
  const name = isServer ? `PostgreSQL ${version}` : `The embedded database (PostgreSQL ${version})`;
  const findings = [
    number < oldest * 10_000
      ? wrong('database', `${name} is too old.`, `Use PostgreSQL ${oldest} or later.`)
      : fine('database', `${name} answers in ${Math.round(ms)} ms.`),
  ];
  if (isClosed)
    findings.push(
      wrong(
        'database',
        'It is for reading only, so that callers get 503.',
        'Set default_transaction_read_only to off, or DATABASE_URL to the primary server and not to its copy.',
      ),
    );
  const isCurrent = await isUpToDate(db).catch((error: unknown) => {
    if (isPermission(error)) return (error as Error).message;
    throw error;
  });
  if (typeof isCurrent === 'string') return unreadable(`The database refuses its tables: ${isCurrent}.`);
  findings.push(
    isCurrent
      ? fine('tables', "They are this version's.")
      : wrong(
          'tables',
          "They are not this version's: migrations are missing, or were made by a later version.",
          'Start this version of the server, which brings them up to date; if it is the older one, install the newer.',
        ),
  );
  return { findings, isReadable: isCurrent, aheadMs };
}

const mostOffMs = 30_000;

/** Compares the machine's clock with others, by how many milliseconds each is ahead of it. */
export function clockFinding(others: readonly { whose: string; aheadMs: number | null }[], isSet: boolean): Finding {
  const known = others.flatMap(({ whose, aheadMs }) => (aheadMs === null ? [] : [{ whose, aheadMs }]));
  if (isSet) return note('clock', 'The server counts from CLOCK, not by the machine.');
  if (known.length === 0) return note('clock', 'There is no other clock to compare the machine’s with.');
  const off = known.filter(({ aheadMs }) => Math.abs(aheadMs) > mostOffMs);
  if (off.length === 0)
    return fine('clock', `It agrees with that of ${known.map(({ whose }) => whose).join(' and ')}.`);
  return wrong(
    'clock',
    off
      .map(
        ({ whose, aheadMs }) =>
          `The clock of ${whose} is ${Math.round(Math.abs(aheadMs) / 1000)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine’s.`,
      )
      .join(' '),
    'Let the time be set by NTP (timedatectl set-ntp true): codes, holds and the card provider’s events go by it.',
  );
}
