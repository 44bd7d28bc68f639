import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { ClinicFileFaults, faultText, type Fault } from './parse/faults';

/** A clinic file that cannot be used; the message says which and why. */
export class ClinicFileUnusable extends Error {
  override readonly name = 'ClinicFileUnusable';
  constructor(
    message: string,
    readonly faults: readonly Fault[] = [],
  ) {
    super([message, ...faults.map((fault) => `  ${faultText(fault)}`)].join('\n'));
  }
}

/** What a clinic file holds, by its path. A byte order mark, which some editors write, is passed over. Throws ClinicFileUnusable. */
export async function readClinicFile(path: string): Promise<unknown> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new ClinicFileUnusable(`${path} cannot be read: ${(error as Error).message}`);
  });
  if (!isUtf8(bytes))
    throw new ClinicFileUnusable(
      `${path} is not UTF-8 (line ${lineNotUtf8(bytes)}): its letters cannot be told. Save it as UTF-8.`,
    );
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new ClinicFileUnusable(`${path} is not JSON: ${(error as Error).message}`);
  }
}

/** The number of the first line that is not UTF-8. */
function lineNotUtf8(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf('\n', start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** What `take` makes of a clinic file. Throws ClinicFileUnusable for a file that it finds faults in, with all of them. */
export async function ofClinicFile<T>(path: string, take: (json: unknown) => T | Promise<T>): Promise<T> {
  const json = await readClinicFile(path);
  try {
    return await take(json);
  } catch (error) {
    if (!(error instanceof ClinicFileFaults)) throw error;
    const { faults } = error;
    throw new ClinicFileUnusable(`${path}: ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}`, faults);
  }
}
