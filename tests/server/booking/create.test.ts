import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAppointment, getAppointment } from '../../../src/contract/appointments';
import { createHold } from '../../../src/contract/availability';
import { knownClient, product } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookingBody,
  chicago,
  claimLines,
  crowd,
  holdBody,
  manyClinics,
  MINUTE,
  overlappingClaims,
  owner,
  tally,
  wednesday,
  type Owner,
} from './support';

let server: TestServer;
const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const startWith = async (...given: Parameters<typeof open>) => (server = await open(...given));

const nine = chicago(wednesday, '09:00');
const half = chicago(wednesday, '09:30');
type Given = Parameters<typeof bookingBody>[1];
const book = (who: Pick<Owner, 'token'>, given: Given = {}, at = nine) =>
  server.api(createAppointment, { body: bookingBody(at, given) }, { token: who.token });
const send = (who: Pick<Owner, 'token'>, given: Given = {}, at = nine) =>
  server.send(createAppointment, { body: bookingBody(at, given) }, { token: who.token });
const jo = () => owner(server, 'jo@example.com', { first_name: 'Jo', last_name: 'Miller' });
const stored = (id: string) =>
  server.db
    .selectFrom('appointments')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('API-36 API-38: a booking', () => {
  it('API-39: is accepted at once and claims its time', async () => {
    await startWith();
    const booked = await book(await jo());
    expect(booked).toMatchObject({
      fromDate: nine,
      toDate: half,
      status: 'ACCEPTED',
      note: null,
      providers: [{ id: 'ada', firstName: 'Dr. Ada Park', avatar: null }],
      items: [
        {
          clientId: knownClient.id,
          providerId: 'ada',
          metadata: {
            providerName: 'Dr. Ada Park',
            productId: 'exam',
            productName: 'Exam',
            patientName: 'Rex',
            productTime: 30,
          },
        },
      ],
    });
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${half} appointment`]);
    await expect(book(await owner(server, 'other@example.com'))).rejects.toMatchObject({
      code: 'slot_gone',
      status: 409,
    });
  });

  it('is a request where the clinic does not accept at once, and nowhere else, whatever the body says (D-412)', async () => {
    await startWith({ shop: { metadata: { isAutoAccept: false } } });
    expect((await book(await jo())).status).toBe('REQUESTED');
    await startWith();
    expect((await book(await jo(), { saveAsRequest: true })).status).toBe('ACCEPTED');
    await startWith({ shop: { metadata: { isAutoAccept: false } } });
    expect((await book(await jo(), { saveAsRequest: false, ignoreOverlap: true })).status).toBe('REQUESTED');
  });

  it("turns the session's own hold into its claims", async () => {
    await startWith();
    const who = await jo();
    const hold = await server.api(createHold, { body: holdBody(nine) }, { token: who.token });
    await book(who, { time_slot_calendar_id: hold.id });
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${half} appointment`]);
    expect(await server.db.selectFrom('holds').selectAll().where('clinic_id', '=', server.clinicId).execute()).toEqual(
      [],
    );
  });

  it('is possible after the own hold has expired, while nobody else took the time', async () => {
    await startWith();
    const who = await jo();
    await server.api(createHold, { body: holdBody(nine) }, { token: who.token });
    server.clock.advance(11 * MINUTE);
    await book(who);
    expect(await claimLines(server)).toHaveLength(1);
  });

  it("does not get through another session's hold, even naming it", async () => {
    await startWith();
    const { token } = await server.signInGuest();
    const hold = await server.api(createHold, { body: holdBody(nine) }, { token });
    const who = await jo();
    await expect(book(who, { time_slot_calendar_id: hold.id, ignoreOverlap: true })).rejects.toMatchObject({
      code: 'slot_gone',
    });
    server.clock.advance(10 * MINUTE);
    await book(who, { time_slot_calendar_id: hold.id });
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${half} appointment`]);
  });

  it('keeps the hold when it is refused', async () => {
    await startWith();
    const who = await jo();
    await server.api(createHold, { body: holdBody(nine) }, { token: who.token });
    await expect(book(who, { note: 'x'.repeat(501) })).rejects.toMatchObject({
      code: 'validation',
      body: { fields: { note: 'Please limit your note to 500 characters' } },
    });
    await expect(book(who, {}, chicago(wednesday, '09:05'))).rejects.toMatchObject({ code: 'slot_gone' });
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${half} hold`]);
  });

  it('answers again what it answered, when the reply was lost', async () => {
    await startWith();
    const who = await jo();
    const key = randomUUID();
    const first = await server.api(createAppointment, { body: bookingBody(nine) }, { token: who.token, key });
    expect(await server.api(createAppointment, { body: bookingBody(nine) }, { token: who.token, key })).toEqual(first);
    const other = await server.send(createAppointment, { body: bookingBody(half) }, { token: who.token, key });
    expect([other.status, (other.body as { result: { id: string } }).result.id]).toEqual([422, first.id]);
    expect(await claimLines(server)).toHaveLength(1);
    expect(
      (
        await server.db
          .selectFrom('messages')
          .select('id')
          .where('clinic_id', '=', server.clinicId)
          .where('kind', '=', 'booking_confirmation')
          .execute()
      ).length,
    ).toBe(2);
  });

  it('runs once for one key, however often it arrives at the same time', async () => {
    await startWith();
    const who = await jo();
    const key = randomUUID();
    const replies = await crowd(8, () =>
      server.send(createAppointment, { body: bookingBody(nine) }, { token: who.token, key }),
    );
    expect(tally(replies)).toEqual({ 200: 8 });
    for (const reply of replies) expect(reply.body).toEqual(replies[0]!.body);
    expect(await claimLines(server)).toHaveLength(1);
  });
});

