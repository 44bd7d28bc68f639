import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { list } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { loadedPackages } from '../../server/build/loadedPackages';
import { commandOf } from '../../server/operator/commands';
import { pack } from '../../server/release/archive';
import { documents, releaseReadme } from '../../server/release/contents';
import { containedPackages, licencesText, licensed, readLicences } from '../../server/release/licences';
import { neededPackages, usualPlatforms, type Lock } from '../../server/release/packages';
import { releaseVersion } from '../../server/release/version';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'portal-archive-'))));
afterEach(() => rm(folder, { recursive: true }));

const builds = (paths: Iterable<string>) => [...paths].filter((path) => /-(linux|darwin|win32)-/.test(path)).sort();

test('a release brings the packages that the compiled server loads, with machine code for every platform named', () => {
  const needed = neededPackages(lock, loadedPackages, usualPlatforms);
  expect(builds(needed.keys())).toEqual(
    ['@node-rs/argon2', '@resvg/resvg-js']
      .flatMap((name) => usualPlatforms.map((platform) => `node_modules/${name}-${platform}`))
      .sort(),
  );
  expect([...needed.keys()].filter((path) => !builds([path]).length).sort()).toEqual(
    loadedPackages.map((name) => `node_modules/${name}`).sort(),
  );
  expect([...needed.values()].filter(({ integrity }) => !integrity.startsWith('sha512-'))).toEqual([]);
});

test('two releases differ in version, the later one sorts last, and a commit of digits alone is no number', () => {
  const first = releaseVersion('0.1.0', new Date('2026-11-27T09:05:59Z'), '01234567');
  const later = releaseVersion('0.1.0', new Date('2026-11-27T15:30:00Z'), '2ab6b47f');
  expect([first, later]).toEqual(['0.1.0-202611270905.g01234567', '0.1.0-202611271530.g2ab6b47f']);
  expect([later, first].sort()).toEqual([first, later]);
  expect(releaseVersion('0.1.0', new Date('2026-11-27T15:30:00Z'), null)).toBe('0.1.0-202611271530');
});

test('a platform without machine code is refused by name', () => {
  expect(() => neededPackages(lock, loadedPackages, ['linux-x64-gnu', 'linux-mips-gnu'])).toThrow(
    '@node-rs/argon2 has no machine code for linux-mips-gnu.',
  );
});

test('what a package needs is found inside it first, as Node finds it', () => {
  const locked = (dependencies: Record<string, string> = {}) => ({
    version: '1.0.0',
    integrity: 'sha512-',
    dependencies,
  });
  const nested: Lock = {
    packages: {
      'node_modules/a': locked({ b: '2', c: '1' }),
      'node_modules/a/node_modules/b': locked({ c: '1' }),
      'node_modules/b': locked(),
      'node_modules/c': locked(),
    },
  };
  expect([...neededPackages(nested, ['a'], []).keys()]).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ]);
});

/** Those that ask for no more than their text to be handed on; the other one, that it is said where its source is. */
const permissive = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'];

test('its licences name every package that it contains, with the text that the package brings', () => {
  const places = containedPackages(lock, Object.keys(packageJson.dependencies));
  expect(places.length).toBeGreaterThan(150);
  for (const place of neededPackages(lock, loadedPackages, []).keys()) expect(places).toContain(place);
  const packages = readLicences(places, ['.']);
  expect(packages.filter(({ licence }) => !permissive.includes(licence))).toMatchObject([
    { name: '@resvg/resvg-js', licence: 'MPL-2.0', from: expect.stringContaining('yisibl/resvg-js') },
  ]);
  const text = licencesText(packages);
  for (const { name, version, licence, from, texts } of packages) {
    expect(text).toContain(`\n${name} ${version}: ${licence}\n\nFrom ${from}\n`);
    for (const each of texts) expect(text).toContain(each);
  }
  expect(text).toContain('Copyright (c) 2016-present The Fastify team');
  const tools = ['tsx', 'esbuild', 'vite-plugin-pwa', 'workbox-build', 'vitest', 'typescript'];
  expect(packages.filter(({ name }) => tools.includes(name))).toEqual([]);
});

test('a package that does not say its licence stops the release', async () => {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'a', version: '1.0.0' }));
  expect(() => licensed(folder)).toThrow('does not say under what licence it is');
  expect(() => readLicences(['node_modules/a'], [folder])).toThrow('node_modules/a is not installed.');
});

test('the image and the service start Node with the options of npm start', async () => {
  const options = packageJson.scripts.start.split(' ').slice(1, -1);
  expect(options.length).toBeGreaterThan(2);
  const files = 'server/release/files';
  expect(await readFile(`${files}/deploy/clinic-portal.service`, 'utf8')).toContain(
    `ExecStart=/usr/bin/node ${options.join(' ')} server.js`,
  );
  expect(await readFile(`${files}/Containerfile`, 'utf8')).toContain(
    `CMD [${[...options, 'server.js'].map((each) => `"${each}"`).join(', ')}]`,
  );
});

