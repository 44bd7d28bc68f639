import { clinicCommand } from '../system/clinicCommand';
import { boolean, define, literal, nullable, object, string, type, union, type Infer } from 'superstruct';

const ofAppointment = { clinicId: string(), appointmentId: string() };

/**
 * A command of the operator. It travels to the running server as JSON; for a restore the lines of the file follow it.
 */
export const Command = union([
  object({ name: literal('import'), file: string(), content: define<unknown>('json', () => true) }),
  object({ name: literal('list') }),
  object({ name: literal('appointments'), clinicId: string() }),
  object({ name: literal('requests'), clinicId: string() }),
  object({ name: literal('export'), clinicId: string() }),
  object({ name: literal('accept'), ...ofAppointment }),
  object({ name: literal('decline'), ...ofAppointment }),
  object({ name: literal('refund'), ...ofAppointment }),
  object({
    name: literal('pay-link'),
    clinicId: string(),
    clientId: string(),
    productId: string(),
    appointmentId: nullable(string()),
  }),
  object({
    name: literal('invite'),
    clinicId: string(),
    email: string(),
    role: string(),
    providerId: nullable(string()),
  }),
  object({ name: literal('messages') }),
  object({ name: literal('retry'), messageId: string() }),
  object({ name: literal('backup'), file: string() }),
  object({ name: literal('restore'), file: string() }),
  object({ name: literal('drilled'), said: string(), isGood: boolean() }),
  object({ name: literal('doctor') }),
]);
export type Command = Infer<typeof Command>;

/** The outcome of a command: lines for stdout and stderr, and the exit code. */
export const Outcome = type({
  out: define<string[]>('lines', isLines),
  err: define<string[]>('lines', isLines),
  exit: define<number>('exit code', Number.isInteger),
});
export type Outcome = Infer<typeof Outcome>;

/** The lines that a command reads, and where to write the lines that it gives besides its outcome. */
export type Lines = { given: AsyncIterable<string> | Iterable<string>; write(line: string): void | Promise<void> };

function isLines(value: unknown): boolean {
  return Array.isArray(value) && value.every((line) => typeof line === 'string');
}

export const usage = `Usage: ${clinicCommand} COMMAND

  import FILE                  Reads a clinic file: all of it, or nothing and every fault with its path
  export ID                    Writes a clinic as a clinic file, to standard output
  list                         Every clinic with its address
  appointments ID              A clinic's appointments by time, in its own time zone
  requests ID                  What waits for the clinic: requested appointments, refills, the waitlist, text-us requests,
                               payments without a time, refunds on their way, owners to tell apart
  accept ID APPOINTMENT        Accepts a requested appointment and tells the owner
  decline ID APPOINTMENT       Declines a requested appointment, or calls off one that was accepted, refunds its deposit
                               and tells the owner
  refund ID APPOINTMENT        Refunds the deposit of an appointment that is over or called off, or of a payment without
                               one, and tells the owner; tries a refund again that has not gone through
  pay-link ID CLIENT PRODUCT [APPOINTMENT]
                               Makes a link at which the client pays the type's deposit
  invite ID EMAIL ROLE [CLINICIAN]
                               Invites somebody to the clinic's desk, as admin or staff; CLINICIAN is who they are among
                               the clinic's clinicians
  messages                     Messages that are not delivered
  messages --retry ID          Sends one that was given up once more
  backup FILE                  Writes everything in the database into a new file, compressed if its name ends in .gz
  restore FILE                 Reads a backup into an empty database
  drill [FILE]                 Tries whether a backup can be restored: reads it into a database of its own that is thrown
                               away, and counts the rows. Without FILE the newest in BACKUP_DIR, and notes for doctor
                               and the metrics how that went
  doctor [--json]              Says what is wrong and what to do: settings, database, mail, text messages, cards, disk,
                               clock, backups, what waits too long. Sends nothing

The settings are the server's (DATA_DIR, DATABASE_URL, …). It works while the server runs, and without it.
--version prints the version.
Exit code: 0 done, 1 refused or failed, or something is wrong, 2 not understood.`;

