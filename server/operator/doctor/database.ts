import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Config } from '../../config/config';
import { sqlState } from '../../db/faults';
import { encodingFault, makingFault } from '../../db/fitness';
import { isUpToDate } from '../../db/migrate';
import { takeRoom } from '../../db/room';
import type { Database } from '../../db/schema';
import { inTime } from '../../system/inTime';
import { counted, fine, note, wrong, type Finding } from './finding';

const patienceMs = 5_000;
const silent = Symbol('silent');

/** The oldest version of PostgreSQL that the portal's statements are for. */
const oldest = 15;

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
    sql<Answer>`select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number, clock_timestamp() as now,
      current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as "isForReading"`.execute(db),
    patienceMs,
    silent,
  ).catch(messageOf);
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
  const { version, number, now, isForReading } = (read as Exclude<typeof read, symbol>).rows[0]!;
  const aheadMs = isServer ? now.getTime() - (Date.now() - ms / 2) : null;
  const name = isServer ? `PostgreSQL ${version}` : `The embedded database (PostgreSQL ${version})`;
  const findings = [
    number < oldest * 10_000
      ? wrong('database', `${name} is too old.`, `Use PostgreSQL ${oldest} or later.`)
      : isForReading
        ? wrong(
            'database',
            `${name} is for reading only: it takes no writes.`,
            'Check its default_transaction_read_only, and that DATABASE_URL leads to the primary, not to a standby.',
          )
        : await roomFinding(db, `${name} answers in ${Math.round(ms)} ms`),
    ...(await unfit(db, encodingFault)),
  ];
  const { tables, isCurrent } = await tablesFound(db);
  return { findings: [...findings, ...tables], isReadable: isCurrent, aheadMs };
}

/** What is wrong with the database itself, in the words of the start. */
async function unfit(db: Kysely<Database>, ask: typeof encodingFault): Promise<Finding[]> {
  const fault = await inTime(ask(db), patienceMs, null).catch(() => null);
  return fault === null
    ? []
    : [wrong(ask === makingFault ? 'tables' : 'database', fault, 'A new server does not start on it.')];
}

/** Whether what is new finds room. */
async function roomFinding(db: Kysely<Database>, answers: string): Promise<Finding> {
  const fault = await inTime(
    takeRoom(db).then(() => null, messageOf),
    patienceMs,
    `nothing was written in ${patienceMs / 1000} seconds`,
  );
  if (fault === null) return fine('database', `${answers}.`);
  return wrong(
    'database',
    `${answers}, but takes no writes: ${fault}.`,
    'Most often its disk is full: make room there. Its log says more. The server goes on by itself.',
  );
}

type Answer = { version: string; number: number; now: Date; isForReading: boolean };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/** PostgreSQL's answer to a role without the right (insufficient_privilege). */
const noRight = '42501';
const ownTables = 'Let the role of DATABASE_URL own the database and its tables, as the role that made them does.';

/** Whether the tables are this version's, and may be read and written. */
async function tablesFound(db: Kysely<Database>): Promise<{ tables: Finding[]; isCurrent: boolean }> {
  const found = (tables: Finding, isCurrent = false) => ({ tables: [tables], isCurrent });
  try {
    const isCurrent = await inTime(isUpToDate(db), patienceMs, silent);
    if (isCurrent === silent)
      return found(
        wrong(
          'tables',
          `Reading them takes longer than ${patienceMs / 1000} seconds.`,
          'Read the log of PostgreSQL: somebody may hold a lock on them.',
        ),
      );
    const [making] = isCurrent ? [] : await unfit(db, makingFault);
    if (making !== undefined) return found(making);
    if (isCurrent !== true)
      return found(
        wrong(
          'tables',
          "They are not this version's: migrations are missing, or were made by a later version.",
          'Start this version of the server, which brings them up to date; if it is the older one, install the newer.',
        ),
      );
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = current_schema() and not has_table_privilege(format('%I.%I', schemaname, tablename), 'insert')
      order by 1`.execute(db);
    if (rows.length > 0)
      return found(
        wrong(
          'tables',
          `The database’s role may not write ${counted(rows.length, 'table')}, such as "${rows[0]!.name}".`,
          ownTables,
        ),
      );
    return found(fine('tables', "They are this version's."), true);
  } catch (error) {
    return found(
      wrong(
        'tables',
        `They cannot be read: ${messageOf(error)}.`,
        sqlState(error) === noRight ? ownTables : 'Read the log of the database.',
      ),
    );
  }
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
