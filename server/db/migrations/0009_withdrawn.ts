import { sql, type Kysely } from 'kysely';

/** What the clinic has taken back stays, unseen, so that what refers to it keeps its name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['vaccinations', 'medications'])
    await sql`alter table ${sql.table(table)} add column withdrawn boolean not null default false`.execute(db);
}
