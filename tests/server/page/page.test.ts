import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Folders } from '../../../server/modules/page/build';
import { clinicFile } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';

const hostile = `</script><script>alert(1)</script> "Vets" & 'Co' $& $1`;
const css = 'body{color:var(--ink)}/* </style> */';

/** A build like Vite's, small enough to read. */
async function writeBuild(): Promise<Folders> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-build-'));
  const page = join(folder, 'dist');
  const firstScreen = join(folder, 'dist-ssr');
  await mkdir(join(page, 'assets'), { recursive: true });
  await mkdir(firstScreen);
  await mkdir(join(page, '.vite'));
  const manifest = {
    'src/app/start/script/start.ts': { file: 'assets/start-abc.js', isEntry: true },
    '_parts-abc.js': { file: 'assets/parts-abc.js', name: 'parts' },
    'src/app/main.tsx': { file: 'assets/main-abc.js', css: ['assets/main-abc.css'], imports: ['_libraries.js'] },
    '_libraries.js': { file: 'assets/libraries-abc.js' },
  };
  await writeFile(join(page, '.vite', 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(page, 'index.html'), 'the page of the worker');
  await writeFile(join(page, 'assets', 'main-abc.css'), css);
  await writeFile(join(page, 'assets', 'main-abc.js'), 'plain');
  await writeFile(join(page, 'assets', 'main-abc.js.br'), 'brotli');
  await writeFile(join(page, 'sw.js'), 'worker');
  await writeFile(join(firstScreen, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(firstScreen, 'firstScreen.js'),
    'export const renderFirstScreen = (shop, now) => `<h1>Visited ${shop.id} by ${now}?</h1>`;',
  );
  const desk = join(folder, 'dist-desk');
  await mkdir(join(desk, 'assets'), { recursive: true });
  await writeFile(join(desk, 'desk.html'), '<!doctype html><title>Desk</title>');
  await writeFile(join(desk, 'assets', 'desk-abc.js'), 'the desk');
  return { page, firstScreen, desk };
}

let server: TestServer;
let folders: Folders;
beforeAll(async () => {
  folders = await writeBuild();
  server = await startTestServer({
    clinicFiles: [
      clinicFile({ shop: { metadata: { brandColor: '#b45309' }, notify_email: 'desk@example.com' } }),
      clinicFile({ shop: { id: 'hostile', name: hostile } }),
    ],
    overrides: { folders },
  });
});
afterAll(async () => {
  await server.close();
  await rm(join(folders.page, '..'), { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers });
const clinicData = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="clinic-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

it('serves a clinic’s address with its head, its colour, its first screen and its data', async () => {
  const { statusCode, body, headers } = await get('/testvets');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('<html lang="en-US" style="--clinic:#b45309">');
  expect(body).toContain('<title>Book an appointment – Test Vets</title>');
  expect(body).toContain('<link rel="apple-touch-icon" href="/testvets/icons/apple-touch-180.png">');
  expect(
    body.match(/<meta name="theme-color" media="\(prefers-color-scheme: (light|dark)\)" content="#[0-9a-f]{6}">/g),
  ).toHaveLength(2);
  expect(body).toContain('<div id="root"><h1>Visited testvets by 2026-11-21T15:00:00.000Z?</h1></div>');
  expect(body).not.toContain('stylesheet');
  // The code of a screen that is drawn comes after it, and its manifest with the code.
  expect(body.slice(body.indexOf('<div id="root">'))).toContain(
    '<script type="module" async src="/assets/start-abc.js" data-files="/assets/libraries-abc.js /assets/main-abc.js" data-drawn></script>',
  );
  expect(body.match(/<script type="module"/g)).toHaveLength(1);
  expect(body).not.toContain('modulepreload');
  expect(body).not.toContain('manifest');
  expect(clinicData(body)).toMatchObject({
    shop: { id: 'testvets', timezone: 'America/Chicago', location: [] },
    now: '2026-11-21T15:00:00.000Z',
  });
  expect(body).not.toContain('desk@example.com');
});

it('inlines a style that its policy names, and no script', async () => {
  const { body, headers } = await get('/testvets');
  const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
  expect(style).toContain('body{color:var(--ink)}');
  expect(style).toContain('--ground:#');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types portal");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(body.match(/<script(?![^>]*\bsrc=)(?![^>]*application\/json)/)).toBeNull();
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
});

it('lets no clinic name out of its place', async () => {
  const { body } = await get('/hostile/pets');
  expect(body).not.toContain('<script>alert');
  expect(body).toContain(
    '<title>My Pets – &lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt; &quot;Vets&quot; &amp; &#39;Co&#39; $&amp; $1</title>',
  );
  expect(clinicData(body)).toMatchObject({ shop: { name: hostile } });
  expect(body.match(/<script/g)).toHaveLength(2);
});

it('draws the first screen only where it will show', async () => {
  for (const url of ['/testvets/', '/testvets?utm_source=mail&product_token=x'])
    expect((await get(url)).body).toContain('<h1>Visited');
  for (const url of [
    '/testvets/pets',
    '/testvets?redirect=pets',
    '/testvets?appointment=exam',
    '/testvets/appointments/1/reschedule',
  ]) {
    const { statusCode, body } = await get(url);
    expect([url, statusCode, body.includes('<div id="root"></div>'), body.includes('clinic-data')]).toEqual([
      url,
      200,
      true,
      true,
    ]);
    expect(body).toContain(
      '<link rel="modulepreload" href="/assets/libraries-abc.js"><link rel="modulepreload" href="/assets/main-abc.js">',
    );
    expect(body).toContain('<link rel="manifest" href="/testvets/manifest.webmanifest">');
    expect(body).not.toContain('data-drawn');
  }
});

it('draws the first screen anew when the minute or the clinic changes', async () => {
  const first = await get('/testvets');
  expect((await get('/testvets', { 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(304);
  server.clock.advance(61_000);
  const next = await get('/testvets', { 'if-none-match': String(first.headers['etag']) });
  expect(next.statusCode).toBe(200);
  expect(next.body).toContain('15:01:00.000Z');
});

it('sends pages compressed', async () => {
  const plain = (await get('/testvets')).body;
  const brotli = await get('/testvets', { 'accept-encoding': 'gzip, deflate, br' });
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain);
  expect(gunzipSync((await get('/testvets', { 'accept-encoding': 'gzip' })).rawPayload).toString()).toBe(plain);
});

it.each([
  ['/', 200],
  ['/login', 200],
  ['/misc/not-authorized', 200],
  ['/clinician', 200],
  ['/nobody', 404],
  ['/nobody/pets', 404],
  ['/testvets/pets/1/2/3', 404],
  ['/testvets/account/x', 404],
])('answers %s with the shell and %i', async (url, status) => {
  const { statusCode, body } = await get(url);
  expect([statusCode, body.includes('<div id="root"></div>')]).toEqual([status, true]);
});

it.each([
  ['/admin', 200],
  ['/admin/', 200],
  ['/admin/inbox', 200],
  ['/admin/inbox?clinic=testvets', 200],
  ['/admin/inbox/request-1', 200],
  ['/admin/staff', 200],
  ['/admin/clinics', 200],
  ['/admin/inbox/request-1/more', 404],
  ['/admin/calendar', 404],
])('answers %s with the desk’s page and %i, under a policy of its own (D-420)', async (url, status) => {
  const { statusCode, body, headers } = await get(url);
  expect([statusCode, body]).toEqual([status, '<!doctype html><title>Desk</title>']);
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'; .*frame-ancestors 'none'.*trusted-types 'none'$/,
  );
});

it('serves the desk’s files for ever, and none of them elsewhere (D-420)', async () => {
  const { body, headers } = await get('/admin/assets/desk-abc.js');
  expect([body, headers['cache-control']]).toEqual(['the desk', 'public, max-age=31536000, immutable']);
  expect((await get('/assets/desk-abc.js')).statusCode).toBe(404);
  expect((await get('/admin/assets/main-abc.js')).statusCode).toBe(404);
  expect((await get('/admin/assets/../desk.html')).body).not.toBe('the desk');
});

it.each([
  '/assets/none.js',
  '/favicon.ico',
  '/nobody/manifest.webmanifest',
  '/testvets/icons/999.png',
  '/testvets/x.php',
  '/api/none',
  '/../package.json',
  '/assets/../index.html.br',
])('has nothing at %s', async (url) => {
  const { statusCode, body } = await get(url);
  expect(statusCode).toBe(404);
  expect(body).not.toContain('<div id="root">');
});

it('sends who types capitals on', async () => {
  const { statusCode, headers } = await get('/TestVets/pets?x=1');
  expect([statusCode, headers['location']]).toEqual([308, '/testvets/pets?x=1']);
});

it('serves built files: hashed ones for ever and compressed, the worker fresh', async () => {
  const asset = await get('/assets/main-abc.js', { 'accept-encoding': 'br' });
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  expect(asset.body).toBe('brotli');
  expect((await get('/assets/main-abc.js')).body).toBe('plain');
  const worker = await get('/sw.js');
  expect([worker.body, worker.headers['cache-control']]).toEqual(['worker', 'no-cache']);
  // Only the worker may run a text that it has saved (D-209); no page may.
  expect(worker.headers['content-security-policy']).toBe("default-src 'self'; script-src 'self' 'unsafe-eval'");
  const index = await get('/index.html');
  expect(index.headers['content-security-policy']).toContain("style-src 'self'; style-src-attr 'unsafe-inline'");
  expect(index.headers['content-security-policy']).not.toContain('unsafe-eval');
  expect((await get('/robots.txt')).body).toContain('Disallow: /api/');
});

it('keeps posts away from pages', async () => {
  expect((await server.app.inject({ method: 'POST', url: '/testvets' })).statusCode).toBe(404);
});

it('opens the page of a clinic that it has shown before while the database is away or silent', async () => {
  let state: 'answers' | 'away' | 'silent' = 'answers';
  const db = server.db.withPlugin({
    transformQuery({ node }) {
      if (state === 'away') throw new Error('Connection terminated unexpectedly');
      return node;
    },
    async transformResult({ result }) {
      if (state === 'silent') await pause(5_000);
      return result;
    },
  });
  const other = await server.another({ db, folders });
  const ask = (url: string) => other.app.inject({ method: 'GET', url });
  const addresses = [
    '/testvets',
    '/testvets/appointments',
    '/testvets/manifest.webmanifest',
    '/testvets/icons/192.png',
  ];
  const before = await Promise.all(addresses.map(ask));
  expect(before.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  for (const now of ['away', 'silent'] as const) {
    // For a second nobody asks whether it has changed.
    await pause(1_100);
    state = now;
    const began = performance.now();
    const replies = await Promise.all(addresses.map(ask));
    expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual(before.map(({ body }) => [200, body]));
    expect(performance.now() - began).toBeLessThan(4_000);
    state = 'answers';
  }
  state = 'away';
  // One that it has not shown, and every call.
  const page = await ask('/hostile');
  expect(page).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } });
  // The app comes, and asks for the clinic itself.
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('<title>Clinic portal</title>');
  expect(await ask('/api/tenant/v2/shops/testvets')).toMatchObject({
    statusCode: 503,
    headers: { 'retry-after': '2' },
  });
  await other.app.close();
});
