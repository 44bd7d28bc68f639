import { createHash } from 'node:crypto';
import { is, number, optional, string, type } from 'superstruct';
import { linesOfFile, Unusable } from './files';

/** Whether a backup is as it was written, without restoring it. */

/** The checksum that a backup's last line carries, of all lines before it. */
export const checksum = () => {
  const hash = createHash('sha256');
  return { add: (line: string) => void hash.update(line).update('\n'), sum: () => hash.digest('hex') };
};

/** The last line, of which earlier versions wrote no checksum. */
const End = type({ end: number(), sha256: optional(string()) });

/** What is said of lines that do not have the checksum which the last one carries. */
export const changedLines =
  'its lines are not those that were written. To read it all the same take "sha256" out of its last line';

/**
 * What is wrong with a backup's file; null where nothing is, or where reading it takes longer than `patienceMs`. It reads
 * the whole file, which takes a fraction of the time of a drill.
 */
export async function damageOf(path: string, patienceMs: number): Promise<string | null> {
  const until = performance.now() + patienceMs;
  const { add, sum } = checksum();
  let last: string | null = null;
  let rows = 0;
  try {
    for await (const line of await linesOfFile(path)) {
      if (last !== null) add(last);
      if (line.startsWith('{"row"')) rows += 1;
      last = line;
      if (performance.now() > until) return null;
    }
  } catch (error) {
    if (error instanceof Unusable) return error.message;
    throw error;
  }
  const end = parsed(last ?? '');
  if (!is(end, End)) return `${path} is cut off: its end is missing`;
  if (end.end !== rows) return `${path} should have ${end.end} rows and has ${rows}`;
  return end.sha256 === undefined || end.sha256 === sum() ? null : `${path}: ${changedLines}`;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
