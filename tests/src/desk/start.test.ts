// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { deleteDeskDb, deskDb } from '../../../src/desk/kept/db';
import {
  clinicChosen,
  clinicsRead,
  selectClinic,
  selectEnded,
  selectLeft,
  selectLost,
  sessionEnded,
} from '../../../src/desk/session/session';
import { keepSession } from '../../../src/desk/session/kept';
import { staffApi } from '../../../src/desk/api/staff';
import { startDesk } from '../../../src/desk/start';
import { announce } from '../../../src/ui/behaviour/announce';
import { makeStore } from '../../../src/desk/store';
import { deviceNow } from '../../../src/offline/clock';
import { answerBegun, selectGiven, selectNotTakenBack, undoRefused } from '../../../src/desk/undo/answers';
import { clinic, rowOf } from './deskSupport';

const other = { ...clinic, id: 'other', name: 'Willow' };
const person = { id: 'me', name: 'Marcus', email: 'm@clinic.example' };

afterEach(async () => {
  await deleteDeskDb();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

/** Starts the desk at an address for somebody whose session knows one clinic, while the server knows two. */
function start(search: string, clinics = [clinic]) {
  const reply = { success: true, data: { person, clinics: [clinic, other] } };
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal('fetch', (url: string) =>
    String(url).endsWith('/me')
      ? Promise.resolve(new Response(JSON.stringify(reply), { headers: { 'Content-Type': 'application/json' } }))
      : Promise.reject(new TypeError('no network')),
  );
  localStorage.setItem('desk-session', JSON.stringify({ token: 't', person, clinics, clinicId: clinic.id }));
  history.replaceState(null, '', `/admin/inbox${search}`);
  const store = makeStore({ base: '/api', now: deviceNow, uuid: () => 'key' });
  startDesk(store);
  return store;
}

it('goes to the clinic that the address names, also one that the person has joined since signing in', async () => {
  const store = start('?clinic=other');
  expect(selectClinic(store.getState())?.id).toBe(clinic.id);
  await vi.waitFor(() => expect(selectClinic(store.getState())?.id).toBe('other'));
});

it('stays where the person is for a clinic where they do not work', async () => {
  const store = start('?clinic=strange');
  await vi.waitFor(() => expect(store.getState().session.kept?.clinics).toHaveLength(2));
  expect(selectClinic(store.getState())?.id).toBe(clinic.id);
});

const half = { name: 'decline', tray: 'decline', client_id: null, words: 'We are full.' };
const keepHalf = () => deskDb().halves.put({ id: 'me@oak one', place: 'me@oak', itemId: 'one', draft: half });
/** As the browser tells a tab of what another one has done. */
const tell = () => window.dispatchEvent(new StorageEvent('storage', { key: 'desk-session' }));

it('says how much that was half written went with a session that was ended, also after a reload', async () => {
  await keepHalf();
  const store = start('');
  store.dispatch(sessionEnded('ended'));
  await vi.waitFor(() => expect(selectLost(store.getState())).toBe(1));
  expect(await deskDb().halves.count()).toBe(0);
  const later = makeStore({ base: '/api', now: deviceNow, uuid: () => 'key' });
  expect([selectEnded(later.getState()), selectLost(later.getState())]).toEqual(['ended', 1]);
});

it('says that the clinic is theirs no more, and what went with it, in place of another clinic', async () => {
  await keepHalf();
  const store = start('', [clinic, other]);
  store.dispatch(clinicsRead({ person, clinics: [other] }));
  expect(selectClinic(store.getState())).toBeNull();
  expect(selectLeft(store.getState())).toEqual({ names: [clinic.name], lost: 0 });
  await vi.waitFor(() => expect(selectLeft(store.getState())).toEqual({ names: [clinic.name], lost: 1 }));
  expect(await deskDb().halves.count()).toBe(0);
  store.dispatch(clinicChosen('other'));
  expect([selectClinic(store.getState())?.id, selectLeft(store.getState())]).toEqual(['other', null]);
});

it('leaves nothing in the page of a clinic that is theirs no more: neither what was said nor what was given there', async () => {
  const store = start('', [clinic, other]);
  const row = rowOf({});
  const body = { name: 'accept', version: '1' } as const;
  for (const clinicId of [clinic.id, other.id])
    store.dispatch(answerBegun({ itemId: row.id, clinicId, row, body, key: clinicId, half: null, begun: 1 }));
  const undo = { itemId: row.id, clinicId: clinic.id, about: 'Pepper', says: 'not taken back', until: 0 };
  store.dispatch(undoRefused(undo));
  announce('Pepper: not sent.');
  await vi.waitFor(() => expect(document.querySelector('[role=log]')?.textContent).toContain('Pepper'));
  announce('Pepper: once more.');
  store.dispatch(clinicsRead({ person, clinics: [other] }));
  await new Promise((done) => setTimeout(done, 300));
  expect(document.querySelector('[role=log]')?.textContent).toBe('');
  expect(Object.values(selectGiven(store.getState())).map(({ clinicId }) => clinicId)).toEqual([other.id]);
  expect(selectNotTakenBack(store.getState())).toBeNull();
  await keepHalf();
  store.dispatch(sessionEnded('ended'));
  expect(selectGiven(store.getState())).toEqual({});
  // What goes off the device goes in its own time, and would take the next test's.
  await vi.waitFor(async () => expect(await deskDb().halves.count()).toBe(0));
});

it('stays at its clinic when another tab goes to another one, also after a reload', () => {
  const store = start('', [clinic, other]);
  // The other tab has a storage of its own for its clinic.
  const own = sessionStorage.getItem('desk-clinic');
  keepSession({
    kept: { token: 't', person, clinics: [clinic, other], clinicId: 'other' },
    lastPersonId: 'me',
    ended: null,
    lost: 0,
  });
  const told = localStorage.getItem('desk-session');
  sessionStorage.setItem('desk-clinic', own ?? '');
  tell();
  expect(selectClinic(store.getState())?.id).toBe(clinic.id);
  expect(localStorage.getItem('desk-session'), 'the other tab is told nothing new').toBe(told);
  const again = makeStore({ base: '/api', now: deviceNow, uuid: () => 'key' });
  expect(selectClinic(again.getState())?.id).toBe(clinic.id);
});

it('keeps what is half written where another tab was the first to see that the session ran out', async () => {
  await keepHalf();
  const store = start('');
  localStorage.setItem('desk-ended', 'idle');
  localStorage.removeItem('desk-session');
  tell();
  expect(selectEnded(store.getState())).toBe('idle');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await deskDb().halves.count()).toBe(1);
});

it('keeps nothing where another tab signed out by hand', async () => {
  await keepHalf();
  const store = start('');
  localStorage.removeItem('desk-session');
  tell();
  expect(selectEnded(store.getState())).toBe('ended');
  await vi.waitFor(async () => expect(await deskDb().halves.count()).toBe(0));
});

it('tells a person who was taken off every clinic so, in each tab, and keeps nothing of it on the device', async () => {
  await keepHalf();
  const store = start('', [clinic, other]);
  const refused = { success: false, code: 'unauthorized', message: 'x', fields: { membership: 'removed' } };
  const headers = { 'Content-Type': 'application/json' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(refused), { status: 401, headers })));
  await store.dispatch(staffApi.endpoints.sessions.initiate({}));
  expect(selectEnded(store.getState())).toBe('removed');
  expect(selectLeft(store.getState())?.names).toEqual([clinic.name, 'Willow']);
  await vi.waitFor(() => expect(selectLost(store.getState())).toBe(1));
  expect(await deskDb().halves.count()).toBe(0);
  const later = makeStore({ base: '/api', now: deviceNow, uuid: () => 'key' });
  expect([selectEnded(later.getState()), selectLost(later.getState())]).toEqual(['removed', 1]);
});

it('tells it also where another tab was the first to hear of it', async () => {
  await keepHalf();
  const store = start('', [clinic, other]);
  localStorage.setItem('desk-ended', 'removed');
  localStorage.removeItem('desk-session');
  tell();
  expect([selectEnded(store.getState()), selectLeft(store.getState())?.names]).toEqual([
    'removed',
    [clinic.name, 'Willow'],
  ]);
  await vi.waitFor(async () => expect(await deskDb().halves.count()).toBe(0));
});

it('leaves nothing in the page of what was said, once the session is over, and says what comes after it', async () => {
  const heard = () => [...document.querySelectorAll('[role=log] p')].map(({ textContent }) => textContent);
  const store = start('');
  announce('Pepper: accepted');
  await vi.waitFor(() => expect(heard()).toEqual(['Pepper: accepted']));
  announce('Moose: declined');
  store.dispatch(sessionEnded('idle'));
  expect(heard()).toEqual([]);
  announce('Sent again.');
  await vi.waitFor(() => expect(heard()).toEqual(['Sent again.']));
});
