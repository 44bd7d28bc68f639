import { execFile, type ExecFileException } from 'node:child_process';
import { find, paths } from '../support/install';

/** Something that a tester says; `where` is a route, a page or a package, so that it can be named in `explained.ts`. */
export type Finding = { tool: string; where: string; what: string };

/**
 * What a tester's run came to. `missing` says why it did not run, or not wholly, and what to do about it: that is never
 * a pass. `ran` says in words what it did.
 */
export type Outcome = { tool: string; findings: Finding[]; ran: string[]; missing: string[] };

type Program = 'wapiti' | 'sqlmap' | 'slowhttptest';

/** The program's path; null where it is not installed. */
export const whereIs = (name: Program): string | null => find([name], paths());

/** How to have a program, which Debian's package of its name brings. */
export const howToInstall = (name: Program): string =>
  `${name} is not installed, so it did not run: apt-get install -y ${name}`;

type Ended = { output: string; isCutOff: boolean };

/** Runs a program to its end, or to `ms` milliseconds; gives what it said. */
export const runFor = (program: string, args: string[], ms: number, env: Record<string, string> = {}): Promise<Ended> =>
  new Promise((done) => {
    const child = execFile(
      program,
      args,
      { timeout: ms, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...env } },
      (error: ExecFileException | null, stdout, stderr) =>
        done({ output: `${stdout}${stderr}`, isCutOff: error?.killed === true }),
    );
    child.stdin?.end();
  });
