import { array, is, literal, optional, string, type, type Infer } from 'superstruct';
import { migrations } from '../db/migrations';
import { version } from '../system/version';
import { linesOfFile } from './files';

/** A backup's first line: what it is, which tables it has, and which release made it. */

/** A type, no object: an older release passes over what a newer one says besides. */
export const Head = type({
  backup: literal('clinic-portal'),
  version: literal(1),
  migrations: array(string()),
  created_at: string(),
  /** The release's version, of which earlier releases wrote nothing. */
  made_by: optional(string()),
});
export type Head = Infer<typeof Head>;

const ours = (): string[] => Object.keys(migrations).sort();

export const headOf = (now: Date): string =>
  JSON.stringify({
    backup: 'clinic-portal',
    version: 1,
    migrations: ours(),
    created_at: now.toISOString(),
    made_by: version,
  } satisfies Head);

export const hasOurTables = (head: Head): boolean => head.migrations.join() === ours().join();

/** Whether a backup of other tables has all of this release's, and more. */
const isNewer = (head: Head): boolean => ours().every((name) => head.migrations.includes(name));

/** Who made a backup of other tables than this release's, and what can be done with it. */
export const othersTables = (head: Head): { madeBy: string; todo: string } => ({
  madeBy:
    `${head.made_by === undefined ? 'a version that it does not name' : `version ${head.made_by}`}, ` +
    `with other tables (up to ${head.migrations.at(-1) ?? 'none'}; this one, ${version}, has ${ours().at(-1) ?? 'none'})`,
  todo: isNewer(head)
    ? 'Restore it with that version: this one is older, and knows no way back.'
    : 'Restore it with that version, then start this one, which brings the tables up to date.',
});

/** The first line of a backup's file, or null where none can be read. */
export async function headOfFile(path: string): Promise<Head | null> {
  try {
    const lines = await linesOfFile(path);
    const { value } = await lines.next();
    await lines.return(undefined);
    const said: unknown = JSON.parse(value as string);
    return is(said, Head) ? said : null;
  } catch {
    return null;
  }
}
