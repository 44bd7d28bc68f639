import { ConfigError } from '../config/config';
import { refusalInWords } from '../db/faults';
import { DatabaseUnfit } from '../db/fitness';
import { FolderInUse } from '../db/folderLock';
import { DatabaseNewer, DatabaseOlder } from '../db/migrate';
import { ClinicFileFaults } from '../modules/clinicFile/parse/faults';
import { ClinicFileUnusable } from '../modules/clinicFile/read';
import { FolderUnsafe } from '../system/privateFolder';
import { systemFault } from '../system/systemFault';

/** Metrics cannot be served where they should be; the message says why and what to do. */
export class MetricsUnserved extends Error {
  override readonly name = 'MetricsUnserved';
}

/** HOST is a name that leads to no address here. */
export class HostUnknown extends Error {
  override readonly name = 'HostUnknown';
  constructor(host: string) {
    super(
      `HOST names ${host}, which this machine does not know. Set it to one of its own addresses, such as 127.0.0.1 or 0.0.0.0.`,
    );
  }
}

/** Those whose message already says what is wrong and what to do. */
const inWords = [
  ConfigError,
  DatabaseNewer,
  DatabaseOlder,
  DatabaseUnfit,
  FolderInUse,
  FolderUnsafe,
  ClinicFileFaults,
  ClinicFileUnusable,
  MetricsUnserved,
  HostUnknown,
];

/**
 * Why the server could not start, in plain words with what to do, where the operator can mend it; null for anything
 * else, which is a bug.
 */
export function startFault(error: unknown): string | null {
  if (inWords.some((kind) => error instanceof kind)) return (error as Error).message;
  return systemFault(error) ?? refusalInWords(error);
}
