import { existsSync, fsyncSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncFileSystem, syncPath } from '../system/disk';

/**
 * The embedded database's files, on a disk that is waited for, and this user's alone. PGlite runs PostgreSQL without
 * fsync, and its files have none: then a power failure may lose what was confirmed in the last half minute, or leave a
 * table that is ahead of its journal. With these files and `durable` it keeps PostgreSQL's own promise: what was
 * confirmed is on the disk.
 */
export class DurableFiles extends NodeFS {
  /** `sync` waits for an open file, `syncAll` for the folder's whole file system; false where that cannot be asked. */
  constructor(
    private readonly folder: string,
    private readonly sync: (file: number) => void = fsyncSync,
    private readonly syncAll: (folder: string) => Promise<boolean> = syncFileSystem,
  ) {
    super(folder);
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const made = await super.init(pg, options);
    const isSynced = wasKilled(this.folder) && (await this.syncAll(this.folder));
    return {
      ...made,
      emscriptenOpts: {
        ...made.emscriptenOpts,
        preRun: [
          ...(made.emscriptenOpts.preRun ?? []),
          (given) => {
            const module = given as unknown as Module;
            keepPrivate(module);
            waitForDisk(module, this.sync, isSynced ? changedIn(module) : null);
          },
        ],
      },
    };
  }
}

/** PostgreSQL takes this file away when it is shut down. */
const wasKilled = (folder: string): boolean => existsSync(join(folder, 'postmaster.pid'));

/** The settings that go with DurableFiles, in place of PGlite's own. */
export const durable = (startParams: readonly string[]): string[] => [
  ...startParams.filter((param) => param !== NO_FSYNC),
  '-c',
  // The other ways end in calls that the WebAssembly system answers without asking the disk.
  'wal_sync_method=fsync',
];
const NO_FSYNC = '-F';

type Stream = { nfd?: number; node: object };
type OnFile<T extends object> = (file: T, ...more: unknown[]) => unknown;
type SetAttributes<T extends object> = (file: T, attributes: { mode?: number; size?: number }) => void;
type Module = {
  NODEFS: {
    realPath(node: object): string;
    stream_ops: { write: OnFile<Stream>; setattr: SetAttributes<Stream>; fsync?: (stream: Stream) => number };
    node_ops: { mknod(folder: object, ...more: unknown[]): object; setattr: SetAttributes<object> };
  };
};

/** The number by which the WebAssembly system knows a disk that fails (EIO); PostgreSQL then gives up and is opened again. */
const DISK_FAILED = 29;

/**
 * Lets a call that waits for a file wait for its disk. `changed` has the files that may differ from the disk's; null
 * where all may.
 *
 * After it was killed PostgreSQL waits for each file of the folder, two thousand of them, since the killed process may
 * have left any of them unwritten. Its own answer to that (recovery_init_sync_method = syncfs) is not in the
 * WebAssembly build: to wait for the whole file system once, before. Then what this process has not changed is on disk.
 */
function waitForDisk({ NODEFS }: Module, sync: (file: number) => void, changed: WeakSet<object> | null): void {
  NODEFS.stream_ops.fsync = ({ nfd, node }) => {
    try {
      // A folder has no file of its own that is open.
      if (nfd === undefined) syncPath(NODEFS.realPath(node));
      else if (changed?.has(node) ?? true) sync(nfd);
      return 0;
    } catch {
      return DISK_FAILED;
    }
  };
}

/** The files that are made, written to or cut from now on. */
function changedIn({ NODEFS: { stream_ops, node_ops } }: Module): WeakSet<object> {
  const changed = new WeakSet<object>();
  const { write, setattr } = stream_ops;
  stream_ops.write = (stream, ...more) => (changed.add(stream.node), write(stream, ...more));
  stream_ops.setattr = (stream, attributes) => (changed.add(stream.node), setattr(stream, attributes));
  const { mknod, setattr: setAttributes } = node_ops;
  node_ops.mknod = (...given) => {
    const made = mknod(...given);
    changed.add(made);
    return made;
  };
  node_ops.setattr = (node, attributes) => (changed.add(node), setAttributes(node, attributes));
  return changed;
}

/** Restricts new files to this user, since the WebAssembly system sets their modes whatever the process's umask is. */
function keepPrivate({ NODEFS: { stream_ops, node_ops } }: Module): void {
  for (const operations of [stream_ops, node_ops]) {
    const setattr = operations.setattr as SetAttributes<object>;
    operations.setattr = (file: object, { mode, ...more }: { mode?: number }) =>
      setattr(file, mode === undefined ? more : { ...more, mode: mode & ~0o077 });
  }
}
