import { sql, type Kysely } from 'kysely';
import type { Database } from '../../server/db/schema';
import { inTransaction, type Db } from '../../server/db/transaction';

/** Gives a database, for connections made from now on, what another program may have wanted of it. */
export async function asOtherProgramsWish(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const wishes = {
    datestyle: 'SQL, DMY',
    intervalstyle: 'sql_standard',
    timezone: 'America/St_Johns',
    bytea_output: 'escape',
    extra_float_digits: '-15',
    standard_conforming_strings: 'off',
    default_transaction_isolation: 'serializable',
  };
  for (const [name, value] of Object.entries(wishes))
    await sql`alter database ${sql.id(rows[0]!.name)} set ${sql.raw(name)} = ${sql.lit(value)}`.execute(db);
}

export const times = { day: '2026-11-05', at: new Date('2026-11-05T15:00:00.123Z') };

/** Sends an instant and a day to the database, and reads them back. */
export async function readTimes(db: Db): Promise<typeof times> {
  const { rows } = await sql<typeof times>`select ${times.day}::date as day, ${times.at}::timestamptz as at`.execute(
    db,
  );
  return rows[0]!;
}

/** What a transaction sees of others. */
export async function isolationOf(db: Kysely<Database>): Promise<string> {
  const read = sql<{ level: string }>`select current_setting('transaction_isolation') as level`;
  return (await inTransaction(db, (trx) => read.execute(trx))).rows[0]!.level;
}
