import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deskLink } from '../../../server/modules/messages/deskLinks';
import { rescheduleAppointment } from '../../../src/contract/appointments';
import { createHold, openTimes } from '../../../src/contract/availability';
import type { Input } from '../../../src/contract/endpoint';
import { client, product, provider } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  chicago,
  claimLines,
  crowd,
  holdBody,
  jo,
  manyClinics,
  overlappingClaims,
  owner,
  payDeposit,
  sentBy,
  tally,
  timesBody,
  wednesday,
  type Owner,
} from '../booking/support';
import { depositClinic } from '../payments/support';

let server: TestServer;
const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const allowed = { client_online_cancellation_enabled: true, client_online_reschedule_enabled: true };
const startWith = async (more: Parameters<typeof open>[0] = {}, settings: Record<string, unknown> = allowed) =>
  (server = await open({ ...more, shop: { ...more.shop, feature_settings: settings } }));

const at = (time: string, date = wednesday) => chicago(date, time);
const nine = at('09:00');
type Body = Input<typeof rescheduleAppointment>['body'];
const input = (id: string, to: string, given: Partial<Body> = {}) => ({
  params: { id },
  body: { dateTime: to, providerId: 'ada', ...given },
});
const move = (who: Pick<Owner, 'token'>, id: string, to: string, given?: Partial<Body>) =>
  server.api(rescheduleAppointment, input(id, to, given), { token: who.token });
const refusal = async (who: Pick<Owner, 'token'> | null, id: string, to: string, given?: Partial<Body>) =>
  (await server.send(rescheduleAppointment, input(id, to, given), { token: who?.token ?? null })).body;
