import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sparePort } from '../support/port';

const migrationsFolder = 'server/db/migrations';

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The newest commit without the last migration of this version; null where there is no history. */
export function previousRelease(): string | null {
  const last = readdirSync(migrationsFolder)
    .filter((name) => /^\d/.test(name))
    .sort()
    .at(-1);
  try {
    const commits = git('rev-list', '--first-parent', 'HEAD').split('\n');
    return commits.find((commit) => git('ls-tree', commit, `${migrationsFolder}/${last}`) === '') ?? null;
  } catch {
    return null;
  }
}

/** Unpacks a commit beside the modules of this one; returns its folder, and what removes it. */
export async function unpacked(commit: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-previous-'));
  execFileSync('tar', ['-x', '-C', folder], {
    input: execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 }),
  });
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

export type SourceServer = { port: number; origin: string; code(to: string): Promise<string>; stop(): Promise<void> };

/** How long a code may take to be in the demo inbox, milliseconds. */
const codeMs = 30_000;

/** Starts the server of a folder from its sources, without its page; resolves when it is ready, rejects when it ends. */
export async function startFrom(folder: string, settings: Record<string, string>): Promise<SourceServer> {
  const port = await sparePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-previous-data-'));
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: folder,
    env: { ...process.env, ...settings, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit').then(async () => {
    process.off('exit', kill);
    if (existsSync(dataDir)) await rm(dataDir, { recursive: true });
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-20_000);
        if (log.includes('is ready.')) resolve();
      });
    void ended.then(() => reject(new Error(`The server ended:\n${log}`)));
  });
  return {
    port,
    origin: `http://localhost:${port}`,
    async code(to) {
      for (const until = Date.now() + codeMs; Date.now() < until; await pause(50)) {
        const response = await fetch(`http://localhost:${port}/api/demo/messages?to=${encodeURIComponent(to)}`);
        const code = ((await response.json()) as { code?: string }[]).find((each) => each.code !== undefined)?.code;
        if (code !== undefined) return code;
      }
      throw new Error(`No message to ${to} holds a code.`);
    },
    stop: async () => {
      // Also when it has ended already.
      child.kill('SIGTERM');
      await ended;
    },
  };
}
