import { sql, type Kysely } from 'kysely';
import type { Database } from './schema';

/**
 * Makes a table that needs room of its own, and drops it; fails where the database has none. On a full disk a row that
 * is written anew still finds its place, and what is new does not.
 */
export const takeRoom = (db: Kysely<Database>): Promise<unknown> =>
  db.transaction().execute(async (trx) => {
    await sql`create temporary table room on commit drop as select repeat(md5(n::text), 200) as text from generate_series(1, 40) n`.execute(
      trx,
    );
  });
