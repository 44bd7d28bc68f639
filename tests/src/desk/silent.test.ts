import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { inboxApi } from '../../../src/desk/api/inbox';
import { selectIsOnline } from '../../../src/desk/connection';
import { signedIn } from '../../../src/desk/session/session';
import { makeStore } from '../../../src/desk/store';
import { deviceNow } from '../../../src/offline/clock';
import { tinyServer } from '../../support/tinyServer';
import { clinic, person } from './deskSupport';

const silence = vi.hoisted(() => 400);
vi.mock('../../../src/limits', async (actual) => ({ ...(await actual<object>()), deskSilenceMs: silence }));

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const list = JSON.stringify({
  success: true,
  data: {
    version: '1',
    now: new Date(deviceNow()).toISOString(),
    rows: [],
    answer_within_hours: null,
    next_visits: [],
  },
});

/** Reads the list from a server that answers in its own way. */
async function reading(answer: (to: ServerResponse) => unknown) {
  const server = await tinyServer((_request, to) => void answer(to));
  onTestFinished(server.close);
  const store = makeStore({ base: server.base, now: deviceNow, uuid: () => 'key' });
  store.dispatch(signedIn({ token: 't', person, clinics: [clinic], wanted: null }));
  const began = deviceNow();
  const { error, data } = await store.dispatch(inboxApi.endpoints.inbox.initiate({ clinicId: clinic.id }));
  return { error, data, took: deviceNow() - began, isOnline: selectIsOnline(store.getState()) };
}

it.each([
  ['before its reply', () => {}],
  ['within it', (to: ServerResponse) => to.writeHead(200).write(list.slice(0, 20))],
])('takes a server that falls silent %s for no connection', { timeout: 5000 }, async (_, answer) => {
  const { error, isOnline } = await reading(answer);
  expect([error, isOnline]).toEqual([{ kind: 'network', timedOut: true }, false]);
});

it('waits for a reply that comes slowly, longer than a silence may last', async () => {
  const { data, took, isOnline } = await reading(async (to) => {
    to.writeHead(200);
    for (let at = 0; at < list.length; at += list.length / 6) {
      to.write(list.slice(at, at + list.length / 6));
      await pause(silence / 2);
    }
    to.end();
  });
  expect(took).toBeGreaterThan(2 * silence);
  expect([data?.version, isOnline]).toEqual(['1', true]);
});
