import { describe, expect, test } from 'vitest';
import { acceptRequest, enableReminders, getAppointment } from '../../../src/contract/appointments';
import { acceptAppointment, declineAppointment } from '../../../server/modules/appointments/decide';
import { client, product } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  chicago,
  claimLines,
  crowd,
  jo,
  manyClinics,
  owner,
  payDeposit,
  sentBy,
  tally,
  wednesday,
  type Owner,
} from '../booking/support';
import { depositClinic } from '../payments/support';

let server: TestServer;
const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const startWith = async (...given: Parameters<typeof open>) => (server = await open(...given));
/** What waits for its deposit is a request, also where the clinic accepts at once (DEP-10). */
const paysLater = depositClinic({ appointmentRequestWithoutDeposit: true });
const asksFirst = { shop: { metadata: { isAutoAccept: false }, notify_email: 'desk@testvets.example' } };

const nine = chicago(wednesday, '09:00');
const stored = (id: string) =>
  server.db
    .selectFrom('appointments')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const operator = {
  accept: (id: string) => acceptAppointment(server.db, server.services, server.clinicId, id),
  decline: (id: string) => declineAppointment(server.db, server.services, server.clinicId, id),
};

describe('the owner accepts after paying', () => {
  const input = (id: string, enable?: string) => ({
    params: { id },
    query: enable === undefined ? {} : { enableReminders: enable },
  });
  const accept = (who: Pick<Owner, 'token'>, id: string, enable?: string) =>
    server.api(acceptRequest, input(id, enable), { token: who.token });
  const refusal = async (token: string | null, id: string) => server.send(acceptRequest, input(id, 'true'), { token });
  const requested = (who: Owner) =>
    bookAs(server, who, nine, { isReminderSMS: false, isReminderEmail: false, isSendConfirmation: true });

  test('API-40: the request becomes an appointment, is reminded of, and both hear of it', async () => {
    await startWith(paysLater);
    const who = await jo(server);
    const booked = await requested(who);
    await payDeposit(server, booked);
    expect(await accept(who, booked.id, 'true')).toMatchObject({ id: booked.id, status: 'ACCEPTED', fromDate: nine });
    expect((await stored(booked.id)).details).toMatchObject({
      isReminderSMS: true,
      isReminderEmail: true,
      deposit_due: false,
    });
    expect(await claimLines(server)).toHaveLength(1);
    expect((await sentBy(server, { kind: 'booking_confirmation' })).map(({ to }) => to)).toEqual([
      'sms +15125550111',
      'email jo@example.com',
    ]);
    expect((await sentBy(server, { kind: 'clinic_notice' })).at(-1)).toMatchObject({
      subject: 'Deposit paid, now booked: Rex, Wed Nov 25, 2026, 9:00am',
    });
  });

  test('API-40: says the same again, and only sets reminders of what is accepted already', async () => {
    await startWith(paysLater);
    const who = await jo(server);
    const booked = await requested(who);
    await payDeposit(server, booked);
    const first = await accept(who, booked.id, 'true');
    const before = (await sentBy(server)).length;
    expect(await accept(who, booked.id)).toEqual(first);
    expect((await stored(booked.id)).details).toMatchObject({ isReminderSMS: true });
    await accept(who, booked.id, 'false');
    expect((await stored(booked.id)).details).toMatchObject({ isReminderSMS: false, isReminderEmail: false });
    expect(await sentBy(server)).toHaveLength(before);
  });

  test('API-40: once, however many ask at the same time', async () => {
    await startWith(paysLater);
    const who = await jo(server);
    const booked = await requested(who);
    await payDeposit(server, booked);
    const notices = (await sentBy(server, { kind: 'clinic_notice' })).length;
    expect(tally(await crowd(5, () => refusal(who.token, booked.id)))).toEqual({ 200: 5 });
    expect(await sentBy(server, { kind: 'clinic_notice' })).toHaveLength(notices + 1);
  });

  test('API-40: without a paid deposit it is not found, whatever was started', async () => {
    await startWith(paysLater);
    const who = await jo(server);
    const booked = await requested(who);
    expect((await refusal(who.token, booked.id)).body).toMatchObject({ code: 'not_found' });
    for (const status of ['pending', 'requires_action', 'processing', 'failed', 'expired']) {
      await payDeposit(server, booked, status);
      expect(await refusal(who.token, booked.id)).toMatchObject({ status: 404 });
    }
    expect((await stored(booked.id)).status).toBe('REQUESTED');
  });

  test('API-40: nobody accepts another owner’s, or one that there is not', async () => {
    await startWith(paysLater);
    const booked = await requested(await jo(server));
    await payDeposit(server, booked);
    const other = await owner(server, 'other@example.com');
    expect(await refusal(other.token, booked.id)).toMatchObject({ status: 404 });
    expect(await refusal(other.token, 'nothing')).toMatchObject({ status: 404 });
    expect(await refusal(null, booked.id)).toMatchObject({ status: 401 });
    expect(await refusal((await server.signInGuest()).token, booked.id)).toMatchObject({ status: 401 });
  });

  test('API-40: only where the clinic accepts at once', async () => {
    await startWith(asksFirst);
    const who = await jo(server);
    const booked = await requested(who);
    await payDeposit(server, booked);
    expect(await refusal(who.token, booked.id)).toMatchObject({ status: 404 });
    expect((await stored(booked.id)).status).toBe('REQUESTED');
  });

  test('API-40: nothing that is over, declined or canceled', async () => {
    await startWith(paysLater);
    const who = await jo(server);
    const booked = await requested(who);
    await payDeposit(server, booked);
    await operator.decline(booked.id);
    expect(await refusal(who.token, booked.id)).toMatchObject({ status: 404 });
    const past = await requested(who);
    await payDeposit(server, past);
    server.clock.set(new Date(Date.parse(nine) + 1));
    expect(await refusal(who.token, past.id)).toMatchObject({ status: 404 });
  });
});

