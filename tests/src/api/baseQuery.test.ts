import { afterEach, describe, expect, it } from 'vitest';
import { authApi } from '../../../src/api/auth';
import { connectionLost, serverClockSeen } from '../../../src/state/connection';
import { selectOwner, selectReader, sessionLost, sessionStarted, signedOut } from '../../../src/state/session';
import { bookingApi } from '../../../src/features/booking/api';
import { textUsApi } from '../../../src/features/textUs/api';
import { trackingApi } from '../../../src/features/tracking/api';
import { ok, portals, reply, tinyServer } from '../../support/tinyServer';
import { apiStore, guest, owner } from './support';

type Server = Awaited<ReturnType<typeof tinyServer>>;
const open: Server[] = [];
const serve = async (answer: Parameters<typeof tinyServer>[0]) => {
  const server = await tinyServer(answer);
  open.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const ranOut = { 'WWW-Authenticate': 'Bearer error="invalid_token", error_description="expired"' };
const refused = { success: false, code: 'unauthorized', message: 'Please sign in again.' };
const sam = { token: 'sam-1', user: { ...owner().user, id: 'user-sam' } };
const checkAccess = (contacts: { email?: string; phone?: string }) =>
  authApi.endpoints.checkAccess.initiate({ body: contacts });
const profileName = authApi.endpoints.updateName.initiate({
  params: { id: 'user-riley' },
  body: { firstName: 'Riley Park' },
});
const clientOf = (id: string) => authApi.endpoints.clientByUser.initiate({ query: { user_id: id } });
const textUs = (key?: string) =>
  textUsApi.endpoints.textUs.initiate({ body: { phone_number: '5125550142' }, ...(key ? { key } : {}) });
const receipt = { id: 'm1', created_at: '2026-11-21T15:00:00.000Z' };

describe('what is sent', () => {
  it('sends open calls with the clinic, and without a session when there is none', async () => {
    const server = await serve((_, response) =>
      reply(response, 404, { success: false, code: 'not_found', message: 'Not found' }),
    );
    const store = apiStore(server.base);
    await store.dispatch(bookingApi.endpoints.listSpecies.initiate({}));
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/api/appointment/v1/appointments/species' });
    expect(server.seen[0]?.headers['x-client-id']).toBe('oakwood');
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('sends the token, the body as JSON and a fresh Idempotency-Key for each creating write', async () => {
    const server = await serve((_, response) => ok(response, receipt));
    const store = apiStore(server.base, owner());
    await store.dispatch(textUs());
    await store.dispatch(textUs());
    const [first, second] = server.seen;
    expect(first?.headers.authorization).toBe('Bearer owner-1');
    expect(first?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(first?.body ?? '')).toEqual({ phone_number: '5125550142' });
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
  });

  it("keeps the caller's Idempotency-Key over several tries", async () => {
    const server = await serve((_, response) => ok(response, receipt));
    const store = apiStore(server.base, owner());
    await store.dispatch(textUs('00000000-0000-4000-8000-00000000abcd'));
    expect(server.seen[0]?.headers['idempotency-key']).toBe('00000000-0000-4000-8000-00000000abcd');
  });
});

describe('the guest session', () => {
  it('is opened by the first call that needs a token, once for calls at the same time', async () => {
    const server = await serve((request, response) =>
      request.url.endsWith('/guest-sign-in') ? ok(response, guest()) : ok(response, { pass: true }),
    );
    const store = apiStore(server.base);
    await Promise.all([
      store.dispatch(checkAccess({ phone: '5125550142' })),
      store.dispatch(checkAccess({ email: 'a@example.com' })),
    ]);
    expect(server.seen.map((each) => each.url.split('/').at(-1))).toEqual(['guest-sign-in', 'access', 'access']);
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
    expect(server.seen[1]?.headers.authorization).toBe('Bearer guest-1');
    expect(store.getState().session).toMatchObject({ token: 'guest-1', user: { is_guest: true } });
  });

  it('is not opened over the one that another tab has on the device', async () => {
    const server = await serve((_, response) => ok(response, { pass: true }));
    const store = apiStore(server.base, undefined, { storedSession: async () => owner('owner-2') });
    await store.dispatch(checkAccess({ phone: '5125550142' }));
    expect(server.seen.map(({ url, headers }) => [url.split('/').at(-1), headers.authorization])).toEqual([
      ['access', 'Bearer owner-2'],
    ]);
    expect(selectOwner(store.getState())?.id).toBe(owner().user.id);
  });

  it('is renewed once when the server has forgotten it, and the call is sent again', async () => {
    const server = await serve((request, response) => {
      if (request.url.endsWith('/guest-sign-in')) ok(response, guest('guest-2'));
      else if (request.headers.authorization === 'Bearer guest-2') ok(response, { pass: true });
      else reply(response, 401, refused);
    });
    const store = apiStore(server.base, guest('guest-1'));
    const result = await store.dispatch(checkAccess({ phone: '5125550142' }));
    expect(result.data).toEqual({ pass: true });
    expect(store.getState().session.token).toBe('guest-2');
  });

  it('has become an owner while a call of theirs is under way: the refused call goes out once more as the owner', async () => {
    let refuse = () => {};
    const server = await serve((request, response) => {
      if (request.headers.authorization === 'Bearer owner-1') return ok(response, { pass: true });
      refuse = () => reply(response, 401, refused);
    });
    const store = apiStore(server.base, guest('guest-1'));
    const asked = store.dispatch(checkAccess({ phone: '5125550142' }));
    await expect.poll(() => server.seen.length).toBe(1);
    store.dispatch(sessionStarted(owner('owner-1')));
    refuse();
    expect((await asked).data).toEqual({ pass: true });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer guest-1', 'Bearer owner-1']);
    expect(store.getState().session.token).toBe('owner-1');
  });

  it('outlives the refusal of what is told beside a visit, since a lost answer may have made the guest an owner (D-18)', async () => {
    const server = await serve((_, response) => reply(response, 401, refused));
    const store = apiStore(server.base, guest('guest-1'));
    const body = { session_id: 'visit-1', last_recorded_step: 2 };
    await store.dispatch(trackingApi.endpoints.recordBookingSession.initiate({ body }));
    expect(server.seen.map(({ url }) => url.split('/').at(-1))).toEqual(['booking_sessions']);
    expect(store.getState().session.token).toBe('guest-1');
  });

  it('is renewed no second time', async () => {
    const server = await serve((request, response) =>
      request.url.endsWith('/guest-sign-in') ? ok(response, guest('guest-2')) : reply(response, 401, refused),
    );
    const store = apiStore(server.base, guest('guest-1'));
    const result = await store.dispatch(checkAccess({ phone: '5125550142' }));
    expect(result.error).toMatchObject({ kind: 'http', status: 401 });
    expect(server.seen).toHaveLength(3);
  });
});

describe('a guest whom a new session does not help', () => {
  const turnedAway = () =>
    serve((request, response) =>
      request.url.endsWith('/guest-sign-in') ? ok(response, guest('guest-2')) : reply(response, 401, refused),
    );

  it('is told, once, when the second try is refused as well', async () => {
    const server = await turnedAway();
    const store = apiStore(server.base, guest('guest-1'));
    await store.dispatch(textUs());
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer guest-1',
      undefined,
      'Bearer guest-2',
    ]);
    expect(store.getState().toasts.map(({ text }) => text)).toEqual([
      'Oops! Something went wrong. Please try again in a few seconds.',
    ]);
  });

  it('hears nothing of a silent call, and an owner who is signed out hears nothing either', async () => {
    const server = await turnedAway();
    const asGuest = apiStore(server.base, guest('guest-1'));
    await asGuest.dispatch(authApi.endpoints.findAndSync.initiate({ body: { id: 'c', user_id: 'u', search: '' } }));
    const asOwner = apiStore(server.base, owner());
    await asOwner.dispatch(clientOf('user-riley'));
    expect([...asGuest.getState().toasts, ...asOwner.getState().toasts]).toEqual([]);
  });
});

describe("a guest at an owner's call", () => {
  it('keeps its session, and with it its hold', async () => {
    const server = await serve((_, response) => reply(response, 401, refused));
    const store = apiStore(server.base, guest('guest-1'));
    await store.dispatch(profileName);
    await store.dispatch(clientOf('user-riley'));
    expect(server.seen).toHaveLength(2);
    expect(store.getState().session.token).toBe('guest-1');
  });

  it('is not sent where the owner is signed out while their own call is under way', async () => {
    let refuse = () => {};
    const server = await serve((_, response) => (refuse = () => reply(response, 401, refused)));
    const store = apiStore(server.base, owner());
    const answered = store.dispatch(clientOf('user-riley'));
    await expect.poll(() => server.seen.length).toBe(1);
    store.dispatch(sessionLost('ended'));
    refuse();
    await answered;
    expect(server.seen).toHaveLength(1);
    expect(store.getState().session.token).toBeNull();
  });
});

describe('a session that slides', () => {
  it.each([
    ['with another token', () => {}, owner('owner-2')],
    [
      'and stays signed out',
      (store: ReturnType<typeof apiStore>) => void store.dispatch(signedOut()),
      { token: null, user: null },
    ],
    [
      'and stays another owner',
      (store: ReturnType<typeof apiStore>) =>
        void store.dispatch(sessionStarted({ token: 'sam-1', user: { ...owner().user, id: 'user-sam' } })),
      { token: 'sam-1', user: { id: 'user-sam' } },
    ],
  ])('goes on %s (D-26)', async (_, meanwhile, then) => {
    let go = () => {};
    const server = await serve((_request, response) => (go = () => ok(response, owner('owner-2'))));
    const store = apiStore(server.base, owner());
    const answered = store.dispatch(authApi.endpoints.refreshToken.initiate({}));
    await expect.poll(() => server.seen.length).toBe(1);
    meanwhile(store);
    go();
    await answered;
    expect(store.getState().session).toMatchObject(then);
  });
});

describe('a refused owner', () => {
  it('is signed out softly', async () => {
    const server = await serve((_, response) => reply(response, 401, refused));
    const store = apiStore(server.base, owner());
    await store.dispatch(clientOf('user-riley'));
    expect(store.getState().session).toMatchObject({ clinicId: 'oakwood', token: null, user: null });
    expect(store.getState().toasts).toEqual([]);
  });

  it.each([
    ['whose session ran out stays the reader of what is saved', ranOut, 'user-riley'],
    ['whose session was ended does not', { 'WWW-Authenticate': 'Bearer' }, undefined],
  ])('%s (D-01)', async (_, challenge, reader) => {
    const server = await serve((request, response) =>
      request.url.endsWith('/guest-sign-in')
        ? ok(response, guest())
        : request.headers.authorization === 'Bearer guest-1'
          ? ok(response, { pass: true })
          : reply(response, 401, refused, challenge),
    );
    const store = apiStore(server.base, owner());
    await store.dispatch(clientOf('user-riley'));
    expect([selectOwner(store.getState()), selectReader(store.getState())?.id]).toEqual([null, reader]);
    // A guest's session, which the sign-in screen needs, changes nothing of that; signing in does.
    await store.dispatch(checkAccess({ phone: '5125550142' }));
    expect(selectReader(store.getState())?.id).toBe(reader);
    store.dispatch(sessionStarted(sam));
    expect([selectReader(store.getState())?.id, store.getState().session.lapsed]).toEqual(['user-sam', null]);
  });

  it('goes on with the token that another tab was given meanwhile', async () => {
    const server = await serve((request, response) =>
      request.headers.authorization === 'Bearer owner-2' ? ok(response, null) : reply(response, 401, refused),
    );
    const store = apiStore(server.base, owner('owner-1'), { storedSession: async () => owner('owner-2') });
    const result = await store.dispatch(clientOf('user-riley'));
    expect(result.data).toBeNull();
    expect(store.getState().session.token).toBe('owner-2');
  });

  it('is not sent again in the name of another owner, who is on the device by now', async () => {
    const server = await serve((_, response) => reply(response, 401, refused));
    const store = apiStore(server.base, owner('owner-1'), { storedSession: async () => sam });
    expect((await store.dispatch(clientOf('user-riley'))).error).toEqual({ kind: 'aborted' });
    expect(server.seen).toHaveLength(1);
    // Who follows whom is the news of the tab in which it happened.
    expect(store.getState()).toMatchObject({ session: { token: 'owner-1' }, toasts: [] });
  });

  it('is not sent again in the name of another owner, who has signed in here meanwhile', async () => {
    let refuse = () => undefined as void;
    const held = new Promise<void>((resolve) => (refuse = resolve));
    const server = await serve(async (request, response) => {
      if (request.headers.authorization !== 'Bearer owner-1') return ok(response, null);
      await held;
      reply(response, 401, refused);
    });
    const store = apiStore(server.base, owner('owner-1'));
    const asked = store.dispatch(clientOf('user-riley'));
    await expect.poll(() => server.seen.length).toBe(1);
    store.dispatch(sessionStarted(sam));
    refuse();
    expect((await asked).error).toEqual({ kind: 'aborted' });
    expect(server.seen).toHaveLength(1);
    expect(selectOwner(store.getState())?.id).toBe('user-sam');
  });

  it('stays signed in when a silent call is refused', async () => {
    const server = await serve((_, response) => reply(response, 401, refused));
    const store = apiStore(server.base, owner());
    await store.dispatch(profileName);
    expect(store.getState().session.token).toBe('owner-1');
  });
});

describe('no answer', () => {
  it('tries a GET once more before it believes to be offline', async () => {
    let count = 0;
    const server = await serve((_, response) => {
      if (++count === 1) response.destroy();
      else ok(response, null);
    });
    const store = apiStore(server.base, owner());
    const result = await store.dispatch(clientOf('user-riley'));
    expect(result.data).toBeNull();
    expect(server.seen).toHaveLength(2);
    expect(store.getState().connection.isOnline).toBe(true);
  });

  it('is offline after two, with no toast and nobody signed out', async () => {
    const server = await serve((_, response) => response.destroy());
    const store = apiStore(server.base, owner());
    const result = await store.dispatch(clientOf('user-riley'));
    expect(result.error).toEqual({ kind: 'network', timedOut: false });
    expect(store.getState()).toMatchObject({
      connection: { isOnline: false },
      toasts: [],
      session: { token: 'owner-1' },
    });
  });

  it('stays offline when the answer to an earlier call comes in, and is back with that to a later one', async () => {
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const server = await serve(async (_, response) => {
      await held;
      ok(response, null);
    });
    const store = apiStore(server.base, owner());
    const asked = store.dispatch(clientOf('user-riley'));
    await expect.poll(() => server.seen.length).toBe(1);
    store.dispatch(connectionLost());
    letGo();
    expect((await asked).data).toBeNull();
    expect(store.getState().connection.isOnline).toBe(false);
    await store.dispatch(clientOf('user-sam'));
    expect(store.getState().connection.isOnline).toBe(true);
  });

  it('sends a write only once', async () => {
    const server = await serve((_, response) => response.destroy());
    const store = apiStore(server.base, owner());
    await store.dispatch(textUs());
    expect(server.seen).toHaveLength(1);
  });

  it('is over with the next answer', async () => {
    const server = await serve((_, response) => response.destroy());
    const store = apiStore(server.base, owner());
    await store.dispatch(textUs());
    server.answer((_, response) => ok(response, receipt));
    await store.dispatch(textUs());
    expect(store.getState().connection.isOnline).toBe(true);
  });

  it('does not count a call that its caller gave up', async () => {
    const server = await serve(() => undefined);
    const store = apiStore(server.base, owner());
    const running = store.dispatch(textUs());
    await expect.poll(() => server.seen.length).toBe(1);
    running.abort();
    await running;
    expect(store.getState().connection.isOnline).toBe(true);
  });
});

describe('what comes back', () => {
  it('refuses a reply that does not fit the contract', async () => {
    const server = await serve(({ url }, response) =>
      url === '/api/health' ? reply(response, 200, { status: 'ok', version: '1' }) : ok(response, { id: 7 }),
    );
    const store = apiStore(server.base, owner());
    const result = await store.dispatch(textUs());
    expect(result.error).toMatchObject({ kind: 'malformed', status: 200 });
    expect(store.getState().connection.isOnline).toBe(true);
    expect(store.getState().toasts.map((toast) => toast.text)).toEqual(['An unknown error occurred']);
  });

  describe.each(Object.entries(portals))('a captive portal that answers with %s', (_, answer) => {
    it.each(['read', 'written'])('is no network for what is %s: nothing is said, nobody signed out', async (what) => {
      const server = await serve((_, response) => answer(response));
      const store = apiStore(server.base, owner());
      const result = what === 'read' ? await store.dispatch(clientOf('user-riley')) : await store.dispatch(textUs());
      expect(result.error).toEqual({ kind: 'network', timedOut: false });
      expect(store.getState().connection).toMatchObject({ isOnline: false, clockOffset: 0, isClockHeard: false });
      expect(store.getState().session.token).toBe('owner-1');
      expect(store.getState().toasts).toEqual([]);
    });

    it('is no network for a guest either, who comes back by the same call', async () => {
      const server = await serve((_, response) => answer(response));
      const store = apiStore(server.base);
      expect((await store.dispatch(checkAccess({ phone: '5125550142' }))).error).toMatchObject({ kind: 'network' });
      server.answer(({ url }, response) => ok(response, url.includes('guest') ? guest() : { pass: true }));
      await store.dispatch(checkAccess({ phone: '5125550142' }));
      expect(store.getState().connection.isOnline).toBe(true);
    });
  });

  it("leaves a gateway's failure, and a refusal in other words of a server that is there, what they are", async () => {
    const server = await serve((_, response) =>
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    );
    const store = apiStore(server.base, owner());
    expect((await store.dispatch(textUs())).error).toMatchObject({ kind: 'http', status: 502 });
    expect(server.seen.map(({ url }) => url)).not.toContain('/api/health');
    server.answer(({ url }, response) =>
      url === '/api/health'
        ? reply(response, 200, { status: 'ok', version: '1' })
        : response.writeHead(413).end('Too large'),
    );
    expect((await store.dispatch(textUs())).error).toMatchObject({ kind: 'http', status: 413 });
    expect(store.getState().connection.isOnline).toBe(true);
  });

  it('shows the message of success false, also with status 200', async () => {
    const server = await serve((_, response) =>
      reply(response, 200, { success: false, message: 'The clinic is closed.' }),
    );
    const store = apiStore(server.base, owner());
    await store.dispatch(textUs());
    expect(store.getState().toasts.map((toast) => toast.text)).toEqual(['The clinic is closed.']);
  });

  it("learns how far the device's clock is from the server's", async () => {
    const server = await serve((_, response) =>
      reply(response, 200, { success: true, data: receipt }, { Date: 'Sat, 21 Nov 2026 15:10:00 GMT' }),
    );
    const store = apiStore(server.base, owner(), { now: () => Date.parse('2026-11-21T15:00:00Z') });
    await store.dispatch(textUs());
    expect(store.getState().connection.clockOffset).toBe(10 * 60_000);
  });

  it('takes a reply during which the device slept for no other clock', async () => {
    const start = Date.parse('2026-11-21T15:00:00Z');
    let device = start;
    const server = await serve((_, response) => {
      const at = new Date(device).toUTCString();
      device += 9 * 60_000;
      reply(response, 200, { success: true, data: receipt }, { Date: at });
    });
    const store = apiStore(server.base, owner(), { now: () => device });
    await store.dispatch(textUs());
    expect(store.getState().connection).toMatchObject({ clockOffset: 0, isClockHeard: true });
  });

  it.each([
    [
      'a reply that took long, from a server that is surely ahead',
      0,
      { sent: 0, device: 60_000, server: 90_000 },
      30_000,
    ],
    [
      'a reply that took long, from a server that is surely behind',
      0,
      { sent: 0, device: 60_000, server: -20_000 },
      -20_000,
    ],
    ['a reply that took long and fits', -30_000, { sent: 0, device: 60_000, server: 0 }, -30_000],
    ['a quick reply after the clock was set', -30_000, { sent: 0, device: 300, server: 0 }, 0],
    ['a clock that was set back meanwhile', 0, { sent: 600_000, device: 0, server: 600_300 }, 0],
  ])('goes by %s', (_, before, seen, after) => {
    const store = apiStore('');
    store.dispatch(serverClockSeen({ sent: 0, device: 0, server: before }));
    store.dispatch(serverClockSeen(seen));
    expect(store.getState().connection.clockOffset).toBe(after);
  });

  it("believes no captive portal's clock", async () => {
    const server = await serve((_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/html', Date: 'Thu, 01 Jan 1970 00:00:00 GMT' })
        .end('<h1>Welcome to the train</h1>'),
    );
    const store = apiStore(server.base, owner(), { now: () => Date.parse('2026-11-21T15:00:00Z') });
    await store.dispatch(textUs());
    expect(store.getState().connection).toMatchObject({ clockOffset: 0, isClockHeard: false });
  });
});
