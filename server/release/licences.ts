import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf, type Lock } from './packages';

/** A package of others that a release contains, with the texts that it brings about its licence. */
export type Licensed = { name: string; version: string; licence: string; from: string; texts: string[] };

/** What builds and starts the source tree alone; Vite's own helpers are in the pages. */
const builders = ['@vitejs/plugin-react', 'lightningcss', 'tsx', 'vite-plugin-pwa', 'vite'];
const helpers = ['vite', 'rolldown'];

/**
 * Where the packages lie whose code a release contains, as packages of their own or built into the pages and the server:
 * the dependencies but for the build's tools, and all that they depend on.
 */
export function containedPackages(lock: Lock, dependencies: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (name: string, from: string): void => {
    const path = placeOf(lock, name, from);
    if (found.has(path)) return;
    found.add(path);
    for (const dependency of Object.keys(lock.packages[path]?.dependencies ?? {})) add(dependency, path);
  };
  for (const name of dependencies) if (!builders.includes(name)) add(name, '');
  return [...found, ...helpers.map((name) => placeOf(lock, name, ''))].sort();
}

/** Licences, notices of the authors, and what a package has built in from others. */
const isText = (name: string): boolean => /^(licen[cs]e|copying|notice|third[-_]?party)/i.test(name);

/** What a package says of its licence. Throws when it says nothing. */
export function licensed(folder: string): Licensed {
  const { name, version, license, homepage, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Record<'name' | 'version' | 'license' | 'homepage', string | undefined> & {
    repository?: string | { url?: string };
  };
  if (name === undefined || version === undefined || typeof license !== 'string')
    throw new Error(`${folder} does not say under what licence it is.`);
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isText(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').replaceAll('\r\n', '\n').trim())
    .sort();
  const from =
    (typeof repository === 'string' ? repository : repository?.url) ??
    homepage ??
    `https://www.npmjs.com/package/${name}`;
  return { name, version, licence: license, from, texts };
}

/** Reads the packages at these places, each in the first of the folders that has it. Throws when none has one. */
export const readLicences = (places: readonly string[], folders: readonly string[]): Licensed[] =>
  places
    .map((place) => {
      const folder = folders.map((each) => join(each, place)).find((each) => existsSync(join(each, 'package.json')));
      if (folder === undefined) throw new Error(`${place} is not installed.`);
      return licensed(folder);
    })
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));

const line = '-'.repeat(80);

/** The file: first a list, then what each package says of itself. */
export function licencesText(packages: readonly Licensed[]): string {
  const head = ({ name, version, licence }: Licensed) => `${name} ${version}: ${licence}`;
  // Some licences want it to be said where the source is.
  const body = ({ from, texts }: Licensed) => [
    `From ${from}`,
    ...(texts.length > 0 ? texts : ['The package brings no text of its licence.']),
  ];
  return [
    'This release contains the following packages of others, some with files of their own in node_modules, some built into the pages and the server.',
    packages.map(head).join('\n'),
    ...packages.flatMap((one) => [line, head(one), ...body(one)]),
    '',
  ].join('\n\n');
}
