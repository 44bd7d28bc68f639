import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { inboxApi } from '../../../src/desk/api/inbox';
import { connectionLost } from '../../../src/desk/connection';
import { selectEnded, selectKept, signedIn } from '../../../src/desk/session/session';
import { makeStore } from '../../../src/desk/store';
import { deviceNow } from '../../../src/offline/clock';
import { reply, tinyServer } from '../../support/tinyServer';
import { clinic, deskServer } from './deskSupport';

const person = { id: 'me', name: 'Marcus', email: 'm@clinic.example' };

it('is not back by the answer to what was asked before the network was lost, but by the next', async () => {
  const server = await deskServer();
  onTestFinished(server.close);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  server.state.reads = () => released;
  const store = makeStore({ base: server.base, now: deviceNow, uuid: () => 'key' });
  store.dispatch(signedIn({ token: 't', person, clinics: [clinic], wanted: null }));
  const isOnline = () => store.getState().connection.isOnline;

  const asked = store.dispatch(
    inboxApi.endpoints.inboxItem.initiate({ params: { id: 'request-1' }, clinicId: clinic.id }),
  );
  await vi.waitFor(() => expect(server.seen).toHaveLength(1));
  store.dispatch(connectionLost());
  release();
  expect((await asked).data?.row.id).toBe('request-1');
  expect(isOnline()).toBe(false);
  await asked.refetch();
  expect(isOnline()).toBe(true);
});

it.each([
  ['a page', (to: ServerResponse) => void to.writeHead(401, { 'Content-Type': 'text/html' }).end('<h1>401</h1>')],
  ['JSON of its own', (to: ServerResponse) => reply(to, 401, { message: 'Unauthorized' })],
])(
  'takes a 401 of what stands between for no connection, and not for the end of the session: %s',
  async (_, refuse) => {
    const server = await tinyServer(({ url }, to) =>
      url.endsWith('/health') ? reply(to, 200, { status: 'ok', version: '1' }) : refuse(to),
    );
    onTestFinished(server.close);
    const store = makeStore({ base: server.base, now: deviceNow, uuid: () => 'key' });
    store.dispatch(signedIn({ token: 't', person, clinics: [clinic], wanted: null }));
    const { error } = await store.dispatch(inboxApi.endpoints.inbox.initiate({ clinicId: clinic.id }));
    expect(error).toEqual({ kind: 'network', timedOut: false });
    expect([selectKept(store.getState())?.token, selectEnded(store.getState())]).toEqual(['t', null]);
    expect(store.getState().connection.isOnline).toBe(false);

    server.answer((_request, to) => reply(to, 401, { success: false, code: 'unauthorized', message: 'x' }));
    await store.dispatch(inboxApi.endpoints.inbox.initiate({ clinicId: clinic.id }, { forceRefetch: true }));
    expect([selectKept(store.getState()), selectEnded(store.getState())]).toEqual([null, 'ended']);
  },
);
