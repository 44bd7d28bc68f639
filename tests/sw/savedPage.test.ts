import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownersPage, placeOf } from '../../sw/savedPage';
import { portalDb } from '../../src/offline/database/db';
import { exampleShop } from '../src/shop';

const at = '2026-11-21T15:00:00.000Z';
const user = {
  id: 'riley',
  firstName: 'Riley',
  email: null,
  phoneCode: null,
  phoneNumber: null,
  avatar: null,
  is_guest: false,
};

/** A drawing's text that says what it is given; `more` comes first in each function. */
const textOf = (more: Partial<Record<'drawFrame' | 'drawRows' | 'drawEnd', string>> = {}) =>
  `var drawing={${(['drawFrame', 'drawRows', 'drawEnd'] as const)
    .map(
      (name) =>
        `${name}(s){${more[name] ?? ''};return '${name}:'+s.reader.id+':'+s.page+s.search+':'+Object.keys(s.copies)+'|'}`,
    )
    .join(',')}}`;

const policy = "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'";
const shellOf = (text: string | null, headers: HeadersInit = { 'Content-Security-Policy': policy }) => ({
  drawing: async () => ({
    styles: ['sha256-AAA', 'sha256-BBB'],
    empty: new Response('the shell', { headers }),
    text: Promise.resolve(text),
  }),
});
const ask = (path: string, shell: Parameters<typeof ownersPage>[1]) =>
  ownersPage({ url: `https://portal.example${path}` } as Request, shell);

beforeEach(async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const db = portalDb();
  if (!db.isOpen()) await db.open();
  await Promise.all(db.tables.map((table) => table.clear()));
  await db.clinics.put({ clinicId: 'oakwood', shop: exampleShop(), savedAt: at });
  await db.sessions.put({ clinicId: 'oakwood', token: 'a', user });
  await db.notes.put({ id: 'look', skin: 'system', narrow: false, clockOffset: 0 });
  for (const [kind, id, value] of [
    ['client', '', null],
    ['appointments', 'upcoming', []],
  ] as const)
    await db.records.put({ clinicId: 'oakwood', userId: 'riley', kind, id, value, saved_at: at });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['/oakwood/pets', { clinicId: 'oakwood', page: 'pets', search: '' }],
  ['/oakwood/pets?pet=maple', { clinicId: 'oakwood', page: 'pets', search: '?pet=maple' }],
  ['/oakwood/appointments?tab=history', { clinicId: 'oakwood', page: 'appointments', search: '?tab=history' }],
  ['/oakwood', null],
  ['/oakwood/', null],
  ['/oakwood/pets/', null],
  ['/oakwood/pets/maple/certificate', null],
  ['/oakwood/account', null],
  ['/Oakwood/pets', null],
  ['/admin/pets', null],
  ['/pets', null],
  ['/oakwood/pets?utm_source=mail', null],
])('of %s it draws %o', (path, place) => {
  expect(placeOf(new URL(path, 'https://portal.example'))).toEqual(place);
});

test('the frame comes first, then the rows, to be kept by nobody, under the policy of the shell', async () => {
  const page = (await ask('/oakwood/pets?pet=maple', shellOf(textOf())))!;
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  expect(page.headers.get('Content-Security-Policy')).toBe(
    policy.replace("'self'", "'self' 'sha256-AAA' 'sha256-BBB'"),
  );
  expect(await page.text()).toBe(
    'drawFrame:riley:pets?pet=maple:client/|drawRows:riley:pets?pet=maple:appointments/upcoming,client/|',
  );
});

test.each([
  ['half as long again as it took to make', 40, 60],
  ['no longer than a slow phone needs', 60_000, 120],
])('the frame is given time to be painted: %s', async (_, tookMs, givenMs) => {
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(tookMs);
  const { setTimeout: later } = globalThis;
  let isOver = false;
  const over = (work: () => void) => () => {
    isOver = true;
    work();
  };
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => later(ms === givenMs ? over(work) : work, ms));
  const body = (await ask('/oakwood/pets', shellOf(textOf())))!.body!.getReader();
  const told = async () => new TextDecoder().decode((await body.read()).value);
  expect(await told()).toMatch(/^drawFrame:/);
  expect(await told()).toMatch(/^drawRows:/);
  expect(isOver).toBe(true);
});

test.each<[string, string | null, () => Promise<unknown> | void, string]>([
  ['nobody signed in', textOf(), () => portalDb().sessions.clear(), 'the shell'],
  ['somebody signing out', textOf(), () => portalDb().notes.put({ id: 'leaving:oakwood' }), 'the shell'],
  ['a drawing that is not this version’s', null, () => undefined, 'the shell'],
  ['a drawing that does not run', 'not code', () => undefined, 'the shell'],
  ['a drawing that fails', textOf({ drawFrame: 'throw 1' }), () => undefined, 'the shell'],
  ['no database', textOf(), () => portalDb().close({ disableAutoOpen: true }), 'the shell'],
  [
    'rows that cannot be drawn',
    textOf({ drawRows: 'throw 1' }),
    () => undefined,
    'drawFrame:riley:pets:client/|drawEnd:riley:pets:client/|',
  ],
])('with %s the page is what it can be', async (_, text, spoil, shown) => {
  await spoil();
  expect(await (await ask('/oakwood/pets', shellOf(text)))!.text()).toBe(shown);
});

test('a device that does not answer is not waited for', async () => {
  vi.useFakeTimers();
  const shell = shellOf(textOf());
  const page = await ask('/oakwood/pets', {
    drawing: async () => ({ ...(await shell.drawing()), text: new Promise<string>(() => undefined) }),
  });
  const text = page!.text();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await text).toBe('the shell');
});

test.each([
  ['another page', '/oakwood/account', shellOf(textOf())],
  ['a visitor’s device', '/oakwood/pets', { drawing: async () => null }],
  ['caches that fail', '/oakwood/pets', { drawing: () => Promise.reject(new Error('gone')) }],
  ['a shell of another policy', '/oakwood/pets', shellOf(textOf(), {})],
])('it leaves %s to the shell', async (_, path, shell) => {
  expect(await ask(path, shell)).toBeNull();
});
