import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { deskSources, inputsHash, pageSources, serverSources } from './inputs';

/**
 * `npm run build`: the owners' page and the worker to dist; the desk's page to dist-desk; what Node runs, the server and its first screen, to dist-ssr, with an
 * empty database for the server's first start.
 */

const vite = ['node_modules/vite/bin/vite.js'];

/** The commands for the parts of the build, with the hash of everything that each is made from. */
const parts = [
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

const due = parts.filter(({ made, hash }, n) => !existsSync(made) || last[n] !== hash);
for (const step of due.flatMap(({ steps }) => steps)) {
  const { status } = spawnSync(process.execPath, step, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
if (due.length > 0) writeFileSync(stamp, parts.map(({ hash }) => hash).join('\n'));
