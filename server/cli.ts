import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError, loadConfig, type Config } from './config';
import { FolderInUse } from './db/folderLock';
import { askServer } from './operator/ask';
import { commandOf, NotUnderstood, usage, type Command, type Outcome } from './operator/commands';

/** The operator's tool: `npm run clinic -- COMMAND`. */
async function main(args: readonly string[]): Promise<Outcome> {
  const written = commandOf(args);
  if (written === null) return { out: [usage], err: [], exit: 0 };
  const command = written.name === 'import' ? { ...written, content: await readJson(written.file) } : written;
  const config = loadConfig(process.env);
  return config.databaseUrl === undefined ? onEmbedded(config, command) : runAlone(config, command);
}

const patienceMs = 10_000;
const pauseMs = 200;

/** The running server does it, or this process where none runs; a server that is just starting is waited for. */
async function onEmbedded(config: Config, command: Command): Promise<Outcome> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const outcome = await askServer(config.dataDir, command);
    if (outcome) return outcome;
    try {
      return await runAlone(config, command);
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > until) throw error;
      await wait(pauseMs);
    }
  }
}

/** A running server answers much sooner than the database opens, so what opens it is loaded only here. */
async function runAlone(config: Config, command: Command): Promise<Outcome> {
  const alone = await import('./operator/alone');
  return alone.runAlone(config, command);
}

class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Unreadable(error instanceof SyntaxError ? `${file} is not JSON: ${error.message}` : `${file} cannot be read: ${(error as Error).message}`);
  }
}

/** What the operator can mend is said in plain words; anything else is a bug and comes with its trace. */
function failure(error: unknown): Outcome {
  if (error instanceof NotUnderstood) return { out: [], err: [error.message, '', usage], exit: 2 };
  const isOperators = [ConfigError, FolderInUse, Unreadable].some((kind) => error instanceof kind);
  return { out: [], err: [isOperators ? (error as Error).message : ((error as Error).stack ?? String(error))], exit: 1 };
}

const { out, err, exit } = await main(process.argv.slice(2)).catch(failure);
for (const line of out) console.log(line);
for (const line of err) console.error(line);
process.exitCode = exit;
