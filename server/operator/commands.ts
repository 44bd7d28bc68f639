import { define, object, string, type, union, type Infer, literal } from 'superstruct';

/** What the operator may ask for; it travels to the running server as JSON. */
export const Command = union([
  object({ name: literal('import'), file: string(), content: define<unknown>('json', () => true) }),
  object({ name: literal('list') }),
  object({ name: literal('appointments'), clinicId: string() }),
  object({ name: literal('requests'), clinicId: string() }),
  object({ name: literal('messages') }),
]);
export type Command = Infer<typeof Command>;

/** What the operator is told: lines for stdout and stderr, and the exit code. */
export const Outcome = type({ out: define<string[]>('lines', isLines), err: define<string[]>('lines', isLines), exit: define<number>('exit code', Number.isInteger) });
export type Outcome = Infer<typeof Outcome>;

function isLines(value: unknown): boolean {
  return Array.isArray(value) && value.every((line) => typeof line === 'string');
}

export const usage = `Usage: npm run clinic -- COMMAND

  import FILE        Reads a clinic file: all of it, or nothing and every fault with its path
  list               Every clinic with its address
  appointments ID    A clinic's appointments by time, in its own time zone
  requests ID        What waits for the clinic: requested appointments, text-us requests, owners to tell apart
  messages           Messages that are not delivered

The settings are the server's (DATA_DIR, DATABASE_URL, …). It works while the server runs, and without it.
Exit code: 0 done, 1 refused or failed, 2 not understood.`;

/** A command line that means nothing; the message says why. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

type Written = { name: 'import'; file: string } | Exclude<Command, { name: 'import' }>;

/** The command that the arguments spell, or null when they ask for help. Throws NotUnderstood. */
export function commandOf(args: readonly string[]): Written | null {
  const [name, ...rest] = args;
  if (name === 'help' || name === '--help' || name === '-h') return null;
  if (name === undefined) throw new NotUnderstood('No command was given.');
  switch (name) {
    case 'import':
      return { name, file: onlyOne(rest, name, 'FILE') };
    case 'appointments':
    case 'requests':
      return { name, clinicId: onlyOne(rest, name, 'ID') };
    case 'list':
    case 'messages':
      if (rest.length > 0) throw new NotUnderstood(`${name} takes nothing more, but "${rest.join(' ')}" was given.`);
      return { name };
    default:
      throw new NotUnderstood(`There is no command "${name}".`);
  }
}

function onlyOne(rest: string[], name: string, what: string): string {
  const [one, ...more] = rest;
  if (one === undefined || one === '') throw new NotUnderstood(`${name} needs ${what}.`);
  if (more.length > 0) throw new NotUnderstood(`${name} takes ${what} alone, but "${more.join(' ')}" was given too.`);
  return one;
}
