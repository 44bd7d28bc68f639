import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inputsHash } from './inputs';

/** `npm run build`: the page and the worker to dist, the first screen for the server to dist-ssr. */

/**
 * A file with the hash of everything that the last build was made from. Vite empties the folder first, so the file is
 * there only after a build that went well. It lies in dist-ssr, because dist is served to browsers.
 */
const stamp = 'dist-ssr/.inputs';
const hash = inputsHash('.', process.env);

const isBuilt = (): boolean =>
  existsSync('dist-ssr/firstScreen.js') && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/** `npm start` passes --unless-built, so that it builds only when something has changed since the last build. */
if (!process.argv.includes('--unless-built') || !isBuilt()) {
  for (const args of [['build'], ['build', '--ssr', 'src/app/firstScreen.tsx']]) {
    const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', ...args], { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(stamp, hash);
}
