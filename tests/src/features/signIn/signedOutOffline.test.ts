// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openClinic } from '../../../../src/app/clinic/openClinic';
import { signOut } from '../../../../src/features/signIn/signOut';
import { portalDb } from '../../../../src/offline/database/db';
import { saveSession } from '../../../../src/offline/database/session';
import { endSignedOutSessions } from '../../../../src/offline/signedOut';
import { clinicOpened } from '../../../../src/state/session';
import { ok, reply, tinyServer } from '../../../support/tinyServer';
import { owner } from '../appointments/portalSupport';
import { pageStore } from '../pageStore';

/** A sign-out that the server could not hear of is told later, by what gives access to nothing (D-308). */

let server: Awaited<ReturnType<typeof tinyServer>>;
const hash = createHash('sha256').update('secret-token').digest('base64url');
const noted = async () => (await portalDb().notes.toArray()).map((row) => (row as { id: string }).id);
const asked = (path: string) => server.seen.filter(({ url }) => url.endsWith(path));

const postMessage = vi.fn();

beforeEach(async () => {
  postMessage.mockClear();
  const registration = { pushManager: { getSubscription: async () => null }, getNotifications: async () => [] };
  vi.stubGlobal('navigator', {
    serviceWorker: {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      controller: { postMessage },
    },
  });
  localStorage.clear();
  await Promise.all(portalDb().tables.map((table) => table.clear()));
  server = await tinyServer((_, response) => response.destroy());
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

async function leave() {
  await saveSession({ clinicId: 'oakwood', token: 'secret-token', user: owner });
  const store = pageStore(server.base);
  store.dispatch(clinicOpened({ clinicId: 'oakwood', saved: { token: 'secret-token', user: owner } }));
  await store.dispatch(signOut(async () => undefined));
}

it('the worker is asked to tell it, and again by the next visit; nothing of the token is kept until then', async () => {
  await leave();
  await vi.waitFor(() => expect(postMessage).toHaveBeenCalledWith({ type: 'SEND_REQUESTS' }));
  expect(await noted()).toEqual([`ended:${createHash('sha256').update('secret-token').digest('base64')}`]);
  const kept = await Promise.all(portalDb().tables.map((table) => table.toArray()));
  expect(JSON.stringify(kept)).not.toContain('secret-token');
  postMessage.mockClear();
  await pageStore(server.base).dispatch(openClinic('oakwood'));
  expect(postMessage).toHaveBeenCalledWith({ type: 'SEND_REQUESTS' });

  // What the worker does then, once.
  server.seen.length = 0;
  server.answer((_, response) => ok(response, { ended: true }));
  expect(await endSignedOutSessions(server.base)).toBe(false);
  expect(await endSignedOutSessions(server.base)).toBe(false);
  expect(await noted()).toEqual([]);
  expect(asked('/jwt/signed-out')).toMatchObject([
    { body: JSON.stringify({ token_hash: hash }), headers: { 'x-client-id': 'oakwood' } },
  ]);
  expect(asked('/jwt/signed-out')[0]!.headers.authorization).toBeUndefined();
  postMessage.mockClear();
  await pageStore(server.base).dispatch(openClinic('oakwood'));
  expect(postMessage).not.toHaveBeenCalled();
});

it('a server that broke is asked again, one that refuses is not', async () => {
  await leave();
  await vi.waitFor(() => expect(postMessage).toHaveBeenCalled());
  for (const [status, isLeft] of [
    [503, true],
    [500, true],
    [429, true],
    [404, false],
  ] as const) {
    server.answer((_, response) => reply(response, status, { success: false, code: 'internal', message: 'no' }));
    expect([status, await endSignedOutSessions(server.base)]).toEqual([status, isLeft]);
  }
  expect(await noted()).toEqual([]);
});

it('with a network the sign-out itself is heard, and nothing is left to tell', async () => {
  server.answer((_, response) => ok(response, { ended: true }));
  await leave();
  await vi.waitFor(async () => expect(await noted()).toEqual([]));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([asked('/jwt/logout').length, asked('/jwt/signed-out').length]).toEqual([1, 0]);
});