/** A command line that is not a command; the message says why. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

type Written =
  | { name: 'import'; file: string }
  | { name: 'drill'; file: string | null }
  | { name: 'doctor'; json: boolean }
  | Exclude<Command, { name: 'import' | 'doctor' | 'drilled' }>;

/** The command that the arguments name, or null when they ask for help. Throws NotUnderstood. */
export function commandOf(args: readonly string[]): Written | null {
  const [name, ...rest] = args;
  if (name === 'help' || args.some((word) => word === '--help' || word === '-h')) return null;
  if (name === undefined) throw new NotUnderstood('No command was given.');
  switch (name) {
    case 'import':
    case 'backup':
    case 'restore':
      return { name, file: fileNamed(words(rest, name, ['FILE'])[0]!, name) };
    case 'drill':
      if (rest.length > 1) throw new NotUnderstood(`drill takes FILE or nothing, but "${rest.join(' ')}" was given.`);
      return { name, file: rest[0] === undefined ? null : fileNamed(rest[0], name) };
    case 'appointments':
    case 'requests':
    case 'export':
      return { name, clinicId: words(rest, name, ['ID'])[0]! };
    case 'accept':
    case 'decline':
    case 'refund': {
      const [clinicId, appointmentId] = words(rest, name, ['ID', 'APPOINTMENT']);
      return { name, clinicId: clinicId!, appointmentId: appointmentId! };
    }
    case 'pay-link': {
      const [clinicId, clientId, productId, appointmentId = null] = words(rest, name, ['ID', 'CLIENT', 'PRODUCT'], 1);
      return { name, clinicId: clinicId!, clientId: clientId!, productId: productId!, appointmentId };
    }
    case 'invite': {
      const [clinicId, email, role, providerId = null] = words(rest, name, ['ID', 'EMAIL', 'ROLE'], 1);
      if (role !== 'admin' && role !== 'staff')
        throw new NotUnderstood(`ROLE is admin or staff, but "${role}" was given.`);
      return { name, clinicId: clinicId!, email: email!, role, providerId };
    }
    case 'messages':
      if (rest[0] === '--retry')
        return { name: 'retry', messageId: words(rest.slice(1), 'messages --retry', ['ID'])[0]! };
      if (rest.length > 0)
        throw new NotUnderstood(`messages takes --retry ID or nothing, but "${rest.join(' ')}" was given.`);
      return { name };
    case 'doctor':
      if (rest.length > 1 || (rest.length === 1 && rest[0] !== '--json'))
        throw new NotUnderstood(`doctor takes --json or nothing, but "${rest.join(' ')}" was given.`);
      return { name, json: rest.length === 1 };
    case 'list':
      if (rest.length > 0) throw new NotUnderstood(`${name} takes nothing more, but "${rest.join(' ')}" was given.`);
      return { name };
    default:
      throw new NotUnderstood(`There is no command "${name}".`);
  }
}

/** A file as it was named. Throws NotUnderstood for what looks like an option. */
function fileNamed(word: string, name: string): string {
  if (!word.startsWith('-')) return word;
  throw new NotUnderstood(`${name} has no option "${word}". A file of that name is written as ./${word}.`);
}

/**
 * Returns the words after a command. Throws NotUnderstood unless all `needed` ones are there, and at most `more`
 * others.
 */
function words(given: string[], name: string, needed: string[], more = 0): string[] {
  const missing = needed.find((_, index) => (given[index] ?? '') === '');
  if (missing !== undefined) throw new NotUnderstood(`${name} needs ${missing}.`);
  const rest = given.slice(needed.length + more);
  if (rest.length > 0)
    throw new NotUnderstood(`${name} takes ${needed.join(', ')} alone, but "${rest.join(' ')}" was given too.`);
  return given;
}
