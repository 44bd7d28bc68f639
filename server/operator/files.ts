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

/** A file's lines as they are asked for; the file is opened at once. */
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
 * A file that comes to be whole or not at all, for its user's eyes alone, and that never takes the place of another.
 * `keepIf` waits for the work that writes it, and keeps the file where its outcome is as wished.
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
