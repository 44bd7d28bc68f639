import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import Dexie from 'dexie';
import { beforeEach, expect, test } from 'vitest';
import { dresser } from '../../sw/dress';
import { portalDb } from '../../src/offline/database/db';
import { exampleShop } from '../src/shop';

/** The build's own page, with the places that the server fills left empty. */
const shell = readFileSync('index.html', 'utf8').replace(/\{\{\w+\}\}/g, '');
const rootOf = (html: string) => /<html[^>]*>/.exec(html)![0];
const at = (path: string) => dresser(`https://portal.example${path}`)(shell);

const shop = (brandColor: string | null) => ({ ...exampleShop(), metadata: { ...exampleShop().metadata, brandColor } });
const save = (brandColor: string | null, skin: string) =>
  Promise.all([
    portalDb().clinics.put({ clinicId: 'oakwood', shop: shop(brandColor), savedAt: '2026-11-21T15:00:00.000Z' }),
    portalDb().notes.put({ id: 'look', skin, narrow: false, clockOffset: 0 }),
  ]);

beforeEach(async () => {
  const db = portalDb();
  if (!db.isOpen()) await db.open();
  await Promise.all(db.tables.map((table) => table.clear()));
});

test.each(['/oakwood', '/oakwood/account', '/oakwood/pets/maple/certificate', '/oakwood?utm_source=mail'])(
  'the shell of %s has the clinic’s colour and the chosen skin from its first paint on',
  async (path) => {
    await save('#7c2d12', 'dark');
    const html = await at(path);
    expect(rootOf(html)).toMatch(/^<html lang="en-US" +style="--clinic:#7c2d12" data-skin="dark">$/);
    expect(html.replace(/<html[^>]*>/, '')).toBe(shell.replace(/<html[^>]*>/, ''));
  },
);

test('the skin alone where the address names no clinic, or one that is not saved or has no colour', async () => {
  await save(null, 'dark');
  for (const path of ['/login', '/oakwood', '/elsewhere/account'])
    expect(rootOf(await at(path))).toMatch(/^<html lang="en-US" +data-skin="dark">$/);
});

test('the device’s own skin has no attribute, and a colour that is none is let be', async () => {
  await save('red" onload="x', 'system');
  expect(rootOf(await at('/oakwood'))).toBe(rootOf(shell));
});

test('the shell as it is where nothing is saved, or what is saved is malformed', async () => {
  expect(await at('/oakwood')).toBe(shell);
  await portalDb().notes.put({ id: 'look', skin: 'pink' } as never);
  expect(await at('/oakwood')).toBe(shell);
});

test('a device that does not answer holds nothing up for long: the app dresses the page then', async () => {
  await save('#7c2d12', 'dark');
  const db = portalDb();
  let letGo = () => {};
  const busy = db.transaction('rw', [db.clinics, db.notes], () =>
    Dexie.waitFor(new Promise<void>((resolve) => (letGo = resolve))),
  );
  expect(await at('/oakwood')).toBe(shell);
  letGo();
  await busy;
  expect(rootOf(await at('/oakwood'))).toContain('data-skin="dark"');
});
