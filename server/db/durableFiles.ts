import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncPath } from '../system/disk';

/**
 * The embedded database's files, on a disk that is waited for. PGlite runs PostgreSQL without fsync, and its files have
 * none: then a power failure may lose what was confirmed in the last half minute, or leave a table that is ahead of its
 * journal. With these files and `durable` it keeps PostgreSQL's own promise: what was confirmed is on the disk.
 */
export class DurableFiles extends NodeFS {
  /** `sync` waits for an open file. */
  constructor(
    folder: string,
    private readonly sync: (file: number) => void = fsyncSync,
  ) {
    super(folder);
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const made = await super.init(pg, options);
    return {
      ...made,
      emscriptenOpts: {
        ...made.emscriptenOpts,
        preRun: [...(made.emscriptenOpts.preRun ?? []), (module) => waitForDisk(module, this.sync)],
      },
    };
  }
}

/** The settings that go with DurableFiles, in place of PGlite's own. */
export const durable = (startParams: readonly string[]): string[] => [
  ...startParams.filter((param) => param !== NO_FSYNC),
  '-c',
  // The other ways end in calls that the WebAssembly system answers without asking the disk.
  'wal_sync_method=fsync',
];
const NO_FSYNC = '-F';

type Stream = { nfd?: number; node: unknown };
type Module = { NODEFS: { realPath(node: unknown): string; stream_ops: { fsync?: (stream: Stream) => number } } };

/** The number by which the WebAssembly system knows a disk that fails (EIO); PostgreSQL then gives up and is opened again. */
const DISK_FAILED = 29;

function waitForDisk(module: unknown, sync: (file: number) => void): void {
  const { NODEFS } = module as Module;
  NODEFS.stream_ops.fsync = ({ nfd, node }) => {
    try {
      // A folder has no file of its own that is open.
      if (nfd === undefined) syncPath(NODEFS.realPath(node));
      else sync(nfd);
      return 0;
    } catch {
      return DISK_FAILED;
    }
  };
}
