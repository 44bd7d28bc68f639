import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deskLink } from '../../../server/modules/messages/deskLinks';
import { getAppointment, listAppointments } from '../../../src/contract/appointments';
import { joinWaitlist, leaveWaitlist } from '../../../src/contract/waitlist';
import type { AppointmentInFile } from '../../../server/modules/clinicFile/file/file';
import { client, knownClient, product, type Overrides } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { crowd, manyClinics } from '../booking/support';

const open = manyClinics();
let server: TestServer;

const visit = (id: string, rest: Partial<AppointmentInFile> = {}): AppointmentInFile => ({
  id,
  client_id: 'client-jo',
  patient_id: 'patient-rex',
  product_id: 'exam',
  provider_id: 'ada',
  fromDate: '2026-12-09T16:00:00Z',
  status: 'ACCEPTED',
  ...rest,
});

async function start(
  given: { settings?: NonNullable<Overrides['shop']>['feature_settings']; eligible?: boolean } = {},
): Promise<string> {
  server = await open({
    shop: {
      notify_email: 'desk@testvets.example',
      notify_phone: '+15125550101',
      feature_settings: { waitlist_ui_v1_enabled: true, ...given.settings },
    },
    products: [
      product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: given.eligible ?? true } }),
      product({ id: 'trim', name: 'Trim' }),
    ],
    clients: [knownClient, client({ id: 'client-sam', email: 'sam@example.com' })],
    appointments: [
      visit('next'),
      visit('asked', { status: 'REQUESTED', fromDate: '2026-12-10T16:00:00Z' }),
      visit('trim', { product_id: 'trim', fromDate: '2026-12-11T16:00:00Z' }),
      visit('past', { fromDate: '2026-11-20T16:00:00Z' }),
      visit('declined', { status: 'DECLINED' }),
      visit('cancelled', { status: 'DELETED' }),
      visit('done', { status: 'DONE' }),
      {
        id: 'sams',
        client_id: 'client-sam',
        product_id: 'exam',
        provider_id: 'ben',
        fromDate: '2026-12-09T16:00:00Z',
        status: 'ACCEPTED',
      },
    ],
  });
  return (await server.signIn('jo@example.com')).token;
}

const join = (token: string, appointment_id = 'next', client_id = 'client-jo', key?: string) =>
  server.send(joinWaitlist, { body: { client_id, appointment_id } }, { token, ...(key && { key }) });
const leave = (token: string, appointment_id = 'next', client_id = 'client-jo', key?: string) =>
  server.send(leaveWaitlist, { body: { client_id, appointment_id } }, { token, ...(key && { key }) });
const listed = async () =>
  (
    await server.db
      .selectFrom('waitlisters')
      .select('appointment_id')
      .where('clinic_id', '=', server.clinicId)
      .orderBy('appointment_id')
      .execute()
  ).map((row) => row.appointment_id);
const notices = () =>
  server.db
    .selectFrom('messages')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('kind', '=', 'waitlist_notice')
    .orderBy('position')
    .execute();
const dataOf = (reply: { body: unknown }) => (reply.body as { data: { id: string; created_at: string } }).data;

