import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { clinicFile, type Overrides } from '../../tests/support/clinicFile';
import { sparePort } from '../../tests/support/port';

const run = promisify(execFile);
/** Not where `npm run release` puts the one to install: this one is for this machine's platform alone. */
export const tryFolder = 'node_modules/.cache/release';

/** Whom the server runs as where the tests run as root: nobody, by Debian's number. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/**
 * A release as a technician runs it: unpacked from the archive into an empty folder, started by `node server.js` as a
 * user who is not root, with nothing but Node on the PATH.
 */
export class Release {
  #process: ChildProcess | undefined;
  #version = 'first';

  private constructor(
    readonly folder: string,
    readonly port: number,
    readonly settings: Record<string, string>,
  ) {}

  /** Unpacks the archive in `tryFolder`. `settings` are the server's, besides the usual of production. */
  static async unpack(settings: Record<string, string>): Promise<Release> {
    const archive = existsSync(tryFolder) && readdirSync(tryFolder).find((name) => name.endsWith('.tar.gz'));
    if (!archive)
      throw new Error(`No archive is in ${tryFolder}: npm run release -- --platforms here --folder ${tryFolder}`);
    const folder = await mkdtemp(join(tmpdir(), 'portal-release-'));
    // The folder above the server's data must be closed to writers, but whoever runs the server passes through it.
    await chmod(folder, 0o755);
    for (const name of ['bin', 'first', 'home']) await mkdir(join(folder, name));
    if (user.uid !== undefined) await chown(join(folder, 'home'), user.uid, user.gid);
    await symlink(process.execPath, join(folder, 'bin', 'node'));
    await extract({ file: join(tryFolder, archive), cwd: join(folder, 'first'), strip: 1 });
    const port = await sparePort();
    return new Release(folder, port, {
      PATH: join(folder, 'bin'),
      NODE_ENV: 'production',
      SECRET: 'a secret of the release, long enough to pass',
      DATA_DIR: join(folder, 'home', 'data'),
      PORT: String(port),
      ...settings,
    });
  }

  /** The version that the release says it is. */
  async version(): Promise<string> {
    return (JSON.parse(await this.read('package.json')) as { version: string }).version;
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** Unpacks the archive once more beside the first, as a newer one, and runs it from the next start. */
  async upgrade(): Promise<void> {
    await cp(join(this.folder, this.#version), join(this.folder, 'second'), { recursive: true });
    this.#version = 'second';
  }

  /** Starts the server; resolves when it says that it is ready. Returns what it said. */
  async start(): Promise<string> {
    const child = spawn('node', [join(this.folder, this.#version, 'server.js')], this.#options());
    this.#process = child;
    const end = () => void child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    let said = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          if (said.includes('is ready.')) resolve();
        });
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)));
    });
    return said;
  }

  /** Tells the server to stop, as a supervisor does; returns its exit code. */
  async stop(): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    child.kill('SIGTERM');
    return ended;
  }

  /** Returns the output of `node FILE …`, a file of the release such as clinic.js; `env` in place of the settings. */
  async node(file: string, args: string[], env: Record<string, string> = this.settings): Promise<string> {
    const { stdout } = await run('node', [join(this.folder, this.#version, file), ...args], this.#options(env));
    return stdout;
  }

  /** Imports a clinic of the builder from a file, by the operator's tool. */
  async import(overrides: Overrides): Promise<string> {
    const file = join(this.folder, 'clinic.json');
    await writeFile(file, JSON.stringify(clinicFile(overrides)));
    return this.node('clinic.js', ['import', file]);
  }

  read(path: string): Promise<string> {
    return readFile(join(this.folder, this.#version, path), 'utf8');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true });
  }

  #options(env: Record<string, string> = this.settings) {
    return {
      cwd: join(this.folder, 'home'),
      env,
      ...user,
      stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    };
  }
}