describe('the owner’s choice of reminders', () => {
  const set = (token: string | null, id: string, isOn: boolean, given = id) =>
    server.send(enableReminders, { params: { id }, body: { id: given, enableReminders: isOn } }, { token });

  test('API-41: is kept, both ways, and changes nothing else', async () => {
    await startWith();
    const who = await jo(server);
    const booked = await bookAs(server, who, nine, { note: 'limping' });
    const before = await stored(booked.id);
    expect((await set(who.token, booked.id, false)).body).toEqual({ success: true, data: booked });
    expect((await stored(booked.id)).details).toMatchObject({
      isReminderSMS: false,
      isReminderEmail: false,
      isSendConfirmation: true,
      productIds: ['exam'],
    });
    await set(who.token, booked.id, true);
    expect(await stored(booked.id)).toEqual(before);
  });

  test('API-41: is the owner’s own', async () => {
    await startWith();
    const booked = await bookAs(server, await jo(server), nine);
    const other = await owner(server, 'other@example.com');
    expect(await set(other.token, booked.id, false)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await set(other.token, 'nothing', false)).toMatchObject({ status: 404 });
    expect(await set(null, booked.id, false)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(await set(other.token, 'nothing', false, booked.id)).toMatchObject({
      status: 400,
      body: { code: 'validation', fields: { id: expect.any(String) } },
    });
    expect((await stored(booked.id)).details).toMatchObject({ isReminderSMS: true });
  });

  test('API-41: must be said', async () => {
    await startWith();
    const who = await jo(server);
    const booked = await bookAs(server, who, nine);
    expect(await set(who.token, booked.id, 'yes' as unknown as boolean)).toMatchObject({
      status: 400,
      body: { fields: { enableReminders: expect.any(String) } },
    });
  });
});

describe('the operator', () => {
  test('accepts a request: the owner hears that it is booked', async () => {
    await startWith(asksFirst);
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    expect(await operator.accept(id)).toEqual({ status: 'ACCEPTED', wasChanged: true, told: 2, deposit: null });
    expect((await server.api(getAppointment, { params: { id } }, { token: who.token })).status).toBe('ACCEPTED');
    expect((await sentBy(server, { kind: 'booking_confirmation' }))[0]!.text).toContain(
      'Test Vets: Rex is booked for Exam with Dr. Ada Park, Wed Nov 25, 2026, 9:00am.',
    );
    expect(await claimLines(server)).toHaveLength(1);
    expect((await stored(id)).changed_at).toEqual(server.clock.now());
    expect(await operator.accept(id)).toEqual({ status: 'ACCEPTED', wasChanged: false, told: 0, deposit: null });
  });

  test('declines a request: its time is free, and the owner hears it kindly, with a way on', async () => {
    await startWith(asksFirst);
    const { id } = await bookAs(server, await jo(server), nine);
    expect(await operator.decline(id)).toEqual({ status: 'DECLINED', wasChanged: true, told: 2, deposit: null });
    expect(await claimLines(server)).toEqual([]);
    const [sms, email] = await sentBy(server, { kind: 'decline' });
    expect(sms!.text).toBe(
      `Test Vets: we're sorry, we cannot accept your appointment request for Rex on Wed Nov 25, 2026, 9:00am. Please choose another time: http://localhost:8123/${server.clinicId} or call 512-555-0100.`,
    );
    expect(email).toMatchObject({
      to: 'email jo@example.com',
      subject: 'About your appointment request at Test Vets',
      html: expect.stringContaining('Please choose another time'),
    });
    expect(await operator.decline(id)).toEqual({ status: 'DECLINED', wasChanged: false, told: 0, deposit: null });
    await bookAs(server, await owner(server, 'other@example.com'), nine);
  });

  test('calls off what was accepted, in words of its own', async () => {
    await startWith();
    const { id } = await bookAs(server, await jo(server), nine);
    expect(await operator.decline(id)).toMatchObject({ status: 'DECLINED', told: 2 });
    expect((await sentBy(server, { kind: 'decline' }))[0]!.text).toContain(
      'we had to call off your appointment for Rex',
    );
    await expect(operator.accept(id)).rejects.toMatchObject({ code: 'not_allowed' });
  });

  test('is told when nobody could be: an owner who wants no messages, or has no contact', async () => {
    await startWith(asksFirst);
    const { id } = await bookAs(server, await jo(server), nine, { isSendConfirmation: false });
    expect(await operator.accept(id)).toMatchObject({ wasChanged: true, told: 0 });
  });

  test('answers the owner of an imported request too', async () => {
    await startWith({
      clients: [client({ id: 'casey', email: 'casey@example.com' })],
      products: [product({ id: 'exam', name: 'Exam' })],
      appointments: [{ id: 'asked', client_id: 'casey', product_id: 'exam', fromDate: nine, status: 'REQUESTED' }],
    });
    expect(await operator.accept('asked')).toEqual({ status: 'ACCEPTED', wasChanged: true, told: 1, deposit: null });
    expect((await sentBy(server))[0]).toMatchObject({
      to: 'email casey@example.com',
      text: expect.stringContaining('Your pet is booked at Test Vets'),
    });
  });

  test('is refused, with words, what there is not or what is over', async () => {
    await startWith(asksFirst);
    const { id } = await bookAs(server, await jo(server), nine);
    await expect(operator.accept('nothing')).rejects.toMatchObject({
      code: 'not_found',
      message: 'Test Vets has no appointment "nothing".',
    });
    await expect(acceptAppointment(server.db, server.services, 'nowhere', id)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no clinic "nowhere".',
    });
    server.clock.set(new Date(Date.parse(nine) + 1));
    await expect(operator.accept(id)).rejects.toMatchObject({ code: 'not_allowed' });
  });

  test('declines late what nobody answered in time, and calls off nothing that is over', async () => {
    const later = chicago(wednesday, '10:00');
    await startWith(asksFirst);
    const who = await jo(server);
    const asked = await bookAs(server, who, nine);
    const taken = await bookAs(server, who, later);
    await operator.accept(taken.id);
    server.clock.set(new Date(Date.parse(later) + 1));
    expect(await operator.decline(asked.id)).toMatchObject({ status: 'DECLINED', wasChanged: true });
    await expect(operator.decline(taken.id)).rejects.toMatchObject({ code: 'not_allowed' });
  });

  test('and owner at the same time: whoever is first, the time is claimed or free, never both', async () => {
    await startWith(paysLater);
    const who = await jo(server);
    const booked = await bookAs(server, who, nine);
    await payDeposit(server, booked);
    await Promise.allSettled([
      operator.decline(booked.id),
      server.send(acceptRequest, { params: { id: booked.id }, query: {} }, { token: who.token }),
    ]);
    const { status } = await stored(booked.id);
    expect(await claimLines(server)).toHaveLength(status === 'DECLINED' ? 0 : 1);
    expect(status).toBe('DECLINED');
  });
});
