import { sql, type Kysely } from 'kysely';
import type { Database } from '../../server/db/schema';

/** Few, since each makes every table and key once more; a clinic's rows are in one of them. */
const parts = 4;

/** A table of the clinics and the column that names the clinic. */
export type ClinicTable = { name: string; key: 'clinic_id' | 'id' };

/** The tables whose rows belong to a clinic. */
export async function clinicTables(db: Kysely<Database>): Promise<ClinicTable[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped)
    order by c.relname`.execute(db);
  return [{ name: 'clinics', key: 'id' }, ...rows.map(({ name }) => ({ name, key: 'clinic_id' as const }))];
}

/** The names of all tables, a partitioned one as a whole, without Kysely's own. */
export async function tableNames(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname::text as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and relname not like 'kysely_%' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** The clinics' table that a partition belongs to, and that table's column of the clinic; null for another table. */
export function partOf(relation: string): ClinicTable | null {
  const name = /^(.+)_\d+$/.exec(relation)?.[1];
  return name === undefined ? null : { name, key: name === 'clinics' ? 'id' : 'clinic_id' };
}

/**
 * Partitions every table of the clinics by a hash of the clinic in a migrated, empty database: PostgreSQL then holds the
 * keys, constraints and references to the rules of a database that is distributed by clinic.
 */
export async function partitionByClinic(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = (text: string) => sql.raw(text).execute(trx);
    const tables = await clinicTables(trx);
    const names = tables.map(({ name }) => name);
    const { rows: references } = await sql<{ name: string; on: string; words: string }>`
      select conname as name, conrelid::regclass::text as on, pg_get_constraintdef(oid) as words from pg_constraint
      where contype = 'f' and conrelid::regclass::text = any(${names})`.execute(trx);
    const { rows: triggers } = await sql<{ words: string }>`
      select pg_get_triggerdef(oid) as words from pg_trigger where not tgisinternal and tgrelid::regclass::text = any(${names})`.execute(
      trx,
    );
    const { rows: serials } = await sql<{ name: string }>`
      select objid::regclass::text as name from pg_depend
      where deptype = 'a' and classid = 'pg_class'::regclass and refobjid::regclass::text = any(${names})
        and objid in (select oid from pg_class where relkind = 'S')`.execute(trx);
    for (const { on, name } of references) await run(`alter table ${on} drop constraint ${name}`);
    for (const { name } of serials) await run(`alter sequence ${name} owned by none`);
    for (const { name, key } of tables) {
      await run(`alter table ${name} rename to whole`);
      await run(`create table ${name} (like whole including all) partition by hash (${key})`);
      for (let part = 0; part < parts; part += 1)
        await run(
          `create table ${name}_${part} partition of ${name} for values with (modulus ${parts}, remainder ${part})`,
        );
      await run('drop table whole');
    }
    for (const { on, name, words } of references) await run(`alter table ${on} add constraint ${name} ${words}`);
    for (const { words } of triggers) await run(words);
  });
}
