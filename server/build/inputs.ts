import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** All that the page is made from; `.env` files and VITE_ settings count as well. */
export const pageSources = [
  'src',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'server/modules/page',
];

/** All that the desk's page is made from (D-420). */
export const deskSources = ['src', 'desk.html', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'];

/** All that the server is made from: the page's first screen is a part of it. */
export const serverSources = [...pageSources.filter((name) => !name.startsWith('server/')), 'server'];

/** A hash that changes with every file of the sources and every setting that the build depends on. */
export function inputsHash(root: string, env: NodeJS.ProcessEnv, sources: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (name: string, content: string | Buffer) => hash.update(`${name} ${content.length}\n`).update(content);
  const names = [
    ...sources.filter((name) => existsSync(join(root, name))),
    ...readdirSync(root).filter((name) => name.startsWith('.env')),
  ];
  for (const file of names.sort().flatMap((name) => filesOf(root, name))) add(file, readFileSync(join(root, file)));
  for (const name of Object.keys(env)
    .filter((each) => each.startsWith('VITE_'))
    .sort())
    add(name, env[name]!);
  return hash.digest('hex');
}

function filesOf(root: string, name: string): string[] {
  const path = join(root, name);
  if (statSync(path).isFile()) return [name];
  return readdirSync(path)
    .sort()
    .flatMap((inside) => filesOf(root, join(name, inside)));
}
