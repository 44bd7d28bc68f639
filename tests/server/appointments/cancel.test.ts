import { describe, expect, test } from 'vitest';
import { deskLink } from '../../../server/modules/messages/deskLinks';
import { cancelAppointment, CUSTOMER_SITE, getAppointment, listAppointments } from '../../../src/contract/appointments';
import { createHold } from '../../../src/contract/availability';
import { client, knownClient, product, provider } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  chicago,
  claimLines,
  crowd,
  holdBody,
  jo,
  manyClinics,
  MINUTE,
  owner,
  payDeposit,
  sentBy,
  tally,
  wednesday,
  type Owner,
} from '../booking/support';

let server: TestServer;
const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const cancellation = { client_online_cancellation_enabled: true };
const startWith = async (
  settings: Record<string, unknown> = cancellation,
  more: Parameters<typeof open>[0] = {},
  clock?: string,
) => (server = await open({ ...more, shop: { ...more.shop, feature_settings: settings } }, clock));

const nine = chicago(wednesday, '09:00');
const body = (id: string) => ({ body: { id, source: CUSTOMER_SITE } as const });
const cancel = (who: Pick<Owner, 'token'>, id: string) => server.api(cancelAppointment, body(id), { token: who.token });
const refusal = async (who: Pick<Owner, 'token'>, id: string) =>
  (await server.send(cancelAppointment, body(id), { token: who.token })).body;

describe('cancelling', () => {
  test('API-37 API-62: ends the appointment, frees its time and shows as canceled', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    expect(await cancel(who, id)).toMatchObject({
      id,
      status: 'DELETED',
      fromDate: nine,
      items: [{ clientId: knownClient.id }],
    });
    expect(await claimLines(server)).toEqual([]);
    expect((await server.api(getAppointment, { params: { id } }, { token: who.token })).status).toBe('DELETED');
    expect(
      (await server.api(listAppointments, { query: { user_id: who.userId } }, { token: who.token })).content.map(
        (one) => one.status,
      ),
    ).toEqual(['DELETED']);
    await bookAs(server, await owner(server, 'other@example.com'), nine);
  });

  test('API-37: frees rooms, every segment and the place of a drop-off', async () => {
    await startWith(cancellation, {
      rooms: [{ id: 'one', name: 'One' }],
      providers: [provider({ id: 'ada', maxDropoffs: 1 }), provider({ id: 'ben' })],
      products: [
        product({
          id: 'exam',
          segments: [
            { minutes: 15, providerIds: ['ada'] },
            { minutes: 30, providerIds: ['ben'], needs_room: true },
          ],
        }),
        product({ id: 'bath', dropoff_required: true, providerIds: ['ada'] }),
      ],
    });
    const who = await jo(server);
    const compound = await bookAs(server, who, nine);
    const bath = await bookAs(server, who, chicago(wednesday, '13:00'), {
      products: [{ id: 'bath', anyone: true, providerId: 'ada', label: 'Bath' }],
    });
    expect(await claimLines(server)).toHaveLength(4);
    await cancel(who, bath.id);
    expect((await claimLines(server)).filter((line) => line.startsWith('dropoff'))).toEqual([]);
    await cancel(who, compound.id);
    expect(await claimLines(server)).toEqual([]);
  });

  test('API-37 CANCEL-01: is refused where the clinic does not offer it', async () => {
    for (const settings of [
      {},
      { client_online_cancellation_enabled: false },
      { client_online_cancellation_enabled: { enabled: false } },
    ]) {
      await startWith(settings);
      const who = await jo(server);
      const { id } = await bookAs(server, who, nine);
      expect(await refusal(who, id)).toMatchObject({ success: false, code: 'not_allowed' });
      expect(await claimLines(server)).toHaveLength(1);
    }
  });

  test('API-37 CANCEL-02: another owner’s appointment, and one that there is not, are not found', async () => {
    await startWith();
    const { id } = await bookAs(server, await jo(server), nine);
    const other = await owner(server, 'other@example.com');
    expect(await refusal(other, id)).toMatchObject({ code: 'not_found' });
    expect(await refusal(other, 'nothing')).toMatchObject({ code: 'not_found' });
    expect(await refusal(await server.signIn('stranger@example.com'), id)).toMatchObject({ code: 'not_found' });
    expect(await claimLines(server)).toHaveLength(1);
  });

  test('API-37: needs an owner and the portal’s own source', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    expect(await server.send(cancelAppointment, body(id))).toMatchObject({ status: 401 });
    expect(await server.send(cancelAppointment, body(id), { token: (await server.signInGuest()).token })).toMatchObject(
      { status: 401 },
    );
    expect(
      await server.send(cancelAppointment, { body: { id, source: 'ADMIN' as 'CUSTOMER_SITE' } }, { token: who.token }),
    ).toMatchObject({ status: 400, body: { fields: { source: expect.any(String) } } });
    expect(
      await server.send(
        cancelAppointment,
        { body: { source: CUSTOMER_SITE } as { id: string; source: 'CUSTOMER_SITE' } },
        { token: who.token },
      ),
    ).toMatchObject({ status: 400, body: { fields: { id: 'is required' } } });
  });

  test('API-37 CANCEL-03: is possible until the lead time, to the second', async () => {
    await startWith({
      ...cancellation,
      client_online_cancellation_settings: { enabled: true, min_allowed_lead_time: 7200 },
    });
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    server.clock.set(new Date(Date.parse(nine) - 7_199_999));
    expect(await refusal(who, id)).toMatchObject({ code: 'not_allowed' });
    server.clock.set(new Date(Date.parse(nine) - 7_200_000));
    expect((await cancel(who, id)).status).toBe('DELETED');
  });

  test('API-37 D-116: goes for a request alike, and never for the past', async () => {
    await startWith(cancellation, { shop: { metadata: { isAutoAccept: false } } });
    const who = await jo(server);
    const request = await bookAs(server, who, nine);
    expect(request.status).toBe('REQUESTED');
    expect((await cancel(who, request.id)).status).toBe('DELETED');

    const past = await bookAs(server, who, nine);
    server.clock.set(new Date(Date.parse(nine) + 1));
    expect(await refusal(who, past.id)).toMatchObject({ code: 'not_allowed' });
  });

  test('API-37 D-114: a declined or finished appointment stays as it is', async () => {
    const appointment = (id: string, status: 'DECLINED' | 'DONE' | 'CONFIRMED', hour: number) => ({
      id,
      client_id: 'casey',
      product_id: 'exam',
      provider_id: 'ada',
      fromDate: chicago(wednesday, `${hour}:00`),
      status,
    });
    await startWith(cancellation, {
      clients: [client({ id: 'casey', email: 'casey@example.com' })],
      appointments: [
        appointment('declined', 'DECLINED', 10),
        appointment('done', 'DONE', 11),
        appointment('confirmed', 'CONFIRMED', 12),
      ],
    });
    const who = await owner(server, 'casey@example.com');
    expect(await refusal(who, 'declined')).toMatchObject({ code: 'not_allowed' });
    expect(await refusal(who, 'done')).toMatchObject({ code: 'not_allowed' });
    expect((await cancel(who, 'confirmed')).status).toBe('DELETED');
  });

  test('API-37: again is answered with the cancelled appointment, and sends and changes nothing (D-412)', async () => {
    await startWith(cancellation, { shop: { notify_email: 'desk@testvets.example' } });
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    const first = await cancel(who, id);
    const told = await sentBy(server);
    const stored = () =>
      server.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const before = await stored();
    server.clock.advance(MINUTE);
    expect(await cancel(who, id)).toEqual(first);
    // Also when owners may not cancel any more: it is as it was asked for.
    server.clock.set(new Date(Date.parse(nine) + MINUTE));
    expect(await cancel(who, id)).toEqual(first);
    expect([await sentBy(server), await stored()]).toEqual([told, before]);
    expect(await refusal(await owner(server, 'other@example.com'), id)).toMatchObject({ code: 'not_found' });
  });

  test('API-37: of five at once one cancels', async () => {
    await startWith(cancellation, { shop: { notify_email: 'desk@testvets.example' } });
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    expect(tally(await crowd(5, () => server.send(cancelAppointment, body(id), { token: who.token })))).toEqual({
      200: 5,
    });
    expect((await sentBy(server, { kind: 'cancellation' })).map(({ to }) => to)).toEqual([
      'sms +15125550111',
      'email jo@example.com',
    ]);
  });

  test('API-37: other sessions’ holds stay', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    await server.api(
      createHold,
      { body: holdBody(chicago(wednesday, '09:30')) },
      { token: (await server.signInGuest()).token },
    );
    await cancel(who, id);
    expect(await claimLines(server)).toEqual([
      `provider:ada ${chicago(wednesday, '09:30')} ${chicago(wednesday, '10:00')} hold`,
    ]);
  });
});

