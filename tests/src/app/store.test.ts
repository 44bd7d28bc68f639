import { expect, it } from 'vitest';
import { makeStore } from '../../../src/app/store';

it('sends a call that is the first thing dispatched after the API’s code has come', async () => {
  const store = makeStore({
    base: 'http://localhost:1/api',
    now: () => Date.now(),
    uuid: () => crypto.randomUUID(),
    storedSession: async () => null,
    guest: { underWay: null },
    drafts: { loaded: null },
  });
  expect(store.getState()).not.toHaveProperty('api');
  const { authApi } = await import('../../../src/api/auth');
  const asked = store.dispatch(authApi.endpoints.clientByUser.initiate({ query: { user_id: 'user-riley' } }));
  expect(Object.values(store.getState().api.queries)).toMatchObject([{ status: 'pending' }]);
  asked.abort();
  await asked;
});
