import { access, link, mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { HOUR } from '../../src/limits';
import { lockFolder } from '../db/folderLock';
import { isForWantOfRoom } from '../system/disk';
export { readClinicFile } from '../modules/clinicFile/read';
import { linesOf } from './address';
import { removedAtTheEnd, removeLeft } from './left';

/** A file that cannot be read or written; the message says which and why. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

const reason = (error: unknown): string => (error as Error).message;

/** What a compressed file begins with, whatever its name (RFC 1952). */
const gzipMark = Buffer.from([0x1f, 0x8b]);

async function textOf(file: FileHandle): Promise<AsyncIterable<Buffer>> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(gzipMark.length), 0, gzipMark.length, 0);
  const stream = file.createReadStream({ autoClose: false, start: 0 });
  if (!buffer.subarray(0, bytesRead).equals(gzipMark)) return stream;
  const unzipped = createGunzip();
  stream.on('error', (error) => unzipped.destroy(error));
  return stream.pipe(unzipped);
}

/**
 * A file's lines, read one after the other as they are asked for; the file itself is opened at once, and unpacked if it
 * is compressed. Throws Unusable when it cannot be opened or read.
 */
export async function linesOfFile(path: string): Promise<AsyncGenerator<string>> {
  const unreadable = (error: unknown): never => {
    throw new Unusable(`${path} cannot be read: ${reason(error)}`);
  };
  const file = await open(path).catch(unreadable);
  return (async function* lines() {
    try {
      yield* linesOf(await textOf(file));
    } catch (error) {
      const { syscall, code = '' } = error as NodeJS.ErrnoException;
      if (syscall === undefined && !code.startsWith('Z_')) throw error;
      unreadable(error);
    } finally {
      await file.close();
    }
  })();
}

const zipped = promisify(gzip);

const draftPrefix = 'portal-draft-';
/** A folder for backups may be shared by machines whose clocks differ. */
const silenceMs = HOUR;

/** A new file in a folder beside `path`, which goes with it, at the latest when this process ends. Throws Unusable. */
async function draftOf(path: string) {
  const unwritable = (error: unknown): never => {
    throw new Unusable(`${path} cannot be written: ${reason(error)}`);
  };
  const parent = dirname(path);
  await removeLeft(parent, draftPrefix, silenceMs);
  const folder = await mkdtemp(join(parent, draftPrefix)).catch(unwritable);
  const forget = removedAtTheEnd(folder);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    forget();
  };
  try {
    const unlock = await lockFolder(folder);
    const place = join(folder, basename(path));
    const file = await open(place, 'wx', 0o600);
    const discard = async () => {
      await file.close();
      await unlock();
      await remove();
    };
    return { place, file, discard };
  } catch (error) {
    await remove();
    return unwritable(error);
  }
}

/**
 * Creates a file that only this user may read, that appears complete or not at all, and that never replaces another
 * file; it is compressed if its name ends in .gz. `write` adds a line. `keepIf` waits for the work that writes the lines and keeps the file only if `isWished` is
 * true for the work's outcome, which it returns. What killed processes left half written in its folder is removed. Throws
 * Unusable.
 */
export async function newFile(path: string) {
  if (await isThere(path)) throw taken(path);
  const { place, file, discard } = await draftOf(path);
  let waiting: string[] = [];
  const flush = async () => {
    const text = waiting.join('');
    waiting = [];
    // Compressed pieces one after the other are a compressed file.
    if (text === '') return;
    await file.appendFile(path.endsWith('.gz') ? await zipped(text) : text).catch((error: unknown) => {
      throw isForWantOfRoom(error) ? new Unusable(`${path} cannot be written: ${reason(error)}`) : error;
    });
  };
  return {
    async write(line: string): Promise<void> {
      waiting.push(`${line}\n`);
      if (waiting.length >= 1000) await flush();
    },
    async keepIf<T>(isWished: (outcome: T) => boolean, work: Promise<T>): Promise<T> {
      try {
        const outcome = await work;
        await flush();
        await file.sync();
        if (isWished(outcome)) {
          await link(place, path).catch((error: NodeJS.ErrnoException) => {
            // Another backup has taken the name meanwhile.
            throw error.code === 'EEXIST' ? taken(path) : error;
          });
          await syncFolder(dirname(path));
        }
        return outcome;
      } finally {
        await discard();
      }
    },
  };
}

/** Makes sure that a new name in a folder outlives a power failure. Does nothing where folders cannot be opened. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

const taken = (path: string) => new Unusable(`${path} is there already. Choose another name.`);

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
