import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inputsHash } from './inputs';

/** `npm run build`: the page and the worker to dist, the first screen for the server to dist-ssr. */

/** Says what the folders were made from. Vite empties them first, so it is there only when all went well; dist is served, this is not. */
const stamp = 'dist-ssr/.inputs';
const hash = inputsHash('.', process.env);

const isBuilt = (): boolean =>
  existsSync('dist-ssr/firstScreen.js') && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/** `npm start` builds only what changed since. */
if (!process.argv.includes('--unless-built') || !isBuilt()) {
  for (const args of [['build'], ['build', '--ssr', 'src/app/firstScreen.tsx']]) {
    const { status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', ...args], { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(stamp, hash);
}
