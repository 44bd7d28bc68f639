import { sql, type Kysely } from 'kysely';
import type { Database } from './schema';

/** Whether a database is one for the portal, which the start and the doctor both ask. */

/** A database that the portal cannot live in; the message says why and what to do. */
export class DatabaseUnfit extends Error {
  override readonly name = 'DatabaseUnfit';
}

const asOwner = "create database NAME owner USER encoding 'UTF8' template template0";

/**
 * Why names in other scripts do not fit into the database: it would refuse them, or not compare them. Its encoding is given
 * as it is made and stays.
 */
export async function encodingFault(db: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  return encoding === 'UTF8'
    ? null
    : `The database has the encoding ${encoding}, and names of owners and pets need UTF8. Make another one (${asOwner}) and name it in DATABASE_URL.`;
}

/** Why the tables cannot be made. */
export const makingFault = async (db: Kysely<Database>): Promise<string | null> =>
  (await rightFault(db)) ?? extensionFault(db);

/** Why the user of DATABASE_URL cannot make tables: from PostgreSQL 15 on the owner of a database alone may. */
async function rightFault(db: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{ user: string; base: string; may: boolean | null }>`select current_user as user,
    current_database() as base, has_schema_privilege(current_schema(), 'create') as may`.execute(db);
  const { user, base, may } = rows[0]!;
  return may === true
    ? null
    : `The user "${user}" of DATABASE_URL may not make tables in the database "${base}". Let it own that database: alter database "${base}" owner to "${user}".`;
}

/**
 * Why the extension that keeps two visits out of one time cannot be had: it is of PostgreSQL's contrib package, which some
 * systems install apart, and who may change the database may add it.
 */
async function extensionFault(db: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{
    isThere: boolean;
    isInstalled: boolean;
    may: boolean;
    user: string;
    base: string;
  }>`select
    exists (select from pg_extension where extname = 'btree_gist') as "isThere",
    exists (select from pg_available_extensions where name = 'btree_gist') as "isInstalled",
    has_database_privilege(current_database(), 'create') as may, current_user as user, current_database() as base`.execute(
    db,
  );
  const { isThere, isInstalled, may, user, base } = rows[0]!;
  if (isThere) return null;
  if (!isInstalled)
    return "PostgreSQL lacks its extension btree_gist, which the tables need. Install PostgreSQL's contrib package where it runs (on Red Hat, Fedora and Alpine: postgresql-contrib).";
  return may
    ? null
    : `The user "${user}" of DATABASE_URL may not add the extension btree_gist to the database "${base}". Let it own that database (alter database "${base}" owner to "${user}"), or add it as postgres: create extension btree_gist.`;
}
