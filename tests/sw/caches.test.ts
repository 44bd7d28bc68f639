import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { manifest, picture } from '../../sw/pictures';
import { makeShell } from '../../sw/shell';
import { asksForUpdate, tellsOfOwner } from '../../sw/update';
import { memoryCaches } from './memoryCaches';

let server: Server;
let origin = '';
let answer: { status: number; headers: Record<string, string>; body: string };
/** Answers another thing for some addresses. */
let instead: ((path: string) => Partial<typeof answer> | null) | null;
let asked: string[] = [];

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  html: 'text/html',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
};
const typeOf = (path: string) => types[path.split('.').at(-1)!] ?? 'text/plain';
/** A page in place of whatever was asked for. */
const maintenance = { headers: { 'Content-Type': 'text/html' }, body: '<h1>Back soon</h1>' };

beforeEach(async () => {
  answer = { status: 200, headers: {}, body: 'fresh' };
  instead = null;
  asked = [];
  server = createServer((request, response) => {
    const path = String(request.url);
    asked.push(path);
    const { status, headers, body } = { ...answer, ...instead?.(path) };
    response.writeHead(status, { 'Content-Type': typeOf(path), ...headers, Connection: 'close' }).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal('caches', memoryCaches());
  vi.stubGlobal('location', new URL(`${origin}/sw.js`));
});

afterEach(() => {
  vi.unstubAllGlobals();
  server.close();
});

const goOffline = () => new Promise((closed) => server.close(closed));
const request = (path: string) => new Request(origin + path);
const plain = async (html: string) => html;
const now = async (response: Promise<Response>) => (await response).text();

describe('pictures', () => {
  test('the saved one answers at once and is refreshed for next time', async () => {
    const work: Promise<unknown>[] = [];
    const ask = () => now(picture(request('/oakwood/icons/192.png'), (more) => work.push(more)));

    expect(await ask()).toBe('fresh');
    answer.body = 'new drawing';
    expect(await ask()).toBe('fresh');
    await Promise.all(work);
    expect(await ask()).toBe('new drawing');
    await Promise.all(work);
    await goOffline();
    expect(await ask()).toBe('new drawing');
    await Promise.all(work);
  });

  test.each([
    ['a failure', { status: 404 }],
    ['what its server forbids to keep', { headers: { 'Cache-Control': 'no-store' } }],
    ['a page in place of it', maintenance],
  ])('%s is not saved', async (_, given) => {
    answer = { ...answer, ...given };
    await picture(request('/oakwood/icons/192.png'), () => undefined);
    await goOffline();
    await expect(picture(request('/oakwood/icons/192.png'), () => undefined)).rejects.toThrow();
  });

  test('a page that an earlier worker has kept in place of one is not shown again', async () => {
    await (
      await caches.open('pictures')
    ).put(`${origin}/oakwood/icons/192.png`, new Response(maintenance.body, { headers: maintenance.headers }));
    expect(await now(picture(request('/oakwood/icons/192.png'), () => undefined))).toBe('fresh');
  });

  test('the oldest make room', async () => {
    for (let n = 0; n < 65; n++) await picture(request(`/oakwood/icons/${n}.png`), () => undefined);
    await goOffline();
    await expect(picture(request('/oakwood/icons/4.png'), () => undefined)).rejects.toThrow();
    expect(await now(picture(request('/oakwood/icons/5.png'), () => undefined))).toBe('fresh');
  });
});

describe('the manifest', () => {
  test('is fresh with a network and saved without one', async () => {
    const ask = () => now(manifest(request('/oakwood/manifest.webmanifest')));
    await ask();
    answer.body = 'renamed';
    expect(await ask()).toBe('renamed');
    await goOffline();
    expect(await ask()).toBe('renamed');
  });

  test('is the saved one where another answers, which is not saved', async () => {
    const ask = () => now(manifest(request('/oakwood/manifest.webmanifest')));
    instead = () => maintenance;
    expect(await ask()).toBe(maintenance.body);
    instead = null;
    await ask();
    instead = () => maintenance;
    expect(await ask()).toBe('fresh');
    instead = () => ({ status: 404 });
    expect((await manifest(request('/oakwood/manifest.webmanifest'))).status).toBe(404);
  });

  test('fails like the network when nothing is saved', async () => {
    await goOffline();
    await expect(manifest(request('/oakwood/manifest.webmanifest'))).rejects.toThrow();
  });
});

const part = (name: string) => `/assets/owner/pdf-${name}.js`;
/** Every file of a version holds its name. */
const version = (name: string) => {
  const integrity = `sha256-${createHash('sha256').update(name).digest('base64')}`;
  return makeShell([
    { url: `/assets/${name}.js`, revision: null, integrity },
    { url: '/index.html', revision: name, integrity },
    { url: part(name), revision: null, integrity },
  ]);
};
/** Installs a version as the browser does. */
const install = async (name: string) => {
  const shell = version(name);
  answer.body = name;
  await shell.install();
  return shell;
};
/** Installs and activates one. */
const run = async (name: string) => {
  const shell = await install(name);
  await shell.removeOlder();
  return shell;
};
const kept = async () => (await (await caches.open('shell')).keys()).map(({ url }) => url.slice(origin.length));
const opened = () => request('/oakwood');

describe('the shell', () => {
  test('answers pages and files without a network', async () => {
    const shell = await run('one');
    await goOffline();
    expect(await now(shell.page(opened(), plain))).toBe('one');
    expect(await now(shell.file(request('/assets/one.js')))).toBe('one');
    expect(shell.isFile(`${origin}/index.html`)).toBe(true);
    expect(shell.isFile(`${origin}/oakwood`)).toBe(false);
  });

  test('keeps the files of the version before, for a tab that still runs it, and no older ones', async () => {
    await run('one');
    const two = await run('two');
    const three = version('three');
    expect(await now(two.page(opened(), plain))).toBe('two');
    expect(await now(two.file(request('/assets/one.js')))).toBe('one');

    await run('three');
    await goOffline();
    expect(await now(three.file(request('/assets/two.js')))).toBe('two');
    await expect(three.file(request('/assets/one.js'))).rejects.toThrow();
    expect((await kept()).length).toBe(4);
  });

  test('starting the same version again removes and fetches nothing', async () => {
    await run('one');
    asked = [];
    const one = await run('one');
    expect(asked).toEqual([]);
    await goOffline();
    expect(await now(one.page(opened(), plain))).toBe('one');
  });

  test('asks the network for what is not saved', async () => {
    const shell = await run('one');
    asked = [];
    answer.body = 'from the server';
    expect(await now(shell.file(request('/assets/later.js')))).toBe('from the server');
    expect(asked).toEqual(['/assets/later.js']);
  });

  test('saves anew what the browser has lost', async () => {
    const shell = await run('one');
    const cache = await caches.open('shell');
    for (const key of await cache.keys()) await cache.delete(key);
    expect(await now(shell.page(opened(), plain))).toBe('one');
    expect(await now(shell.file(request('/assets/one.js')))).toBe('one');
    await goOffline();
    expect(await now(shell.page(opened(), plain))).toBe('one');
    expect(await now(shell.file(request('/assets/one.js')))).toBe('one');
  });
});

describe('what signed-in owners alone need', () => {
  const fetchedParts = () => asked.filter((path) => path.startsWith('/assets/owner/'));

  test('is not saved for visitors, and is once an owner is there', async () => {
    const shell = await run('one');
    expect(fetchedParts()).toEqual([]);
    await shell.keepOwnersParts();
    await shell.keepOwnersParts();
    expect(fetchedParts()).toEqual([part('one')]);
    await goOffline();
    expect(await now(shell.file(request(part('one'))))).toBe('one');
    expect(await now(shell.page(opened(), plain))).toBe('one');
  });

  test('is saved where it is used before that, unless the server does not give it', async () => {
    const shell = await install('one');
    answer.status = 503;
    expect((await shell.file(request(part('one')))).status).toBe(503);
    answer.status = 200;
    expect(await now(shell.file(request(part('one'))))).toBe('one');
    await goOffline();
    expect(await now(shell.file(request(part('one'))))).toBe('one');
  });

  test('comes with a new version where the one before had it, and goes with the version after', async () => {
    const one = await run('one');
    await one.keepOwnersParts();
    await run('two');
    const three = await run('three');
    await goOffline();
    expect(await now(three.file(request(part('three'))))).toBe('three');
    expect(await now(three.file(request(part('two'))))).toBe('two');
    await expect(three.file(request(part('one')))).rejects.toThrow();
  });

  test('a version that cannot bring it to who has it is not installed, and is once it can', async () => {
    const one = await run('one');
    await one.keepOwnersParts();
    await one.removeOlder();
    instead = (path) => (path === part('two') ? { status: 503 } : null);
    await expect(install('two')).rejects.toThrow();
    expect(await now(one.file(request(part('one'))))).toBe('one');
    instead = null;
    const two = await install('two');
    await goOffline();
    expect(await now(two.file(request(part('two'))))).toBe('two');
  });
});

describe('an answer that is not the build’s file', () => {
  const wrong: [string, Partial<typeof answer>][] = [
    ['a page', maintenance],
    ['a page that says it is a script', { ...maintenance, headers: { 'Content-Type': 'text/javascript' } }],
    ['half of the file', { body: 'tw' }],
    ['the file of another version', { body: 'one' }],
    ['the file under another type', { headers: { 'Content-Type': 'text/plain' } }],
    ['an empty answer', { status: 204, body: '' }],
  ];

  test.each(wrong)('%s: no version installs with it, the one before goes on, and it heals', async (_, given) => {
    const one = await run('one');
    await one.keepOwnersParts();
    const before = await kept();
    for (const victim of ['/assets/two.js', '/index.html', part('two')]) {
      instead = (path) => (path === victim ? given : null);
      await expect(install('two'), victim).rejects.toThrow();
      expect(await kept()).toEqual(expect.arrayContaining(before));
      expect(await now(one.page(opened(), plain))).toBe('one');
    }
    instead = null;
    const two = await run('two');
    await goOffline();
    expect(await now(two.page(opened(), plain))).toBe('two');
    for (const path of ['/assets/two.js', part('two')]) expect(await now(two.file(request(path)))).toBe('two');
  });

  test.each(wrong)('%s is never kept for an owner, nor where a file is used', async (_, given) => {
    const two = await run('two');
    const before = await kept();
    instead = () => given;
    await expect(two.keepOwnersParts()).rejects.toThrow();
    await two.file(request(part('two')));
    expect(await kept()).toEqual(before);
    instead = null;
    await two.keepOwnersParts();
    await goOffline();
    expect(await now(two.file(request(part('two'))))).toBe('two');
  });

  test('that an earlier worker has kept goes when this one installs, and when an owner comes', async () => {
    const wrongly = async (path: string) =>
      (await caches.open('shell')).put(origin + path, new Response(maintenance.body, { headers: maintenance.headers }));
    await wrongly('/assets/one.js');
    await wrongly('/index.html?__WB_REVISION__=one');
    await wrongly(part('one'));
    const one = await install('one');
    expect(await now(one.page(opened(), plain))).toBe('one');
    for (const path of ['/assets/one.js', part('one')]) expect(await now(one.file(request(path)))).toBe('one');

    await wrongly(part('one'));
    await one.keepOwnersParts();
    await goOffline();
    expect(await now(one.file(request(part('one'))))).toBe('one');
  });

  test('that an earlier worker has kept goes although there is nothing better yet', async () => {
    await (
      await caches.open('shell')
    ).put(`${origin}/assets/one.js`, new Response(maintenance.body, { headers: maintenance.headers }));
    instead = () => maintenance;
    await expect(install('one')).rejects.toThrow();
    expect(await kept()).toEqual([]);
  });

  test('in place of a page that is lost comes as it would without a worker, and is not kept', async () => {
    const shell = version('one');
    instead = () => maintenance;
    expect(await now(shell.page(opened(), plain))).toBe(maintenance.body);
    expect(asked.at(-1)).toBe('/oakwood');
    expect(await kept()).toEqual([]);
  });
});

describe('a new version', () => {
  test('takes over on the page’s word alone', () => {
    expect(asksForUpdate({ type: 'SKIP_WAITING' })).toBe(true);
    for (const other of [undefined, null, 'SKIP_WAITING', {}, { type: 'skip_waiting' }, { type: ['SKIP_WAITING'] }]) {
      expect(asksForUpdate(other)).toBe(false);
    }
  });

  test('tells an owner’s page from another word', () => {
    expect(tellsOfOwner({ type: 'OWNER_IS_HERE' })).toBe(true);
    for (const other of [undefined, 'OWNER_IS_HERE', { type: 'SKIP_WAITING' }]) expect(tellsOfOwner(other)).toBe(false);
  });
});
