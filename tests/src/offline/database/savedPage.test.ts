import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { copyOf } from '../../../../src/offline/database/copies';
import { saveClinic } from '../../../../src/offline/database/clinicRecords';
import { portalDb } from '../../../../src/offline/database/db';
import { endSignOut } from '../../../../src/offline/database/device';
import { keepLeaving, keepLook } from '../../../../src/offline/database/keepNotes';
import { saveCopy } from '../../../../src/offline/database/records';
import { readSavedOwner } from '../../../../src/offline/database/savedPage';
import { removeSession, saveSession } from '../../../../src/offline/database/session';
import { exampleShop } from '../../shop';

const at = '2026-11-21T15:00:00.000Z';
const userOf = (id: string, isGuest = false) => ({
  id,
  firstName: id,
  email: null,
  phoneCode: null,
  phoneNumber: null,
  avatar: null,
  is_guest: isGuest,
});
const session = (id: string, isGuest = false) => ({
  clinicId: 'oakwood',
  token: `token-${id}`,
  user: userOf(id, isGuest),
});
const rows = async () => (await readSavedOwner('oakwood').rows)?.copies ?? null;

beforeEach(async () => {
  const db = portalDb();
  await Promise.all(db.tables.map((table) => table.clear()));
  await saveClinic(exampleShop(), at);
  await saveSession(session('riley'));
  await saveCopy({ clinicId: 'oakwood', userId: 'riley' }, 'appointments', 'upcoming', [], at);
  await saveCopy({ clinicId: 'oakwood', userId: 'riley' }, 'client', '', null, at);
  await keepLook({ id: 'look', skin: 'system', narrow: false, clockOffset: 0 });
});

it('reads the frame with the client’s record alone, then all of this owner’s rows at this clinic', async () => {
  const db = portalDb();
  await db.records.put({
    clinicId: 'oakwood',
    userId: 'sam',
    kind: 'appointments',
    id: 'history',
    value: [],
    saved_at: at,
  });
  await db.records.put({
    clinicId: 'harbor',
    userId: 'riley',
    kind: 'appointments',
    id: 'history',
    value: [],
    saved_at: at,
  });
  const { frame, rows: all } = readSavedOwner('oakwood');
  expect(Object.keys((await frame)!.copies)).toEqual(['client/']);
  expect(await frame).toMatchObject({
    shop: { id: 'oakwood' },
    reader: { id: 'riley' },
    look: { skin: 'system', narrow: false, clockOffset: 0 },
  });
  expect(Object.keys((await all)!.copies).sort()).toEqual(['appointments/upcoming', 'client/']);
  expect(copyOf((await all)!.copies, 'appointments', 'upcoming')).toEqual({ value: [], savedAt: at });
});

it('gives an owner whose session ran out what may still be read, and a guest nothing (D-01)', async () => {
  await removeSession('oakwood', 'token-riley', userOf('riley'));
  expect(await rows()).not.toBeNull();
  await saveSession(session('guest', true));
  expect((await readSavedOwner('oakwood').rows)!.reader.id).toBe('riley');
  await removeSession('oakwood', 'token-guest');
  expect(await rows()).toBeNull();
  await saveSession(session('guest', true));
  expect(await rows()).toBeNull();
});

it('gives nothing once somebody is signing out, whatever is still saved, until an owner signs in (D-308)', async () => {
  await keepLeaving('harbor');
  expect(await rows()).not.toBeNull();
  await keepLeaving('oakwood');
  expect(await rows()).toBeNull();
  // Another tab that refreshes what it believes to be its session does not take that back for a guest.
  await saveSession(session('guest', true));
  await portalDb().sessions.put(session('riley'));
  expect(await rows()).toBeNull();
  await saveSession(session('riley'));
  expect(await rows()).not.toBeNull();
  await keepLeaving('oakwood');
  await endSignOut('oakwood');
  // What is left of the session says to the server that it is over, and opens nothing.
  expect((await portalDb().notes.toArray()).map((note) => (note as { id: string }).id)).toEqual([
    expect.stringMatching(/^ended:[\w+/]{43}=$/),
    'leaving:harbor',
    'look',
  ]);
  expect(await rows()).toBeNull();
});

it.each<[string, () => Promise<unknown>]>([
  ['no clinic', () => portalDb().clinics.clear()],
  [
    'a clinic of another shape',
    () => portalDb().clinics.put({ clinicId: 'oakwood', shop: { id: 'oakwood' }, savedAt: at }),
  ],
  [
    'another clinic in its place',
    () => portalDb().clinics.put({ clinicId: 'oakwood', shop: exampleShop({ id: 'harbor' }), savedAt: at }),
  ],
  ['a session of another shape', () => portalDb().sessions.put({ clinicId: 'oakwood', token: 7 })],
  ['no look of the page', () => portalDb().notes.clear()],
  ['a look of another shape', () => portalDb().notes.put({ id: 'look', skin: 'pink', narrow: false, clockOffset: 0 })],
])('gives nothing with %s, and deletes nothing', async (_, spoil) => {
  await spoil();
  const before = await portalDb().sessions.toArray();
  expect(await rows()).toBeNull();
  expect(await portalDb().sessions.toArray()).toEqual(before);
});
