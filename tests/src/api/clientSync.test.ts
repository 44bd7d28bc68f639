// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { authApi } from '../../../src/api/auth';
import { forgetClientSyncs, isClientSynced } from '../../../src/offline/clientSyncs';
import { ok, reply, tinyServer } from '../../support/tinyServer';
import { apiStore, owner } from './support';

const record = { id: 'client-1', first_name: 'Riley', last_name: 'Park', email: null, phone: null, patients: [] };
let server: Awaited<ReturnType<typeof tinyServer>>;
let isBroken = false;
let client: typeof record | null = record;
beforeEach(async () => {
  localStorage.clear();
  isBroken = false;
  client = record;
  server = await tinyServer((request, response) => {
    if (request.url.includes('/by_user_id')) return ok(response, client);
    return isBroken ? reply(response, 500, { success: false, code: 'internal', message: 'no' }) : ok(response, record);
  });
});
afterEach(() => server.close());

const synced = () =>
  server.seen.filter(({ url }) => url.endsWith('/find_and_sync')).map(({ body }) => JSON.parse(body) as unknown);
async function visit() {
  const store = apiStore(server.base, owner());
  await store.dispatch(authApi.endpoints.clientByUser.initiate({ query: { user_id: 'user-riley' } }));
  return store;
}

it('runs once for a user and a client, remembered in local storage (SESS-03, D-36)', async () => {
  await visit();
  await vi.waitFor(() => expect(localStorage.getItem('client-sync:user-riley:client-1')).not.toBeNull());
  await visit();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(synced()).toEqual([{ id: 'client-1', user_id: 'user-riley', search: '5125550142' }]);
});

it('is tried again after a failure, of which nobody hears', async () => {
  isBroken = true;
  const store = await visit();
  await vi.waitFor(() => expect(synced()).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(store.getState().toasts).toEqual([]);
  expect(isClientSynced('user-riley', 'client-1')).toBe(false);
  isBroken = false;
  await visit();
  await vi.waitFor(() => expect(isClientSynced('user-riley', 'client-1')).toBe(true));
});

it('does not run without a client', async () => {
  client = null;
  await visit();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(synced()).toEqual([]);
});

it('is forgotten with the user (D-08)', async () => {
  localStorage.setItem('client-sync:user-riley:client-1', 'done');
  localStorage.setItem('client-sync:user-sam:client-2', 'done');
  forgetClientSyncs((userId) => userId === 'user-riley');
  expect(Object.keys(localStorage)).toEqual(['client-sync:user-sam:client-2']);
});
