import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTimes } from '../../../src/contract/availability';
import { clinicFile, product } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    env: { INTERNAL_EMAIL_DOMAIN: 'vets.example' },
    clinicFiles: [
      clinicFile({
        rooms: [{ id: 'room-1', name: 'Room 1' }],
        products: [product({ id: 'exam', needs_room: true }), product({ id: 'plain' })],
      }),
    ],
  });
});
afterAll(() => server.close());

const firstTime = async (token: string | null, productId = 'exam') => {
  const body = {
    productIds: [productId],
    date: '2026-11-25',
    providerIds: ['ada'],
    days_to_check: 4,
    max_attempts: 10,
  };
  const found = await server.api(openTimes, { body }, { token });
  return found.data.flatMap(({ times }) => times)[0];
};

test('API-29: tells staff the name of a start’s room, and nobody else (ROLE-01, D-14)', async () => {
  const staff = (await server.signIn('desk@vets.example')).token;
  expect(await firstTime(staff)).toMatchObject({ provider_id: 'ada', room_id: 'room-1', room_name: 'Room 1' });
  expect(await firstTime(staff, 'plain')).toMatchObject({ room_id: null, room_name: null });
  const jo = (await server.signIn('jo@example.com')).token;
  for (const token of [null, (await server.signInGuest()).token, jo])
    expect(await firstTime(token)).not.toHaveProperty('room_name');
});