describe('API-36 API-38: who books', () => {
  it("is the token's owner, whatever the body says", async () => {
    await startWith();
    const who = await owner(server, 'new@example.com');
    const booked = await book(who, { userId: 'client-jo', isReturningClient: true, deposit_paid: true });
    expect(booked.items[0]!.clientId).toBe(who.clientId);
    expect((await stored(booked.id)).details).toMatchObject({ isReturningClient: false, deposit_due: false });
  });

  it('needs an owner with a record', async () => {
    await startWith();
    await expect(book(await server.signInGuest())).rejects.toMatchObject({ status: 401 });
    await expect(book(await server.signIn('nameless@example.com'))).rejects.toMatchObject({
      code: 'not_allowed',
      status: 422,
    });
  });

  it('is refused as too late when a contact is blocked, without a hint', async () => {
    await startWith();
    const [byMail, byPhone, sneaky] = [
      await owner(server, 'trouble@example.com'),
      await owner(server, '+15125550177'),
      await owner(server, 'sneaky@example.com', { phone: '5125550188' }),
    ];
    const blocks = ['trouble@example.com', '+15125550177', '+15125550188'];
    await server.db
      .insertInto('access_blocks')
      .values(blocks.map((identifier) => ({ clinic_id: server.clinicId, identifier })))
      .execute();
    const late = { status: 409, message: expect.stringContaining('this time is no longer available') };
    for (const who of [byMail, byPhone, sneaky]) await expect(book(who)).rejects.toMatchObject(late);
    expect(await claimLines(server)).toEqual([]);
  });

  it('is nobody of another clinic', async () => {
    const elsewhere = await open();
    await startWith();
    const who = await jo();
    const reply = await server.send(
      createAppointment,
      { body: bookingBody(nine) },
      { token: who.token, clinicId: elsewhere.clinicId },
    );
    expect([reply.status, reply.body]).toEqual([
      500,
      { success: false, code: 'invalid_tenant', message: 'Invalid tenant and user' },
    ]);
  });
});

describe('API-36: many at once', () => {
  const owners = (size: number) => crowd(size, (index) => owner(server, `owner${index}@example.com`));

  it('gives one slot to exactly one of fifty, without holds', async () => {
    await startWith();
    const all = await owners(50);
    const replies = await Promise.all(all.map((who) => send(who)));
    expect(tally(replies)).toEqual({ 200: 1, 409: 49 });
    expect(
      replies
        .filter((reply) => reply.status === 409)
        .every((reply) => (reply.body as { code: string }).code === 'slot_gone'),
    ).toBe(true);
    expect(await claimLines(server)).toHaveLength(1);
    expect(
      await server.db.selectFrom('appointments').select('id').where('clinic_id', '=', server.clinicId).execute(),
    ).toHaveLength(1);
  }, 60_000);

  it('keeps holds and bookings of overlapping starts apart', async () => {
    await startWith({
      rooms: [
        { id: 'one', name: 'One' },
        { id: 'two', name: 'Two' },
      ],
      products: [product({ id: 'exam', needs_room: true })],
    });
    const all = await owners(20);
    let seed = 11;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    const replies = await crowd(60, (index) => {
      const who = all[index % 20]!;
      const at = chicago(wednesday, ['09:00', '09:15', '09:30', '09:45', '10:00'][random(5)]!);
      const providerId = random(2) ? 'ada' : 'ben';
      return random(2)
        ? server.send(createHold, { body: holdBody(at, { provider_id: providerId }) }, { token: who.token })
        : send(who, { products: [{ id: 'exam', anyone: false, providerId, label: 'Exam' }] }, at);
    });
    expect(Object.keys(tally(replies)).sort()).toEqual(['200', '409']);
    expect(await overlappingClaims(server)).toBe(0);
    for (const { id } of await server.db
      .selectFrom('appointments')
      .select('id')
      .where('clinic_id', '=', server.clinicId)
      .execute()) {
      expect(await server.db.selectFrom('claims').select('id').where('appointment_id', '=', id).execute()).toHaveLength(
        2,
      );
    }
  }, 60_000);
});

it('API-35: shows the booking to its owner alone', async () => {
  await startWith();
  const booked = await book(await jo());
  const other = await owner(server, 'other@example.com');
  await expect(server.api(getAppointment, { params: { id: booked.id } }, { token: other.token })).rejects.toMatchObject(
    { code: 'not_found', status: 404 },
  );
});
