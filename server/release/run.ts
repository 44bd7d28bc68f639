import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { loadedPackages } from '../build/loadedPackages';
import { pack } from './archive';
import { assemble } from './contents';
import { containedPackages, licencesText, readLicences } from './licences';
import { installPackages, neededPackages, platformHere, usualPlatforms, type Lock } from './packages';
import { releaseVersion } from './version';

/**
 * `npm run release`: the last build as one archive that Node runs by itself, and the same files unpacked beside it.
 * `--platforms linux-x64-gnu,here` names those whose machine code it brings, `--folder` where it is put.
 */

const { name, description, engines } = packageJson;
const { time, commit } = source();
const version = releaseVersion(packageJson.version, time, commit);
const title = `${name}-${version}`;

const { values } = parseArgs({
  options: { platforms: { type: 'string' }, folder: { type: 'string', default: 'dist-release' } },
});
const { folder } = values;
const platforms = (values.platforms?.split(',') ?? [...usualPlatforms]).map((each) =>
  each === 'here' ? platformHere() : each,
);

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const needed = neededPackages(lock, loadedPackages, platforms);
const packages = mkdtempSync(join(tmpdir(), 'release-packages-'));
installPackages(packages, needed);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// The machine code of other platforms is in the release's own packages alone.
const contained = new Set([...containedPackages(lock, Object.keys(packageJson.dependencies)), ...needed.keys()]);
assemble(
  join(folder, title),
  packages,
  { name, version, description, private: true, type: 'module', engines },
  licencesText(readLicences([...contained], [packages, '.'])),
);
rmSync(packages, { recursive: true });
const archive = join(folder, `${title}.tar.gz`);
await pack(join(folder, title), archive, time);
console.log(
  `${archive}: ${(statSync(archive).size / 1e6).toFixed(1)} MB, for Node ${engines.node} on ${platforms.join(', ')}`,
);

/**
 * What the release is of. Its commit, null where something is changed since. And the time of every file: browsers learn
 * by it whether a file has changed (ETag), so releases that differ must differ in it. That is SOURCE_DATE_EPOCH where it
 * is set, the commit's time where nothing is changed since, else now.
 */
function source(): { time: Date; commit: string | null } {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' });
  const changes = git('status', '--porcelain');
  const isCommit = changes.status === 0 && changes.stdout === '';
  const seconds = process.env['SOURCE_DATE_EPOCH'] ?? (isCommit ? git('log', '-1', '--format=%ct').stdout : undefined);
  return {
    time: seconds === undefined ? new Date() : new Date(Number(seconds) * 1000),
    commit: isCommit ? git('rev-parse', '--short=8', 'HEAD').stdout.trim() : null,
  };
}
