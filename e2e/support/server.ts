import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { askServer } from '../../server/operator/ask';
import { clinicProgram } from '../../tests/support/built';
import { clinicFile, type Overrides } from '../../tests/support/clinicFile';
import { sparePort } from '../../tests/support/port';

const run = promisify(execFile);
/** Those of `npm start`. */
const startArguments = packageJson.scripts.start.split(' ').slice(1);

/** A message in the demo inbox. */
type Message = {
  to: string;
  channel: 'email' | 'sms';
  subject: string | null;
  text: string;
  code?: string;
  created_at: string;
};

/** The built portal as `npm start` runs it, on a spare port, with an embedded database in its own folder. */
export class PortalServer {
  #process: ChildProcess | undefined;
  #log = '';

  private constructor(
    readonly port: number,
    readonly dataDir: string,
    readonly settings: Record<string, string>,
  ) {}

  /** Starts a server with one clinic of the builder for each of `clinics`; its data folder is made in `place`. */
  static async start(
    clinics: Overrides[] = [],
    settings: Record<string, string> = {},
    place = tmpdir(),
  ): Promise<PortalServer> {
    const dataDir = await mkdtemp(join(place, 'portal-e2e-'));
    const files = await Promise.all(clinics.map((clinic, n) => writeClinic(dataDir, String(n), clinic)));
    const server = new PortalServer(await sparePort(), dataDir, {
      ...(files.length > 0 ? { CLINIC_FILES: files.join(',') } : {}),
      ...settings,
    });
    await server.restart();
    return server;
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /**
   * Starts the process on the same folder and port; resolves when it reports that owners and the operator's tool
   * can connect.
   */
  async restart(): Promise<void> {
    const child = spawn(process.execPath, startArguments, {
      env: { ...process.env, ...this.settings, PORT: String(this.port), DATA_DIR: this.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const end = () => void child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    this.#log = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          const log = this.#log + text;
          // Sought before it is cut: a line for each of ten thousand clinics comes after it.
          if (log.includes('is ready.')) resolve();
          this.#log = log.slice(-20_000);
        });
      }
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${this.#log}`)));
    });
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Tells the process to stop, as a supervisor does; returns its exit code. */
  async stop(): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    child.kill('SIGTERM');
    return ended;
  }

  /** Kills the process at once, as when a machine fails: it saves nothing more. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** Kills the process and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.dataDir, { recursive: true });
  }

  /** Returns the output of `npm run clinic -- …`. */
  async clinic(...args: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [clinicProgram, ...args], {
      env: { ...process.env, DATA_DIR: this.dataDir },
    });
    return stdout;
  }

  /**
   * Adds a clinic of the builder while the server runs, like the operator's tool but without starting a process for it.
   */
  async addClinic(overrides: Overrides & { shop: { id: string } }): Promise<void> {
    const outcome = await askServer(this.dataDir, {
      name: 'import',
      file: overrides.shop.id,
      content: clinicFile(overrides),
    });
    if (outcome?.exit !== 0)
      throw new Error(outcome ? outcome.err.join('\n') : 'No server runs that could take the clinic.');
  }

  /** Returns the newest messages to an address, once there are `count` of them. */
  async messages(to: string, count = 1): Promise<Message[]> {
    for (const until = Date.now() + 30_000; Date.now() < until; await pause(50)) {
      const response = await fetch(`${this.origin}/api/demo/messages?to=${encodeURIComponent(to)}`);
      const messages = (await response.json()) as Message[];
      if (messages.length >= count) return messages;
    }
    throw new Error(`The demo inbox has fewer than ${count} messages to ${to}.`);
  }

  /** Returns the newest code sent to an address; other messages, such as an invitation, may have come before it. */
  async code(to: string, count = 1): Promise<string> {
    for (const until = Date.now() + 30_000; Date.now() < until; await pause(50)) {
      const code = (await this.messages(to, count)).find((each) => each.code !== undefined)?.code;
      if (code !== undefined) return code;
    }
    throw new Error(`No message to ${to} holds a code.`);
  }
}

async function writeClinic(folder: string, name: string, overrides: Overrides): Promise<string> {
  const file = join(folder, `clinic-${name}.json`);
  await writeFile(file, JSON.stringify(clinicFile(overrides)), { flush: true });
  return file;
}
