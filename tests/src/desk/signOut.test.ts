import 'fake-indexeddb/auto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { staffApi } from '../../../src/desk/api/staff';
import { draftKept } from '../../../src/desk/kept/drafts';
import { deskDb } from '../../../src/desk/kept/db';
import { leaveAsked, selectAsked, selectKept, signedIn } from '../../../src/desk/session/session';
import { askToSignOut, signOut } from '../../../src/desk/session/signOut';
import { makeStore } from '../../../src/desk/store';
import { deviceNow } from '../../../src/offline/clock';
import { ok, tinyServer } from '../../support/tinyServer';
import { clinic } from './deskSupport';

it('asks for nothing with a session that is being ended, and is gone once the server knows', async () => {
  let isEnded = () => {};
  const server = await tinyServer((request, response) => {
    if (request.method === 'DELETE') isEnded = () => ok(response, { done: true });
    else ok(response, []);
  });
  onTestFinished(server.close);
  const assign = vi.fn();
  vi.stubGlobal('location', { assign, search: '' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const store = makeStore({ base: server.base, now: deviceNow, uuid: () => 'key' });
  const person = { id: 'me', name: 'Marcus', email: 'm@clinic.example' };
  store.dispatch(signedIn({ token: 't', person, clinics: [clinic], wanted: null }));
  const list = store.dispatch(staffApi.endpoints.sessions.initiate({}));
  await list;

  const leaving = store.dispatch(signOut());
  await vi.waitFor(() => expect(server.seen.at(-1)?.method).toBe('DELETE'));
  await list.refetch();
  isEnded();
  await leaving;
  expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  expect(selectKept(store.getState())).toBeNull();
  expect(assign).toHaveBeenCalledWith('/login');
});

const half = { name: 'offer' as const, tray: 'offer' as const, client_id: null, times: [] };
const picked = { at: '2026-11-24T14:00:00.000Z', provider_id: null, clinician: null };

/** A page of somebody who works at two clinics, with the first one open. */
async function signedInAtTwo() {
  const server = await tinyServer((_request, response) => ok(response, { done: true }));
  onTestFinished(server.close);
  vi.stubGlobal('location', { assign: vi.fn(), search: '' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const store = makeStore({ base: server.base, now: deviceNow, uuid: () => 'key' });
  const person = { id: 'me', name: 'Marcus', email: 'm@clinic.example' };
  const willow = { ...clinic, id: 'willow', name: 'Willow' };
  store.dispatch(signedIn({ token: 't', person, clinics: [clinic, willow], wanted: clinic.id }));
  return { store, server };
}

it('asks first where something is half written, at the open clinic or another one, and signs out only when told to', async () => {
  const { store, server } = await signedInAtTwo();
  store.dispatch(draftKept({ itemId: 'request-1', draft: { ...half, times: [picked] } }));
  const words = { name: 'decline', tray: 'decline', client_id: null, words: 'We are full.' };
  await deskDb().halves.put({ id: 'me@willow request-2', place: 'me@willow', itemId: 'request-2', draft: words });
  await store.dispatch(askToSignOut());
  expect(selectAsked(store.getState())).toEqual([
    'An item: 1 time to offer',
    'An item at Willow: a reason to decline: “We are full.”',
  ]);
  expect(server.seen).toEqual([]);
  store.dispatch(leaveAsked(null));
  expect(selectKept(store.getState())).not.toBeNull();
  expect(await deskDb().halves.count()).toBe(1);
  await store.dispatch(signOut());
  expect(selectKept(store.getState())).toBeNull();
  expect(await deskDb().halves.count()).toBe(0);
});

it('leaves on the device what a colleague has half written there, whose session ran out, and no list', async () => {
  const { store } = await signedInAtTwo();
  const draft = { name: 'decline', tray: 'decline', client_id: null, words: 'We are full.' };
  const list = { version: '1', now: '2026-11-24T14:00:00.000Z', rows: [], answer_within_hours: null, next_visits: [] };
  await deskDb().copies.put({ id: 'ben@willow', list: { ...list, asked: 1 }, readAt: 1 });
  for (const who of ['ben', 'me'])
    // One after the other is enough for two.
    // oxlint-disable-next-line no-await-in-loop
    await deskDb().halves.put({ id: `${who}@willow request-2`, place: `${who}@willow`, itemId: 'request-2', draft });
  await store.dispatch(signOut());
  expect((await deskDb().halves.toArray()).map(({ place }) => place)).toEqual(['ben@willow']);
  expect(await deskDb().copies.count()).toBe(0);
  await deskDb().halves.clear();
});

it('signs out without a question where nothing would be missed', async () => {
  const { store } = await signedInAtTwo();
  store.dispatch(draftKept({ itemId: 'request-1', draft: half }));
  await store.dispatch(askToSignOut());
  expect(selectKept(store.getState())).toBeNull();
});

it('signs out and leaves nothing also where the part that reads the device could not be loaded', async () => {
  vi.doMock('../../../src/desk/kept/keeping', () => ({
    get halvesOf(): never {
      throw new Error('no network');
    },
    get forgetPerson(): never {
      throw new Error('no network');
    },
  }));
  onTestFinished(() => vi.doUnmock('../../../src/desk/kept/keeping'));
  const { store } = await signedInAtTwo();
  await deskDb().halves.count();
  deskDb().close();
  await store.dispatch(askToSignOut());
  expect(selectKept(store.getState())).toBeNull();
  expect(location.assign).toHaveBeenCalledWith('/login');
  await vi.waitFor(async () => expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('desk'));
});
