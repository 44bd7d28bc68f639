import { sql, type Kysely } from 'kysely';

/**
 * Records that the clinic has withdrawn stay in their table without being shown, so that what refers to them can still
 * name them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['vaccinations', 'medications'])
    await sql`alter table ${sql.table(table)} add column withdrawn boolean not null default false`.execute(db);
}