test('the service may write where its settings and the document put data and backups, and a drop-in names another folder', async () => {
  const read = (file: string) => readFile(file, 'utf8');
  const deploy = 'server/release/files/deploy';
  const [unit, settings, operations] = await Promise.all(
    [`${deploy}/clinic-portal.service`, `${deploy}/settings`, 'docs/operations.md'].map(read),
  );
  const backups = /^# .*: (install -d -m 700 -o clinic-portal (\S+))$/m.exec(settings ?? '') ?? [];
  expect(operations).toContain(`\`${backups[1]}\``);
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  // Where it is not made the service starts all the same.
  expect(/^ReadWritePaths=(.*)$/m.exec(unit ?? '')?.[1]).toBe(`-${backups[2]}`);
  const state = /^StateDirectory=(.*)$/m.exec(unit ?? '')?.[1];
  expect(settings).toMatch(new RegExp(`^DATA_DIR=/var/lib/${state}$`, 'm'));
  expect(operations).toMatch(/^```ini\n\[Service\]\nReadWritePaths=\/\S+\n```$/m);
  expect(operations).toContain('/etc/systemd/system/clinic-portal.service.d/');
});

test('the weekly drill is as shut in as the service, as its user and with its settings, and writes nowhere but in DATA_DIR', async () => {
  const read = (name: string) => readFile(`server/release/files/deploy/${name}`, 'utf8');
  const [server, drill, timer] = await Promise.all(
    ['clinic-portal.service', 'clinic-portal-drill.service', 'clinic-portal-drill.timer'].map(read),
  );
  const linesOf = (unit = '') => unit.split('\n').filter((line) => /^\w+=/.test(line));
  const ownToServer =
    /^(Description|Wants|After|StartLimit\w+|Type|ExecStart|Restart\w*|TimeoutStopSec|LimitNOFILE|ReadWritePaths|WantedBy)=/;
  const shared = linesOf(server).filter((line) => !ownToServer.test(line));
  expect(shared.length).toBeGreaterThan(25);
  expect(shared.filter((line) => !linesOf(drill).includes(line))).toEqual([]);
  const more = linesOf(drill).filter((line) => !shared.includes(line));
  expect(more.map((line) => line.split('=', 1)[0])).toEqual([
    'Description',
    'After',
    'Type',
    'ExecStart',
    'Nice',
    'IOSchedulingClass',
  ]);
  expect(drill).toMatch(/^ExecStart=\/usr\/bin\/node (--\S+ )*clinic\.js drill$/m);
  expect(commandOf(['drill'])).toEqual({ name: 'drill', file: null });
  expect(timer).toMatch(/^OnCalendar=Sun 05:30 UTC\n(.+\n)+Persistent=true\n\n\[Install\]\nWantedBy=timers\.target$/m);
});

/** Makes the same files in another order, with other times and modes; returns the hash of their archive. */
async function hashOf(n: number, names: string[]): Promise<string> {
  const content = join(folder, String(n), 'portal-1');
  for (const name of names) {
    const path = join(content, name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, name);
    await chmod(path, n === 1 ? 0o600 : 0o664);
    await utimes(path, n, n);
  }
  await mkdir(join(content, 'empty'), { mode: n === 1 ? 0o700 : 0o755 });
  const file = join(folder, `${n}.tar.gz`);
  await pack(content, file, new Date('2026-11-25T00:00:00Z'));
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

test('the same files give the same archive, whatever their times, modes and order were', async () => {
  const first = await hashOf(1, ['b.js', 'a/z.js', 'a/b.js']);
  expect(await hashOf(2, ['a/b.js', 'a/z.js', 'b.js'])).toBe(first);

  const entries: string[] = [];
  await list({
    file: join(folder, '1.tar.gz'),
    onReadEntry: ({ path, mode, mtime }) => void entries.push(`${path} ${mode?.toString(8)} ${mtime?.toISOString()}`),
  });
  const at = '2026-11-25T00:00:00.000Z';
  expect(entries).toEqual([
    `portal-1/ 755 ${at}`,
    `portal-1/a/ 755 ${at}`,
    `portal-1/a/b.js 644 ${at}`,
    `portal-1/a/z.js 644 ${at}`,
    `portal-1/b.js 644 ${at}`,
    `portal-1/empty/ 755 ${at}`,
  ]);
});

test('every file that its documents lead to, or name, is in it', () => {
  const texts = new Map(documents.map((path) => [path, readFileSync(path, 'utf8')]));
  texts.set('README.md', releaseReadme());
  const others = readdirSync('server/release/files', { recursive: true, encoding: 'utf8' });
  const contained = [...texts.keys(), ...others, 'LICENCES.txt'];
  const linked = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to]) => join(path, '..', to!)),
  );
  expect(linked).toContain('docs/alerts.yml');
  expect(linked.filter((path) => !contained.includes(path))).toEqual([]);
  const named = [...texts.get('README.md')!.matchAll(/`((?:docs|deploy|server)\/[^\s`]*)`/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !contained.includes(path!))).toEqual([]);
});

test('what the server and the tool say calls the tool as it is called there', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const own = ['system/clinicCommand.ts', 'calls/caps.ts'];
  const said = files
    .filter((path) => !own.includes(path))
    .filter((path) => /^(?!\s*(\/?\*|\/\/)).*npm run clinic/m.test(readFileSync(join('server', path), 'utf8')));
  // A comment may; the caps' sentence is of their page, which a release has rewritten.
  expect(said).toEqual([]);
});
