import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { authApi } from '../../../src/api/auth';
import { ROLE_CUSTOMER } from '../../../src/contract/auth';
import { loadSession, saveSession } from '../../../src/offline/database/session';
import { ok, tinyServer } from '../../support/tinyServer';
import { apiStore, guest, owner } from './support';

it('a sign-in is on the device before anything follows from it: a page that is left at once is signed in (D-26)', async () => {
  const server = await tinyServer((_, response) => ok(response, owner()));
  await saveSession({ clinicId: 'oakwood', ...guest() });
  const store = apiStore(server.base, guest());
  const answer = await store.dispatch(
    authApi.endpoints.verifyCode.initiate({
      body: { code: '123456', email: 'riley@example.com', phoneNumber: null, phoneCode: '1', role: ROLE_CUSTOMER },
    }),
  );
  expect(answer.data).toMatchObject({ token: 'owner-1' });
  expect(await loadSession('oakwood')).toMatchObject({ token: 'owner-1', user: { id: 'user-riley' } });
  await server.close();
});
