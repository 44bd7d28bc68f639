import { randomUUID } from 'node:crypto';
import { access, link, open, readFile, rm } from 'node:fs/promises';
import { linesOf } from './address';

/** A file that cannot be read or written; the message says which and why. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}

const reason = (error: unknown): string => (error as Error).message;

export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Unusable(
      error instanceof SyntaxError
        ? `${path} is not JSON: ${error.message}`
        : `${path} cannot be read: ${reason(error)}`,
    );
  }
}

/**
 * A file's lines, read one after the other as they are asked for; the file itself is opened at once. Throws Unusable
 * when it cannot be opened or read.
 */
export async function linesOfFile(path: string): Promise<AsyncGenerator<string>> {
  const unreadable = (error: unknown): never => {
    throw new Unusable(`${path} cannot be read: ${reason(error)}`);
  };
  const file = await open(path).catch(unreadable);
  return (async function* lines() {
    try {
      yield* linesOf(file.createReadStream({ autoClose: false }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      unreadable(error);
    } finally {
      await file.close();
    }
  })();
}

/**
 * Creates a file that only this user may read, that appears complete or not at all, and that never replaces another
 * file. `write` adds a line. `keepIf` waits for the work that writes the lines and keeps the file only if `isWished` is
 * true for the work's outcome, which it returns. Throws Unusable.
 */
export async function newFile(path: string) {
  if (await isThere(path)) throw new Unusable(`${path} is there already. Choose another name.`);
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw new Unusable(`${path} cannot be written: ${reason(error)}`);
  });
  let waiting: string[] = [];
  const flush = async () => {
    const text = waiting.join('');
    waiting = [];
    if (text !== '') await file.appendFile(text);
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
        if (isWished(outcome)) await link(draft, path);
        return outcome;
      } finally {
        await file.close();
        await rm(draft, { force: true });
      }
    },
  };
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
