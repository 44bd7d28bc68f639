import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProfile } from '../../../src/contract/auth';
import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('signing in with a code', () => {
  test('a guest becomes the owner of a new phone', async () => {
    const { token, user } = await server.signIn('+15125550177', { firstName: 'New Owner' });
    expect(user).toMatchObject({ is_guest: false, phoneNumber: '5125550177', firstName: 'New Owner' });
    expect(await server.api(getProfile, {}, { token })).toEqual(user);
  });
});
