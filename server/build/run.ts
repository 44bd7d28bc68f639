import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { deskSources, inputsHash, pageSources, serverSources } from './inputs';

/**
 * `npm run build`: the owners' page and the worker to dist; the desk's page to dist-desk; what Node runs, the server and its first screen, to dist-ssr, with an
 * empty database for the server's first start. The first takes as long as the other two, which are built beside it; all
 * three at once would need half as much memory again.
 */

const vite = ['node_modules/vite/bin/vite.js'];

type Part = { steps: string[][]; made: string; hash: string };

/** The commands for the parts of the build, with the hash of everything that each is made from. */
const parts: Part[] = [
  { steps: [[...vite, 'build']], made: 'dist/.vite/manifest.json', hash: inputsHash('.', process.env, pageSources) },
  {
    steps: [[...vite, 'build', '--mode', 'desk']],
    made: 'dist-desk/desk.html',
    hash: inputsHash('.', process.env, deskSources),
  },
  {
    steps: [[...vite, 'build', '--ssr'], ['dist-ssr/prepare.js']],
    made: 'dist-ssr/database',
    hash: inputsHash('.', process.env, serverSources),
  },
];

/**
 * A file with the parts' hashes at the last build. Vite empties the folder first, so the file is there only after a
 * build that went well. It lies in dist-ssr, because dist is served to browsers.
 */
const stamp = 'dist-ssr/.inputs';

/** `npm start` passes --unless-built, so that it builds only what has changed since the last build. */
const last =
  process.argv.includes('--unless-built') && existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];

const run = promisify(execFile);
const stop = new AbortController();

/** Runs commands one after the other, and says what each has said when it is done. The first that fails stops all. */
async function follow(steps: readonly string[][]): Promise<void> {
  for (const step of steps) {
    const said = await run(process.execPath, step, { signal: stop.signal, maxBuffer: Infinity }).catch((error) => {
      const isFirst = !stop.signal.aborted;
      stop.abort();
      process.exitCode = 1;
      // Where it was killed, as for want of memory, it has said nothing.
      if (isFirst) console.error(`The build failed at ${step.join(' ')}${error.signal ? `: ${error.signal}` : ''}`);
      return error as { stdout?: string; stderr?: string };
    });
    process.stdout.write(said.stdout ?? '');
    process.stderr.write(said.stderr ?? '');
    if (stop.signal.aborted) return;
  }
}

const due = parts.filter(({ made, hash }, n) => !existsSync(made) || last[n] !== hash);
const ofPage = (part: Part) => part === parts[0];
await Promise.all(
  [due.filter(ofPage), due.filter((part) => !ofPage(part))].map((these) => follow(these.flatMap(({ steps }) => steps))),
);
if (due.length > 0 && !stop.signal.aborted) writeFileSync(stamp, parts.map(({ hash }) => hash).join('\n'));
