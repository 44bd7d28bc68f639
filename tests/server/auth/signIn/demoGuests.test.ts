import { describe, expect, test } from 'vitest';
import { createAppointment, getAppointment, listAppointments } from '../../../../src/contract/appointments';
import { updateName } from '../../../../src/contract/auth';
import { clientByUser, upsertClient } from '../../../../src/contract/clients';
import { clinicFile, knownClient } from '../../../support/clinicFile';
import { startTestServer, type TestServer } from '../../../support/server';
import { bookingBody, chicago, manyClinics, upsertBody, wednesday } from '../../booking/support';
import { refusal } from '../support';

const open = manyClinics();
const demoShop = (isDemo: boolean, isSkipped: boolean) => ({
  shop: { is_demo: isDemo, feature_settings: { skip_demo_shop_booking_otp_enabled: isSkipped } },
});

const upsert = (server: TestServer, token: string, given: Parameters<typeof upsertBody>[0] = {}) =>
  server.api(upsertClient, { body: upsertBody({ source: 'client_info_collection', ...given }) }, { token });
const book = (server: TestServer, token: string) =>
  server.api(createAppointment, { body: bookingBody(chicago(wednesday, '10:00')) }, { token });

describe('a guest at a demo clinic that skips the code (D-28)', () => {
  test('API-43 API-38 tells contacts from the form and books', async () => {
    const server = await open(demoShop(true, true));
    const { token, user } = await server.signInGuest();
    const record = await upsert(server, token, { email: 'guest@example.com', phone: '5125550123' });
    expect(await book(server, token)).toMatchObject({ items: [{ clientId: record.id }] });
    const row = await server.db.selectFrom('clients').selectAll().where('id', '=', record.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ user_id: user.id, metadata: { unverified: ['email', 'phone'] } });
  });

  test("API-43 never gets or changes a known client's record", async () => {
    const server = await open(demoShop(true, true));
    const { token } = await server.signInGuest();
    const record = await upsert(server, token, {
      first_name: 'Jo',
      last_name: 'Miller',
      email: knownClient.email,
      phone: knownClient.phone.slice(2),
    });
    expect(record.id).not.toBe(knownClient.id);
    expect((await server.signIn(knownClient.email)).user.firstName).toBeNull();
    expect(
      await server.db
        .selectFrom('clients')
        .select('changed_at')
        .where('clinic_id', '=', server.clinicId)
        .where('id', '=', knownClient.id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ changed_at: null });
  });

  test('has no portal: every other call of an owner is refused, and the record is not shown', async () => {
    const server = await open(demoShop(true, true));
    const { token, user } = await server.signInGuest();
    await upsert(server, token);
    const { id } = await book(server, token);
    expect(await refusal(server.api(clientByUser, { query: { user_id: user.id } }, { token }))).toEqual([
      401,
      'unauthorized',
    ]);
    expect(await refusal(server.api(getAppointment, { params: { id } }, { token }))).toEqual([401, 'unauthorized']);
    expect(await refusal(server.api(listAppointments, { query: { user_id: user.id } }, { token }))).toEqual([
      401,
      'unauthorized',
    ]);
    expect(
      await refusal(server.api(updateName, { params: { id: user.id }, body: { firstName: 'X Y' } }, { token })),
    ).toEqual([401, 'unauthorized']);
  });

  test("API-43 source 'verification' is taken from nobody who verified nothing", async () => {
    const server = await open(demoShop(true, true));
    const { token } = await server.signInGuest();
    expect(await refusal(upsert(server, token, { source: 'verification' }))).toEqual([401, 'unauthorized']);
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/clients/upsert',
      headers: { 'x-client-id': server.clinicId, authorization: `Bearer ${token}` },
    });
    expect(reply.statusCode).toBe(401);
  });

  test.each([
    [true, false],
    [false, true],
    [false, false],
  ])('API-43 API-38 nowhere else: demo %s, code skipped %s', async (isDemo, isSkipped) => {
    const server = await open(demoShop(isDemo, isSkipped));
    const { token } = await server.signInGuest();
    expect(await refusal(upsert(server, token))).toEqual([401, 'unauthorized']);
    expect(await refusal(book(server, token))).toEqual([401, 'unauthorized']);
  });

  test('API-43 not in production, whatever the clinic says (D-216)', async () => {
    const server = await startTestServer({
      clinicFiles: [clinicFile(demoShop(true, true))],
      env: { NODE_ENV: 'production' },
    });
    const { token } = await server.signInGuest();
    expect(await refusal(upsert(server, token))).toEqual([401, 'unauthorized']);
    await server.close();
  });
});
