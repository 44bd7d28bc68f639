import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages of package-lock.json where one is missing, and does not start npm where all are there. Plain
 * JavaScript, since it runs before anything is installed.
 *
 * `node server/build/install.mjs` (`npm start`): the packages that building and serving need. Where the tools of the
 * tests are installed already, they are kept.
 * `node server/build/install.mjs --tools` (`npm test`): all packages.
 */

/** @param {string} file */
const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

const manifest = readJson('package.json');
const lock = readJson('package-lock.json').packages ?? {};
/** npm's own record of what it has installed here. */
const installed = readJson(join('node_modules', '.package-lock.json')).packages ?? {};

const withTools = process.argv.includes('--tools') || Object.values(installed).some((each) => each.dev);

/** @param {Record<string, string>} [ranges] */
const sorted = (ranges) => JSON.stringify(Object.entries(ranges ?? {}).sort());
const isLocked = ['dependencies', 'devDependencies'].every(
  (kind) => sorted(manifest[kind]) === sorted(lock['']?.[kind]),
);
const isComplete = Object.entries(lock).every(([path, wanted]) => {
  // Optional packages are not checked: most of them are for other systems and processors.
  if (path === '' || wanted.optional || wanted.devOptional || (wanted.dev && !withTools)) return true;
  const found = installed[path];
  return (
    found?.version === wanted.version && found.integrity === wanted.integrity && existsSync(join(path, 'package.json'))
  );
});

if (!isLocked || !isComplete) {
  const which = withTools ? '--include=dev' : '--omit=dev';
  const npm = process.env['npm_execpath'];
  const args = ['install', which, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
    : spawnSync('npm', args, { stdio: 'inherit', shell: true });
  process.exitCode = status ?? 1;
}