describe('somebody hears of a cancellation (D-218)', () => {
  test('API-37: the owner, with a way to book again, and the clinic, with the deposit', async () => {
    await startWith(cancellation, { shop: { notify_email: 'desk@testvets.example', notify_phone: '+15125550109' } });
    const who = await jo(server);
    const booked = await bookAs(server, who, nine, { note: 'limping' });
    await payDeposit(server, booked);
    await cancel(who, booked.id);
    const again = `http://localhost:8123/${server.clinicId}`;
    const [sms, email] = await sentBy(server, { kind: 'cancellation' });
    expect(sms).toMatchObject({
      to: 'sms +15125550111',
      text: `Test Vets: your appointment for Rex on Wed Nov 25, 2026, 9:00am is canceled, as you asked. The clinic decides whether your deposit of $25.00 is refunded. To book again: ${again}`,
    });
    expect(email).toMatchObject({ to: 'email jo@example.com', subject: 'Your appointment at Test Vets is canceled' });
    expect(email!.text).toContain(again);
    expect(email!.html).toContain(`<a href="${again}"`);
    const notices = (await sentBy(server, { kind: 'clinic_notice' })).slice(-2);
    expect(notices).toMatchObject([
      {
        to: 'email desk@testvets.example',
        subject: 'Canceled by the owner: Rex, Wed Nov 25, 2026, 9:00am',
        text: expect.stringMatching(
          /Jo Miller[^]*Note: limping[^]*A deposit of \$25\.00 was paid for it\. Whether it is refunded is up to you\./,
        ),
      },
      {
        to: 'sms +15125550109',
        text: `Canceled by the owner: Rex (Jo Miller), Exam with Dr. Ada Park, Wed Nov 25, 2026, 9:00am. A deposit of $25.00 was paid for it. Whether it is refunded is up to you. To refund it: npm run clinic -- refund ${server.clinicId} ${booked.id} Desk: ${deskLink(server.services.config.publicUrl, server.clinicId, { kind: 'request', id: booked.id })}`,
      },
    ]);
  });

  test('API-37: the owner as agreed, and nobody when it is refused', async () => {
    await startWith(cancellation, { shop: { notify_email: 'desk@testvets.example' } });
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine, {
      isSendConfirmation: false,
      isReminderEmail: false,
      isReminderSMS: false,
    });
    await cancel(who, id);
    expect(await sentBy(server, { kind: 'cancellation' })).toEqual([]);
    const before = (await sentBy(server)).length;
    await refusal(who, id);
    expect(await sentBy(server)).toHaveLength(before);
    server.clock.advance(MINUTE);
  });
});
