import { withoutDraft } from './disk';

/** What the system says of a call that failed (Node's own fields of such errors). */
type Fault = { code?: string; syscall?: string; port?: number; address?: string; path?: string };

/** Why a port cannot be had, or a file not be written, in plain words with what to do; null for any other error. */
export function systemFault(error: unknown): string | null {
  const { code, syscall, port, address, path } = error as Fault;
  // A socket of the file system has a path for its address, and PORT=0 has no port yet.
  if (syscall === 'listen' && !address?.includes('/')) return portFault(code, port ?? 0, address ?? '');
  const place = path ?? address;
  return place === undefined ? null : folderFault(code, withoutDraft(place));
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