const stored = (id: string) =>
  server.db
    .selectFrom('appointments')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('moving an appointment (D-42)', () => {
  test('takes the new time and gives up the old one', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    expect(await move(who, id, at('11:00'), { providerId: 'ben' })).toMatchObject({
      id,
      status: 'ACCEPTED',
      fromDate: at('11:00'),
      toDate: at('11:30'),
      providers: [{ id: 'ben' }],
      items: [{ providerId: 'ben', metadata: { productId: 'exam', patientName: 'Rex' } }],
    });
    expect(await claimLines(server)).toEqual([`provider:ben ${at('11:00')} ${at('11:30')} appointment`]);
    await bookAs(server, await owner(server, 'other@example.com'), nine);
  });

  test('goes to a time that overlaps the old one, which is offered, held and taken', async () => {
    await startWith({ providers: [provider({ id: 'ada' }), provider({ id: 'ben', hours: [] })] });
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    const offered = async (token: string | null, appointment_id?: string) =>
      (
        await server.api(
          openTimes,
          { body: timesBody({ date: wednesday, days_to_check: 1, ...(appointment_id && { appointment_id }) }) },
          { token },
        )
      ).data[0]!.times.map((time) => time.dateTime);
    expect(await offered(who.token)).not.toContain(at('09:15'));
    expect(await offered(who.token, id)).toContain(at('09:15'));

    const hold = await server.api(
      createHold,
      { body: holdBody(at('09:15'), { appointment_id: id }) },
      { token: who.token },
    );
    expect(await claimLines(server)).toEqual([
      `provider:ada ${nine} ${at('09:30')} appointment`,
      `provider:ada ${at('09:30')} ${at('09:45')} hold`,
    ]);
    expect(await offered(null)).not.toContain(at('09:30'));
    expect((await move(who, id, at('09:15'), { time_slot_calendar_id: hold.id })).fromDate).toBe(at('09:15'));
    expect(await claimLines(server)).toEqual([`provider:ada ${at('09:15')} ${at('09:45')} appointment`]);
    expect(await server.db.selectFrom('holds').selectAll().where('clinic_id', '=', server.clinicId).execute()).toEqual(
      [],
    );
  });

  test('keeps the old time when the new one is gone', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    await bookAs(server, await owner(server, 'other@example.com'), at('11:00'));
    for (const to of [at('11:15'), at('08:45'), at('09:00', '2026-11-20'), at('09:00', '2026-12-28')]) {
      expect(await refusal(who, id, to)).toMatchObject({ code: 'slot_gone' });
    }
    expect((await stored(id)).starts_at.toISOString()).toBe(nine);
    expect(await claimLines(server)).toContain(`provider:ada ${nine} ${at('09:30')} appointment`);
    expect(await sentBy(server, { kind: 'reschedule_confirmation' })).toEqual([]);
  });

  test('another session’s hold is in the way, its own is not', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    await server.api(createHold, { body: holdBody(at('11:00')) }, { token: (await server.signInGuest()).token });
    expect(await refusal(who, id, at('11:00'))).toMatchObject({ code: 'slot_gone' });
    await server.api(createHold, { body: holdBody(at('13:00')) }, { token: who.token });
    await move(who, id, at('13:00'));
    expect(await claimLines(server)).toEqual([
      `provider:ada ${at('11:00')} ${at('11:30')} hold`,
      `provider:ada ${at('13:00')} ${at('13:30')} appointment`,
    ]);
  });

  test('asks again where the clinic does not accept at once, and goes on waiting where it waited', async () => {
    await startWith({
      clients: [client({ id: 'casey', email: 'casey@example.com' })],
      appointments: [
        {
          id: 'confirmed',
          client_id: 'casey',
          product_id: 'exam',
          provider_id: 'ada',
          fromDate: at('14:00'),
          status: 'CONFIRMED',
        },
      ],
      shop: { metadata: { isAutoAccept: false } },
    });
    expect((await move(await owner(server, 'casey@example.com'), 'confirmed', at('15:00'))).status).toBe('REQUESTED');
    server = await open(depositClinic({ appointmentRequestWithoutDeposit: true }, { feature_settings: allowed }));
    const who = await jo(server);
    const request = await bookAs(server, who, nine);
    expect(request.status).toBe('REQUESTED');
    expect((await move(who, request.id, at('10:00'))).status).toBe('REQUESTED');
  });

  test('keeps the deposit, the types, the pet and the note', async () => {
    await startWith();
    const who = await jo(server);
    const booked = await bookAs(server, who, nine, {
      products: [
        { id: 'exam', anyone: true, providerId: 'ada', label: 'Exam' },
        { id: 'surgery', anyone: true, providerId: 'ada', label: 'Surgery' },
      ],
      note: 'limping',
    });
    await payDeposit(server, booked);
    const moved = await move(who, booked.id, at('13:00'));
    expect(moved).toMatchObject({
      toDate: at('14:30'),
      note: 'limping',
      items: booked.items.map(({ providerId, metadata: { productId, patientName, productTime } }) => ({
        providerId,
        metadata: { productId, patientName, productTime },
      })),
    });
    expect((await stored(booked.id)).details).toMatchObject({
      productIds: ['exam', 'surgery'],
      segments: [{ providerId: 'ada', at: at('13:00') }],
      isReminderSMS: true,
    });
    expect(
      await server.db.selectFrom('payment_requests').select('status').where('appointment_id', '=', booked.id).execute(),
    ).toEqual([{ status: 'complete' }]);
  });

  test('moves rooms, every segment, and the place of a drop-off', async () => {
    await startWith({
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
    const { id } = await bookAs(server, who, nine);
    expect(
      (await move(who, id, at('09:15'), { secondary_date_time_provider_id: 'ben', secondary_room_id: 'one' })).toDate,
    ).toBe(at('10:00'));
    expect(await claimLines(server)).toEqual([
      `provider:ada ${at('09:15')} ${at('09:30')} appointment`,
      `provider:ben ${at('09:30')} ${at('10:00')} appointment`,
      `room:one ${at('09:30')} ${at('10:00')} appointment`,
    ]);
    const bath = await bookAs(server, who, at('13:00'), {
      products: [{ id: 'bath', anyone: true, providerId: 'ada', label: 'Bath' }],
    });
    expect((await move(who, bath.id, at('14:00'))).fromDate).toBe(at('14:00'));
    expect((await claimLines(server)).filter((line) => line.startsWith('dropoff'))).toHaveLength(1);
    const next = await move(who, bath.id, at('14:00', '2026-11-26'));
    expect((await claimLines(server)).filter((line) => line.startsWith('dropoff'))).toEqual([
      `dropoff:ada ${at('00:00', '2026-11-26')} ${at('00:00', '2026-11-27')} appointment`,
    ]);
    expect(next.fromDate).toBe(at('14:00', '2026-11-26'));
  });

  test('a hidden type can be moved by whoever booked it, without its token', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine, {
      products: [{ id: 'secret', anyone: true, providerId: 'ada', label: 'Secret' }],
      product_token: 'open-sesame',
    });
    expect((await move(who, id, at('10:00'))).fromDate).toBe(at('10:00'));
    await expect(
      server.api(openTimes, { body: timesBody({ productIds: ['secret'] }) }, { token: who.token }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(
      (
        await server.api(
          openTimes,
          { body: timesBody({ productIds: ['secret'], appointment_id: id }) },
          { token: who.token },
        )
      ).data,
    ).not.toEqual([]);
  });

  test('to where it is already changes nothing, and tells nobody', async () => {
    await startWith({ shop: { metadata: { isAutoAccept: false } } });
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    await server.api(createHold, { body: holdBody(nine, { appointment_id: id }) }, { token: who.token });
    const before = await stored(id);
    expect(await move(who, id, nine)).toMatchObject({ id, status: before.status, fromDate: nine });
    expect(await stored(id)).toEqual(before);
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${at('09:30')} appointment`]);
    expect((await sentBy(server, {})).filter(({ kind }) => kind.startsWith('reschedule'))).toEqual([]);

    // With somebody else it is another visit, at any time.
    await move(who, id, nine, { providerId: 'ben' });
    expect(await claimLines(server)).toEqual([`provider:ben ${nine} ${at('09:30')} appointment`]);
    expect((await stored(id)).details.moves).toHaveLength(1);
  });

  test('the first answer comes again when the reply was lost', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    const [token, key] = [who.token, randomUUID()];
    const first = await server.api(rescheduleAppointment, input(id, at('11:00')), { token, key });
    expect(await server.api(rescheduleAppointment, input(id, at('11:00')), { token, key })).toEqual(first);
    expect(await server.send(rescheduleAppointment, input(id, at('12:00')), { token, key })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
    expect((await sentBy(server, { kind: 'reschedule_confirmation' })).map(({ to }) => to)).toEqual([
      'sms +15125550111',
      'email jo@example.com',
    ]);
    expect(await server.send(rescheduleAppointment, input(id, at('12:00')), { token, key: null })).toMatchObject({
      status: 200,
      body: { data: { fromDate: at('12:00') } },
    });
  });
});

describe('what is not moved (D-42)', () => {
  test('anything that may not be canceled online, or where moving is not offered', async () => {
    const lead = { client_online_cancellation_settings: { enabled: true, min_allowed_lead_time: 14 * 86_400 } };
    for (const settings of [
      {},
      { client_online_reschedule_enabled: true },
      { client_online_cancellation_enabled: true },
      { ...allowed, ...lead },
    ]) {
      await startWith({}, settings);
      const who = await jo(server);
      const { id } = await bookAs(server, who, nine);
      expect(await refusal(who, id, at('11:00'))).toMatchObject({ code: 'not_allowed' });
    }
  });

  test('another owner’s, one that there is not, and nothing without an owner', async () => {
    await startWith();
    const { id } = await bookAs(server, await jo(server), nine);
    const other = await owner(server, 'other@example.com');
    expect(await refusal(other, id, at('11:00'))).toMatchObject({ code: 'not_found' });
    expect(await refusal(other, 'nothing', at('11:00'))).toMatchObject({ code: 'not_found' });
    expect(await refusal(null, id, at('11:00'))).toMatchObject({ code: 'unauthorized' });
    expect(await refusal(await server.signInGuest(), id, at('11:00'))).toMatchObject({ code: 'unauthorized' });
    // Nor does naming it tell or hold anything.
    const moved = { appointment_id: id };
    expect(await server.send(openTimes, { body: timesBody(moved) }, { token: other.token })).toMatchObject({
      status: 404,
    });
    expect(await server.send(openTimes, { body: timesBody(moved) })).toMatchObject({ status: 404 });
    expect(await server.send(createHold, { body: holdBody(at('09:15'), moved) }, { token: other.token })).toMatchObject(
      { status: 404 },
    );
  });

  test('canceled and past appointments', async () => {
    await startWith({
      clients: [client({ id: 'casey', email: 'casey@example.com' })],
      appointments: [
        { id: 'gone', client_id: 'casey', product_id: 'exam', provider_id: 'ada', fromDate: nine, status: 'DELETED' },
        {
          id: 'past',
          client_id: 'casey',
          product_id: 'exam',
          provider_id: 'ada',
          fromDate: '2026-11-20T16:00:00Z',
          status: 'ACCEPTED',
        },
      ],
    });
    const who = await owner(server, 'casey@example.com');
    for (const id of ['gone', 'past'])
      expect(await refusal(who, id, at('11:00'))).toMatchObject({ code: 'not_allowed' });
  });

  test('to clinicians and rooms that there are not, are private, or do not do it', async () => {
    await startWith({
      providers: [provider({ id: 'ada' }), provider({ id: 'ben' }), provider({ id: 'eve', private: true })],
      products: [product({ id: 'exam', providerIds: ['ada', 'eve'] })],
    });
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    expect(await refusal(who, id, at('11:00'), { providerId: 'nobody' })).toMatchObject({ code: 'not_found' });
    expect(await refusal(who, id, at('11:00'), { providerId: 'eve' })).toMatchObject({ code: 'not_found' });
    expect(await refusal(who, id, at('11:00'), { roomId: 'nowhere' })).toMatchObject({ code: 'not_found' });
    expect(await refusal(who, id, at('11:00'), { providerId: 'ben' })).toMatchObject({ code: 'not_allowed' });
    expect(await refusal(who, id, 'tomorrow')).toMatchObject({
      code: 'validation',
      fields: { dateTime: expect.any(String) },
    });
  });

  test('to a time of somebody who may not book here', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    await server.db
      .insertInto('access_blocks')
      .values({ clinic_id: server.clinicId, identifier: 'jo@example.com' })
      .execute();
    expect(await refusal(who, id, at('11:00'))).toMatchObject({ code: 'slot_gone' });
  });
});

describe('many at once', () => {
  test('of fifty who move to one time exactly one gets it, and the others keep theirs', async () => {
    const booked = Array.from({ length: 50 }, (_, index) => ({
      id: `a${index}`,
      client_id: `c${index}`,
      product_id: 'exam',
      provider_id: 'ada',
      status: 'ACCEPTED' as const,
      fromDate: at(
        `${9 + Math.floor((index % 12) / 2)}:${index % 2 ? '30' : '00'}`.padStart(5, '0'),
        `2026-12-0${1 + (Math.floor(index / 12) % 4)}`,
      ),
    }));
    await startWith({
      clients: booked.map(({ client_id }, index) => client({ id: client_id, email: `c${index}@example.com` })),
      appointments: booked,
    });
    const owners: Owner[] = [];
    for (const index of booked.keys()) owners.push(await owner(server, `c${index}@example.com`));
    const replies = await crowd(50, (index) =>
      server.send(rescheduleAppointment, input(`a${index}`, nine), { token: owners[index]!.token }),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 49 });
    expect(await overlappingClaims(server)).toBe(0);
    expect(await claimLines(server)).toHaveLength(50);
  });

  test('two who trade neighbouring times never wait for each other for ever', async () => {
    await startWith();
    const [a, b] = [await jo(server), await owner(server, 'other@example.com')];
    const [first, second] = [await bookAs(server, a, nine), await bookAs(server, b, at('10:00'))];
    const replies = await Promise.all([
      server.send(rescheduleAppointment, input(first.id, at('10:15')), { token: a.token }),
      server.send(rescheduleAppointment, input(second.id, at('09:15')), { token: b.token }),
    ]);
    expect(replies.map(({ status }) => [200, 409].includes(status))).toEqual([true, true]);
    expect(await overlappingClaims(server)).toBe(0);
  });
});

describe('somebody hears of a new time (D-218)', () => {
  test.each([
    [
      true,
      /instead of Wed Nov 25, 2026, 9:00am\. Drop your pet off for this appointment and pick them up afterward\. http/,
    ],
    [false, /to Wed Nov 25, 2026, 11:00am, Exam with Dr\. Ada Park, drop-off\. We'll let you know/],
  ])('the owner, that the pet is left with the clinic (D-64)', async (isAutoAccept, told) => {
    await startWith({
      shop: { metadata: { isAutoAccept } },
      products: [product({ id: 'exam', name: 'Exam', dropoff_required: true })],
    });
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine, { isDropoff: true });
    await move(who, id, at('11:00'));
    expect((await sentBy(server, { kind: 'reschedule_confirmation' }))[0]!.text).toMatch(told);
  });

  test('the owner and the clinic, of both times', async () => {
    await startWith({ shop: { notify_email: 'desk@testvets.example', notify_phone: '+15125550109' } });
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    await move(who, id, at('11:00'));
    const link = `http://localhost:8123/${server.clinicId}/appointments/${id}`;
    const [sms, email] = await sentBy(server, { kind: 'reschedule_confirmation' });
    expect(sms!.text).toBe(
      `Test Vets: Rex is now booked for Exam with Dr. Ada Park, Wed Nov 25, 2026, 11:00am, instead of Wed Nov 25, 2026, 9:00am. ${link}`,
    );
    expect(email).toMatchObject({
      subject: 'Your new appointment time at Test Vets',
      html: expect.stringContaining(`<a href="${link}"`),
    });
    expect((await sentBy(server, { kind: 'clinic_notice' })).slice(-2)).toMatchObject([
      {
        subject: 'Moved by the owner: Rex, Wed Nov 25, 2026, 11:00am',
        text: expect.stringContaining('Before: Wed Nov 25, 2026, 9:00am'),
      },
      {
        text: `Moved by the owner: Rex (Jo Miller), Exam with Dr. Ada Park, Wed Nov 25, 2026, 11:00am. Before: Wed Nov 25, 2026, 9:00am. Desk: ${deskLink(server.services.config.publicUrl, server.clinicId, { kind: 'request', id })}`,
      },
    ]);
  });

  test('that it is a request, where it is one', async () => {
    await startWith({ shop: { notify_email: 'desk@testvets.example', metadata: { isAutoAccept: false } } });
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    await move(who, id, at('11:00'));
    expect((await sentBy(server, { kind: 'reschedule_confirmation' }))[0]!.text).toContain(
      "we have your request to move Rex to Wed Nov 25, 2026, 11:00am, Exam with Dr. Ada Park. We'll let you know when it has been accepted.",
    );
    expect((await sentBy(server, { kind: 'clinic_notice' })).at(-1)!.subject).toBe(
      'New time requested: Rex, Wed Nov 25, 2026, 11:00am',
    );
  });
});
