import 'fake-indexeddb/auto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { staffApi } from '../../../src/desk/api/staff';
import { selectKept, signedIn } from '../../../src/desk/session/session';
import { signOut } from '../../../src/desk/session/signOut';
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
