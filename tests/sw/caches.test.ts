import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { manifest, picture } from '../../sw/pictures';
import { makeShell } from '../../sw/shell';
import { asksForUpdate, tellsOfOwner } from '../../sw/update';
import { memoryCaches } from './memoryCaches';

/** Workbox reads the worker's global as it loads. */
vi.hoisted(() => Object.assign(globalThis, { self: globalThis }));

let server: Server;
let origin = '';
let answer: { status: number; headers: Record<string, string>; body: string };
let asked: string[] = [];

beforeEach(async () => {
  answer = { status: 200, headers: {}, body: 'fresh' };
  asked = [];
  server = createServer((request, response) => {
    asked.push(String(request.url));
    response.writeHead(answer.status, { ...answer.headers, Connection: 'close' }).end(answer.body);
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
  ])('%s is not saved', async (_, given) => {
    answer = { ...answer, ...given };
    await picture(request('/oakwood/icons/192.png'), () => undefined);
    await goOffline();
    await expect(picture(request('/oakwood/icons/192.png'), () => undefined)).rejects.toThrow();
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

  test('fails like the network when nothing is saved', async () => {
    await goOffline();
    await expect(manifest(request('/oakwood/manifest.webmanifest'))).rejects.toThrow();
  });
});

describe('the shell', () => {
  const version = (name: string) => makeShell([{ url: `/assets/${name}.js`, revision: null }, { url: '/index.html', revision: name }]);
  /** Installs and activates a version as the browser does. */
  const run = async (name: string) => {
    const shell = version(name);
    answer.body = name;
    const cache = await caches.open('shell');
    await cache.put(`${origin}/assets/${name}.js`, new Response(name));
    await cache.put(`${origin}/index.html?__WB_REVISION__=${name}`, new Response(name));
    await shell.removeOlder();
    return shell;
  };

  test('answers pages and files without a network', async () => {
    const shell = await run('one');
    await goOffline();
    expect(await now(shell.page())).toBe('one');
    expect(await now(shell.file(request('/assets/one.js')))).toBe('one');
    expect(shell.isFile(`${origin}/index.html`)).toBe(true);
    expect(shell.isFile(`${origin}/oakwood`)).toBe(false);
  });

  test('keeps the files of the version before, for a tab that still runs it, and no older ones', async () => {
    await run('one');
    const two = await run('two');
    await goOffline();
    expect(await now(two.page())).toBe('two');
    expect(await now(two.file(request('/assets/one.js')))).toBe('one');

    const three = await run('three');
    expect(await now(three.file(request('/assets/two.js')))).toBe('two');
    await expect(three.file(request('/assets/one.js'))).rejects.toThrow();
    expect((await (await caches.open('shell')).keys()).length).toBe(4);
  });

  test('starting the same version again removes nothing', async () => {
    await run('one');
    const one = await run('one');
    await goOffline();
    expect(await now(one.page())).toBe('one');
  });

  test('asks the network for what is not saved', async () => {
    const shell = await run('one');
    answer.body = 'from the server';
    expect(await now(shell.file(request('/assets/later.js')))).toBe('from the server');
    expect(asked).toEqual(['/assets/later.js']);
  });
});

describe('what signed-in owners alone need', () => {
  const part = (name: string) => `/assets/owner/pdf-${name}.js`;
  const version = (name: string) => makeShell([{ url: part(name), revision: null }, { url: '/index.html', revision: name }]);
  /** Installs a version as the browser does. */
  const install = async (name: string) => {
    const shell = version(name);
    answer.body = name;
    await (await caches.open('shell')).put(`${origin}/index.html?__WB_REVISION__=${name}`, new Response(name));
    await shell.followOwner();
    return shell;
  };
  const fetchedParts = () => asked.filter((path) => path.startsWith('/assets/owner/'));

  test('is not saved for visitors, and is once an owner is there', async () => {
    const shell = await install('one');
    await shell.removeOlder();
    expect(fetchedParts()).toEqual([]);
    await shell.keepOwnersParts();
    await shell.keepOwnersParts();
    expect(fetchedParts()).toEqual([part('one')]);
    await goOffline();
    expect(await now(shell.file(request(part('one'))))).toBe('one');
    expect(await now(shell.page())).toBe('one');
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
    const one = await install('one');
    await one.keepOwnersParts();
    await one.removeOlder();
    const two = await install('two');
    await two.removeOlder();
    const three = await install('three');
    await three.removeOlder();
    await goOffline();
    expect(await now(three.file(request(part('three'))))).toBe('three');
    expect(await now(three.file(request(part('two'))))).toBe('two');
    await expect(three.file(request(part('one')))).rejects.toThrow();
  });

  test('that cannot be fetched does not keep a version from installing', async () => {
    await (await install('one')).keepOwnersParts();
    await goOffline();
    await expect(install('two')).resolves.toBeDefined();
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
