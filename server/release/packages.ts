import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package in package-lock.json, as far as it is read here. */
type Locked = {
  version: string;
  resolved?: string;
  integrity: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, Locked> };

/** The platforms that a release is made for where none are named; PGlite and React run on all. */
export const usualPlatforms = ['linux-x64-gnu', 'linux-arm64-gnu', 'linux-x64-musl', 'linux-arm64-musl'] as const;

/** The platform of this machine, in the form in which packages with machine code name theirs. */
export function platformHere(): string {
  const { platform, arch } = process;
  if (platform === 'win32') return `win32-${arch}-msvc`;
  if (platform !== 'linux') return `${platform}-${arch}`;
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  return `linux-${arch}-${header.glibcVersionRuntime === undefined ? 'musl' : 'gnu'}`;
}

/**
 * Returns where in node_modules the packages lie that `names` need at run time, each with what package-lock.json says of
 * it. A package with machine code has a package for each platform, named after it: of those, the ones of `platforms` are
 * taken. Throws when one has none for a platform.
 */
export function neededPackages(
  lock: Lock,
  names: readonly string[],
  platforms: readonly string[],
): Map<string, Locked> {
  const needed = new Map<string, Locked>();
  const add = (name: string, from: string): void => {
    const path = placeOf(lock, name, from);
    if (needed.has(path)) return;
    const locked = lock.packages[path]!;
    needed.set(path, locked);
    for (const dependency of Object.keys(locked.dependencies ?? {})) add(dependency, path);
    const builds = Object.keys(locked.optionalDependencies ?? {});
    if (builds.length === 0) return;
    for (const platform of platforms) {
      const build = builds.find((each) => each.endsWith(`-${platform}`));
      if (build === undefined) throw new Error(`${name} has no machine code for ${platform}.`);
      add(build, path);
    }
  };
  for (const name of names) add(name, '');
  return needed;
}

/** Where Node finds package `name` for the package at `from`: inside it, or inside one of those around it. */
export function placeOf(lock: Lock, name: string, from: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in lock.packages) return path;
    if (folder === '') throw new Error(`package-lock.json does not have ${name}.`);
  }
}

/**
 * Installs packages into `folder`/node_modules, each as package-lock.json fixes it by version and hash. What they are
 * for is not asked: `npm ci` alone would leave out the machine code of other platforms.
 */
export function installPackages(folder: string, needed: ReadonlyMap<string, Locked>): void {
  const top = [...needed].filter(([path]) => path.lastIndexOf('node_modules/') === 0);
  const manifest = {
    name: 'release',
    version: '0.0.0',
    private: true,
    dependencies: Object.fromEntries(top.map(([path, { version }]) => [path.slice('node_modules/'.length), version])),
  };
  const packages = Object.fromEntries(
    [...needed].map(([path, { version, resolved, integrity, dependencies }]) => [
      path,
      { version, integrity, ...(resolved && { resolved }), ...(dependencies && { dependencies }) },
    ]),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...manifest, lockfileVersion: 3, packages: { '': manifest, ...packages } }),
  );
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: folder, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: true });
  if (status !== 0) throw new Error('npm could not install what the release needs.');
}
