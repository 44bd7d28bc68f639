import { ConfigError } from '../config/config';
import { refusalInWords } from '../db/faults';
import { FolderInUse } from '../db/folderLock';
import { DatabaseNewer } from '../db/migrate';
import { ClinicFileFaults } from '../modules/clinicFile/parse/faults';
import { withoutDraft } from '../system/disk';
import { FolderUnsafe } from '../system/privateFolder';
import { ClinicFileUnreadable } from './clinics';

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

/** What the system says of a call that failed (Node's own fields of such errors). */
type SystemFault = { code?: string; syscall?: string; port?: number; address?: string; path?: string };

/** Those whose message already says what is wrong and what to do. */
const inWords = [
  ConfigError,
  DatabaseNewer,
  FolderInUse,
  FolderUnsafe,
  ClinicFileFaults,
  ClinicFileUnreadable,
  MetricsUnserved,
  HostUnknown,
];

/**
 * Why the server could not start, in plain words with what to do, where the operator can mend it; null for anything
 * else, which is a bug.
 */
export function startFault(error: unknown): string | null {
  if (inWords.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, syscall, port, address, path } = error as SystemFault;
  // A socket of the file system has a path for its address, and PORT=0 has no port yet.
  if (syscall === 'listen' && !address?.includes('/')) return portFault(code, port ?? 0, address ?? '');
  const place = path ?? address;
  return (place === undefined ? null : folderFault(code, withoutDraft(place))) ?? refusalInWords(error);
}

function portFault(code: string | undefined, port: number, address: string): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop that program, or choose another PORT.`;
    case 'EACCES':
      return `This user may not use port ${port}. Choose a PORT above 1023, and let the proxy in front listen at ${port}.`;
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${address}. Set HOST to one of its own, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return null;
  }
}

function folderFault(code: string | undefined, path: string): string | null {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `This user may not write ${path}. Hand its folder over to the server's user (chown -R), or set DATA_DIR to a folder that belongs to that user.`;
    case 'EROFS':
      return `${path} is on a disk for reading only. Set DATA_DIR to a folder that can be written.`;
    case 'ENOSPC':
      return `The disk of ${path} is full. Make room, or set DATA_DIR to a folder on another disk.`;
    default:
      return null;
  }
}