describe('API-49 joining the waitlist', () => {
  it('API-49 gives a receipt and tells the clinic, once a key', async () => {
    const token = await start();
    const key = randomUUID();
    const reply = await join(token, 'next', 'client-jo', key);
    expect(reply).toMatchObject({ status: 200, body: { data: { created_at: server.clock.now().toISOString() } } });
    expect((await join(token, 'next', 'client-jo', key)).body).toEqual(reply.body);
    expect(await listed()).toEqual(['next']);
    const [mail, text, ...more] = await notices();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      recipient: 'desk@testvets.example',
      subject: 'Waitlist: Rex would like an earlier time',
    });
    expect(mail?.body_text).toContain('Exam\nFor Rex\nWed Dec 9, 2026, 10:00am');
    expect(mail?.body_text).toContain('Owner: Jo Miller, +15125550111, jo@example.com');
    expect(text).toMatchObject({
      recipient: '+15125550101',
      body_text: `Waitlist: Rex (Jo Miller) would like an earlier time: Exam, Wed Dec 9, 2026, 10:00am. Desk: ${deskLink(server.services.config.publicUrl, server.clinicId, { kind: 'waitlist', id: dataOf(reply).id })}`,
    });
  });

  it("API-34 API-35 say which of the owner's appointments wait, and no longer once they have left", async () => {
    await start();
    const { token, user } = await server.signIn('jo@example.com');
    const waiting = async () =>
      (await server.api(listAppointments, { query: { user_id: user.id } }, { token })).content
        .filter((one) => one.is_waitlisted)
        .map((one) => one.id);
    const one = async () => (await server.api(getAppointment, { params: { id: 'next' } }, { token })).is_waitlisted;
    expect([await waiting(), await one()]).toEqual([[], false]);
    await join(token);
    expect([await waiting(), await one()]).toEqual([['next'], true]);
    await leave(token);
    expect([await waiting(), await one()]).toEqual([[], false]);
  });

  it('API-49 twice is once: the first receipt, one entry, one notice, also of a crowd', async () => {
    const token = await start();
    const replies = await crowd(8, () => join(token));
    expect(new Set(replies.map((reply) => dataOf(reply).id)).size).toBe(1);
    expect([await listed(), (await notices()).length]).toEqual([['next'], 2]);
  });

  it('API-49 takes a requested appointment too', async () => {
    const token = await start();
    expect((await join(token, 'asked')).status).toBe(200);
  });

  it.each(['past', 'declined', 'cancelled', 'done', 'trim'])(
    'API-49 is refused for an appointment that is no use to wait for: %s',
    async (id) => {
      const token = await start();
      expect(await join(token, id)).toMatchObject({ status: 422, body: { code: 'not_allowed' } });
      expect(await listed()).toEqual([]);
    },
  );

  it('API-49 is refused where clinic or type have no waitlist (WAIT-03)', async () => {
    expect(await join(await start({ settings: { waitlist_ui_v1_enabled: false } }))).toMatchObject({
      status: 422,
      body: { code: 'not_allowed' },
    });
    expect(await join(await start({ eligible: false }))).toMatchObject({ status: 422, body: { code: 'not_allowed' } });
  });

  it("API-49 API-50 are for the owner's own appointments, whatever the body says", async () => {
    const token = await start();
    for (const call of [join, leave]) {
      expect(await call(token, 'sams')).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(await call(token, 'sams', 'client-sam')).toMatchObject({ status: 404 });
      expect(await call(token, 'next', 'client-sam')).toMatchObject({ status: 404 });
      expect(await call(token, 'nothing')).toMatchObject({ status: 404 });
      expect((await call((await server.signIn('new@example.com')).token, 'next')).status).toBe(404);
      expect((await call((await server.signInGuest()).token, 'next')).status).toBe(401);
    }
    const noBody = {} as { client_id: string; appointment_id: string };
    expect(await server.send(joinWaitlist, { body: noBody }, { token })).toMatchObject({
      status: 400,
      body: { fields: { client_id: 'is required', appointment_id: 'is required' } },
    });
    expect(await server.send(leaveWaitlist, { body: noBody }, { token })).toMatchObject({
      status: 400,
      body: { fields: { client_id: 'is required', appointment_id: 'is required' } },
    });
    expect(await listed()).toEqual([]);
  });
});

describe('API-50 leaving the waitlist', () => {
  it('API-50 removes, tells the clinic, and gives a receipt; again it does no harm', async () => {
    const token = await start();
    await join(token);
    const key = randomUUID();
    const reply = await leave(token, 'next', 'client-jo', key);
    expect(reply).toMatchObject({
      status: 200,
      body: { data: { id: expect.any(String) as string, created_at: server.clock.now().toISOString() } },
    });
    expect((await leave(token, 'next', 'client-jo', key)).body).toEqual(reply.body);
    expect((await leave(token)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await notices()).map((one) => one.subject ?? one.body_text).slice(2)).toEqual([
      'Waitlist: Rex no longer waits for an earlier time',
      `Waitlist: Rex (Jo Miller) no longer waits for an earlier time: Exam, Wed Dec 9, 2026, 10:00am. Desk: ${deskLink(server.services.config.publicUrl, server.clinicId)}`,
    ]);
  });

  it('API-50 works also when there is nothing to remove, the time has passed, or the setting is off by now', async () => {
    const token = await start({ settings: { waitlist_ui_v1_enabled: false } });
    expect([
      (await leave(token)).status,
      (await leave(token, 'past')).status,
      (await leave(token, 'cancelled')).status,
    ]).toEqual([200, 200, 200]);
    expect(await notices()).toEqual([]);
  });

  it('API-49 API-50 end as the last word says when they were sent in turns', async () => {
    const token = await start();
    for (const call of [join, leave, join, leave, join]) await call(token);
    expect(await listed()).toEqual(['next']);
  });
});
