import { expect, it, onTestFinished, vi } from 'vitest';
import { inboxApi } from '../../../src/desk/api/inbox';
import { connectionLost } from '../../../src/desk/connection';
import { signedIn } from '../../../src/desk/session/session';
import { makeStore } from '../../../src/desk/store';
import { deviceNow } from '../../../src/offline/clock';
import { clinic, deskServer } from './deskSupport';

it('is not back by the answer to what was asked before the network was lost, but by the next', async () => {
  const server = await deskServer();
  onTestFinished(server.close);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  server.state.reads = () => released;
  const store = makeStore({ base: server.base, now: deviceNow, uuid: () => 'key' });
  const person = { id: 'me', name: 'Marcus', email: 'm@clinic.example' };
  store.dispatch(signedIn({ token: 't', person, clinics: [clinic], wanted: null }));
  const isOnline = () => store.getState().connection.isOnline;

  const asked = store.dispatch(inboxApi.endpoints.inboxItem.initiate({ params: { id: 'request-1' } }));
  await vi.waitFor(() => expect(server.seen).toHaveLength(1));
  store.dispatch(connectionLost());
  release();
  expect((await asked).data?.row.id).toBe('request-1');
  expect(isOnline()).toBe(false);
  await asked.refetch();
  expect(isOnline()).toBe(true);
});
