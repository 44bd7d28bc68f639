import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { create } from 'tar';

/**
 * Packs a folder into a .tar.gz of the same files, byte for byte the same whenever the files and `mtime` are: in the
 * order of their names, all of one time, owned by nobody, and readable by everybody, since who unpacks it is seldom who
 * runs it.
 */
export async function pack(folder: string, file: string, mtime: Date): Promise<void> {
  const above = dirname(folder);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => relative(above, join(entry.parentPath, entry.name)))
    .sort();
  await create(
    {
      file,
      cwd: above,
      gzip: { level: 9 },
      portable: true,
      mtime,
      noDirRecurse: true,
      onWriteEntry: (entry) => {
        // A folder would have no time of its own.
        entry.noMtime = false;
        if (entry.stat) entry.stat.mode = entry.stat.isDirectory() || (entry.stat.mode & 0o100) !== 0 ? 0o755 : 0o644;
      },
    },
    [basename(folder), ...names],
  );
}
