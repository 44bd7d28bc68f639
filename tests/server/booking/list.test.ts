import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getAppointment, listAppointments } from '../../../src/contract/appointments';
import { clinicFile, knownClient } from '../../support/clinicFile';
import { startTestServer, type TestServer } from '../../support/server';
import { owner, type Owner } from './support';

let server: TestServer;
let jo: Owner;
const appointment = (id: string, fromDate: string, given: object = {}) => ({
  id,
  client_id: 'client-jo',
  patient_id: 'patient-rex',
  product_id: 'exam',
  provider_id: 'ada',
  fromDate,
  status: 'ACCEPTED' as const,
  ...given,
});

beforeAll(async () => {
  const file = clinicFile({
    clients: [knownClient, { id: 'casey', email: 'casey@example.com', created_at: '2024-01-01T00:00:00Z' }],
    appointments: [
      appointment('soon', '2026-11-23T15:00:00Z'),
      appointment('later', '2026-11-24T15:00:00Z', {
        status: 'DECLINED',
        provider_id: undefined,
        patient_id: undefined,
      }),
      appointment('now', '2026-11-21T15:00:00Z'),
      appointment('past', '2026-11-20T15:00:00Z'),
      appointment('long-past', '2025-11-20T15:00:00Z'),
      { ...appointment('others', '2026-11-25T15:00:00Z'), client_id: 'casey', patient_id: undefined },
    ],
  });
  server = await startTestServer({ clinicFiles: [file] });
  jo = await owner(server, 'jo@example.com');
});
afterAll(() => server.close());

const list = async (query: { type?: string; size?: string } = {}, who = jo) =>
  (await server.api(listAppointments, { query: { user_id: who.userId, ...query } }, { token: who.token })).content.map(
    (one) => one.id,
  );

describe("API-34 API-62: an owner's appointments", () => {
  it('that come, the next first', async () => expect(await list()).toEqual(['now', 'soon', 'later']));
  it('that were, the latest first', async () => expect(await list({ type: 'history' })).toEqual(['past', 'long-past']));
  it('as upcoming for any other type', async () =>
    expect(await list({ type: 'whatever' })).toEqual(['now', 'soon', 'later']));
  it('as many as asked for', async () => {
    expect(await list({ size: '1' })).toEqual(['now']);
    expect(await list({ size: '-3' })).toHaveLength(3);
    expect(await list({ size: 'many' })).toHaveLength(3);
  });
  it('are none for an owner without a record', async () => {
    const { token, user } = await server.signIn('nameless@example.com');
    expect((await server.api(listAppointments, { query: { user_id: user.id } }, { token })).content).toEqual([]);
  });
  it("are nobody else's", async () => {
    const casey = await owner(server, 'casey@example.com');
    expect(await list({}, casey)).toEqual(['others']);
    await expect(list({}, { ...casey, userId: jo.userId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(server.api(getAppointment, { params: { id: 'soon' } }, { token: casey.token })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
  it('are not for guests', async () => {
    const guest = await server.signInGuest();
    await expect(
      server.api(listAppointments, { query: { user_id: guest.user.id } }, { token: guest.token }),
    ).rejects.toMatchObject({ status: 401 });
  });
  it('API-35: one by one', async () => {
    expect(await server.api(getAppointment, { params: { id: 'later' } }, { token: jo.token })).toMatchObject({
      id: 'later',
      status: 'DECLINED',
      providers: [],
      items: [
        {
          clientId: 'client-jo',
          providerId: null,
          metadata: { providerName: null, patientName: '', patientId: null, productName: 'Exam', productTime: 30 },
        },
      ],
    });
    await expect(server.api(getAppointment, { params: { id: 'nothing' } }, { token: jo.token })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
