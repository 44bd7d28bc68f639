import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { version } from './system/version';
import { loadConfig, type Config } from './config/config';
import { filesIn } from './db/dataFolder';
import { FolderInUse, ownerSilent } from './db/folderLock';
import { askServer } from './operator/ask';
import { commandOf, NotUnderstood, usage, type Command, type Lines, type Outcome } from './operator/commands';
import { linesOfFile, newFile, readClinicFile, Unusable } from './operator/files';
import { endBySignals } from './operator/left';
import { keepFilesPrivate } from './system/privateFolder';

/** The operator's tool: `npm run clinic -- COMMAND`, in a release `node clinic.js COMMAND`. */
async function main(args: readonly string[]): Promise<Outcome> {
  if (args[0] === '--version') return { out: [version], err: [], exit: 0 };
  const written = commandOf(args);
  if (written === null) return { out: [usage], err: [], exit: 0 };
  if (written.name === 'doctor') return (await import('./operator/doctor/doctor')).doctor(process.env, written.json);
  if (written.name === 'drill') return tryBackup(written.file);
  const command = written.name === 'import' ? { ...written, content: await readClinicFile(written.file) } : written;
  const config = loadConfig(process.env);
  if (command.name === 'backup') {
    const file = await newFile(command.file);
    return file.keepIf(({ exit }) => exit === 0, perform(config, command, { given: [], write: file.write }));
  }
  return perform(config, command, {
    given: command.name === 'restore' ? await linesOfFile(command.file) : [],
    write: (line) => console.log(line),
  });
}

/** Tries a backup; without a name the newest one, and how that went, whatever it was, is noted for the doctor and the metrics. */
async function tryBackup(file: string | null): Promise<Outcome> {
  const { drill, newestIn } = await import('./operator/drill');
  const tried = async (path: string) => drill(path, await linesOfFile(path));
  if (file !== null) return tried(file);
  const config = loadConfig(process.env);
  if (config.backups === null) throw new Unusable('BACKUP_DIR is not set, so name the FILE.');
  const outcome = await newestIn(config.backups.dir, new Date()).then(tried).catch(failure);
  const said = [...outcome.err, ...outcome.out].join('; ');
  const command: Command = { name: 'drilled', said, isGood: outcome.exit === 0 };
  const noted = await perform(config, command, { given: [], write: () => {} }).catch(failure);
  return noted.exit === 0 ? outcome : { ...outcome, err: [...outcome.err, ...noted.err], exit: noted.exit };
}

const perform = (config: Config, command: Command, lines: Lines): Promise<Outcome> =>
  config.databaseUrl === undefined ? onEmbedded(config, command, lines) : runAlone(config, command, lines);

const patienceMs = 10_000;
const pauseMs = 200;

/**
 * Lets the running server run the command, or runs it in this process where no server runs. Waits up to ten seconds for
 * a server that is just starting.
 */
async function onEmbedded(config: Config, command: Command, lines: Lines): Promise<Outcome> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const outcome = await unlessStuck(config.dataDir, askServer(config.dataDir, command, lines));
    if (outcome) return outcome;
    mustBeThere(config, command);
    try {
      return await runAlone(config, command, lines);
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() > until) throw error;
      await wait(pauseMs);
    }
  }
}

/**
 * Milliseconds without a sign of life after which a server counts as stuck. One that is busy gives them every five
 * seconds, however long its command takes.
 */
const silenceMs = 60_000;

/** What the server answers. Throws Unusable where the server is stuck. */
async function unlessStuck<T>(dataDir: string, answer: Promise<T>): Promise<T> {
  const over = new AbortController();
  const stuck = ownerSilent(dataDir, silenceMs, over.signal).then((pid) => {
    throw new Unusable(
      `The server that has ${dataDir} open${pid === null ? '' : ` (process ${pid})`} has given no sign of life for ` +
        `${silenceMs / 1000} seconds: it is frozen or stuck. Whether it will still do this is not known. If it stays so, ` +
        'end it (kill -9) and start it anew: what it confirmed is kept.',
    );
  });
  stuck.catch(() => {});
  try {
    return await Promise.race([answer, stuck]);
  } finally {
    over.abort();
  }
}

/** The commands that begin a database. */
const beginning: readonly string[] = ['import', 'restore'] satisfies Command['name'][];

/**
 * Throws Unusable where there is no embedded database for a command that needs one: a mistyped DATA_DIR would else give a
 * new one, and backups of nothing.
 */
function mustBeThere({ dataDir }: Config, { name }: Command): void {
  if (beginning.includes(name) || existsSync(filesIn(dataDir))) return;
  throw new Unusable(
    `There is no database in ${dataDir} yet. Check DATA_DIR; the first start, an import or a restore makes it.`,
  );
}

/**
 * Runs the command in this process. The code that opens the database is loaded only here, because a running server
 * answers much sooner than the database opens.
 */
async function runAlone(config: Config, command: Command, lines: Lines): Promise<Outcome> {
  const alone = await import('./operator/alone');
  return alone.runAlone(config, command, lines);
}

/**
 * The outcome of an error: in plain words where the operator can mend the cause, with its stack trace where it is a
 * bug.
 */
async function failure(error: unknown): Promise<Outcome> {
  if (error instanceof NotUnderstood) return { out: [], err: [error.message, '', usage], exit: 2 };
  const { startFault } = await import('./start/fault');
  const words = error instanceof Unusable ? error.message : startFault(error);
  return { out: [], err: [words ?? (error as Error).stack ?? String(error)], exit: 1 };
}

keepFilesPrivate();
endBySignals();
// A reader that stops early, as head does, has what it wanted, so a closed pipe is no failure. A command has done its
// work before its outcome is printed, and ends with the exit code of that.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    // Nothing can be said where nothing can be written; standard error may still be there.
    if (stream === process.stdout) console.error(`Standard output cannot be written: ${error.message}`);
    process.exit(1);
  });
}

const { out, err, exit } = await main(process.argv.slice(2)).catch(failure);
process.exitCode = exit;
for (const line of out) console.log(line);
for (const line of err) console.error(line);
// A database or a server that is stuck must not keep this process.
setTimeout(() => process.exit(), 1_000).unref();
