import { afterEach, describe, expect, test } from 'vitest';
import {
  cancelAppointment,
  CUSTOMER_SITE,
  enableReminders,
  rescheduleAppointment,
} from '../../../src/contract/appointments';
import { declineAppointment, acceptAppointment } from '../../../server/modules/appointments/decide';
import { remindDue, startReminders } from '../../../server/modules/appointments/reminders';
import { deliverDue } from '../../../server/modules/messages/delivery';
import type { Messages } from '../../../server/calls/messages';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { client, clinicFile, product } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  chicago,
  crowd,
  jo,
  manyClinics,
  MINUTE,
  owner,
  sentBy,
  wednesday,
  type Sent,
} from '../booking/support';
import { depositClinic } from '../payments/support';

const HOUR = 60 * MINUTE;
let server: TestServer;
const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const settings = { client_online_cancellation_enabled: true, client_online_reschedule_enabled: true };
const startWith = async (more: Parameters<typeof open>[0] = {}) =>
  (server = await open({ ...more, shop: { ...more.shop, feature_settings: settings } }));
// What one test leaves behind is due for the next one's clock.
afterEach(() => server.db.deleteFrom('appointments').execute());

const nine = chicago(wednesday, '09:00');
const later = chicago('2026-11-27', '09:00');
const before = (start: string, ms: number) => server.clock.set(new Date(Date.parse(start) - ms));
const remind = () => remindDue(server.services);
const reminders = () => sentBy(server, { kind: 'reminder' });
const ways = (messages: Sent[]) => messages.map(({ to }) => to);
const both = ['sms +15125550111', 'email jo@example.com'];
const virtual = {
  products: [
    product({ id: 'exam', name: 'Video visit', is_telemedicine: true, meeting_url: 'https://meet.example/ada' }),
  ],
};

describe('the reminder (D-218)', () => {
  test('goes out 24 hours before, once, with the clinic’s name, its time and a way to change it', async () => {
    await startWith();
    const { id } = await bookAs(server, await jo(server), nine);
    before(nine, 24 * HOUR + 1);
    expect(await remind()).toBe(0);
    before(nine, 24 * HOUR);
    expect(await remind()).toBe(1);
    const link = `http://localhost:8123/${server.clinicId}/appointments/${id}`;
    const [sms, email] = await reminders();
    expect(sms).toMatchObject({
      to: both[0],
      text: `Test Vets: reminder: Rex has Exam with Dr. Ada Park on Wed Nov 25, 2026, 9:00am. See or change it: ${link} or call 512-555-0100.`,
    });
    expect(email).toMatchObject({
      to: both[1],
      subject: 'Reminder: Rex at Test Vets, Wed Nov 25, 2026, 9:00am',
      html: expect.stringContaining(`<a href="${link}"`),
    });
    expect(await remind()).toBe(0);
    before(nine, HOUR);
    await remind();
    expect(await reminders()).toHaveLength(2);
  });

  test('goes out once over several servers, all looking at once, and after a restart', async () => {
    await startWith();
    const who = await jo(server);
    for (const time of ['09:00', '10:00', '11:00', '13:00']) await bookAs(server, who, chicago(wednesday, time));
    before(nine, 20 * HOUR);
    const others = [await server.another(), await server.another()];
    const all = [server.services, ...others.map((one) => one.services)];
    const seen = await crowd(9, (index) => remindDue(all[index % all.length]!));
    expect(seen.reduce((sum, count) => sum + count, 0)).toBe(4);
    for (const one of others) await one.close();
    await remindDue((await server.another()).services);
    expect(await reminders()).toHaveLength(8);
  });

  test('goes out late rather than not at all, but not once the visit has begun', async () => {
    await startWith();
    const who = await jo(server);
    await bookAs(server, who, nine);
    await bookAs(server, who, chicago(wednesday, '10:00'));
    before(nine, 0);
    await remind();
    expect((await reminders()).map(({ subject }) => subject)).toEqual([
      null,
      'Reminder: Rex at Test Vets, Wed Nov 25, 2026, 10:00am',
    ]);
  });

  test('is not written for a booking, a new time or an acceptance of the day before: the owner has just heard', async () => {
    const paysLater = depositClinic({ appointmentRequestWithoutDeposit: true }, { feature_settings: settings });
    server = await open({ ...paysLater, products: [...paysLater.products!, product({ id: 'free', name: 'Free' })] });
    const who = await jo(server);
    const free = { products: [{ id: 'free', anyone: true, providerId: 'ada', label: 'Free' }] };
    const moved = await bookAs(server, who, later, free);
    before(nine, 20 * HOUR);
    await bookAs(server, who, nine, free);
    await server.api(
      rescheduleAppointment,
      { params: { id: moved.id }, body: { dateTime: chicago(wednesday, '11:00'), providerId: 'ada' } },
      { token: who.token },
    );
    const request = await bookAs(server, who, chicago(wednesday, '13:00'));
    expect(await acceptAppointment(server.db, server.services, server.clinicId, request.id)).toMatchObject({
      wasChanged: true,
    });
    await remind();
    expect(await reminders()).toEqual([]);
  });

  test('goes out only as the owner agreed', async () => {
    await startWith({
      clients: [
        client({ id: 'casey', email: 'casey@example.com' }),
        client({ id: 'jo', first_name: 'Jo', last_name: 'Miller', email: 'jo@example.com', phone: '+15125550111' }),
      ],
      appointments: [{ id: 'imported', client_id: 'casey', product_id: 'exam', fromDate: nine, status: 'CONFIRMED' }],
    });
    const who = await jo(server);
    const hour = (time: string) => chicago(wednesday, time);
    await bookAs(server, who, hour('10:00'), { isReminderSMS: false, isReminderEmail: false });
    await bookAs(server, who, hour('11:00'), { isReminderSMS: false });
    await bookAs(server, who, hour('13:00'), { isReminderEmail: false, isSendConfirmation: false });
    before(nine, HOUR);
    await remind();
    expect(ways(await reminders())).toEqual(['email jo@example.com', 'sms +15125550111']);
  });

  test('is turned on and off by the owner', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    const turn = (isOn: boolean) =>
      server.api(enableReminders, { params: { id }, body: { id, enableReminders: isOn } }, { token: who.token });
    await turn(false);
    before(nine, 23 * HOUR);
    await remind();
    expect(await reminders()).toEqual([]);
    await turn(true);
    await remind();
    expect(ways(await reminders())).toEqual(both);
    // What waits in the outbox is taken back.
    await turn(false);
    expect(await reminders()).toEqual([]);
  });

  test('follows a new time, and goes out once for each', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    const move = (to: string) =>
      server.api(
        rescheduleAppointment,
        { params: { id }, body: { dateTime: to, providerId: 'ada' } },
        { token: who.token },
      );
    before(nine, 24 * HOUR);
    await remind();
    await server.db.updateTable('messages').set({ delivered_at: server.clock.now() }).execute();
    await move(later);
    await remind();
    expect(await reminders()).toHaveLength(2);
    before(later, 24 * HOUR);
    await remind();
    expect((await reminders()).map(({ text }) => text.includes('Fri Nov 27, 2026, 9:00am'))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('waiting in the outbox is taken back when the time is moved', async () => {
    await startWith();
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    before(nine, 24 * HOUR);
    await remind();
    await server.api(
      rescheduleAppointment,
      { params: { id }, body: { dateTime: later, providerId: 'ada' } },
      { token: who.token },
    );
    expect(await reminders()).toEqual([]);
  });

  test('follows what the practice’s own software says', async () => {
    const given = (fromDate: string) => ({
      clients: [client({ id: 'casey', email: 'casey@example.com' })],
      appointments: [
        {
          id: 'imported',
          client_id: 'casey',
          product_id: 'exam',
          provider_id: 'ada',
          fromDate,
          status: 'CONFIRMED' as const,
        },
      ],
    });
    await startWith(given(nine));
    const who = await owner(server, 'casey@example.com');
    await server.api(
      enableReminders,
      { params: { id: 'imported' }, body: { id: 'imported', enableReminders: true } },
      { token: who.token },
    );
    before(nine, 24 * HOUR);
    await remind();
    expect(await reminders()).toHaveLength(1);
    await importClinicFile(
      server.db,
      clinicFile({ ...given(later), shop: { id: server.clinicId, feature_settings: settings } }),
      { now: server.clock.now(), demoMode: true },
    );
    expect(await reminders()).toEqual([]);
    before(later, 24 * HOUR);
    await remind();
    expect((await reminders()).map(({ subject }) => subject)).toEqual([
      'Reminder: your pet at Test Vets, Fri Nov 27, 2026, 9:00am',
    ]);
  });

  for (const how of ['canceled', 'declined'] as const) {
    test(`never goes out for an appointment that was ${how}, before or after it was written`, async () => {
      await startWith();
      const who = await jo(server);
      const end = (id: string) =>
        how === 'canceled'
          ? server.api(cancelAppointment, { body: { id, source: CUSTOMER_SITE } }, { token: who.token })
          : declineAppointment(server.db, server.services, server.clinicId, id);
      const [first, second] = [await bookAs(server, who, nine), await bookAs(server, who, chicago(wednesday, '10:00'))];
      await end(first.id);
      before(nine, 20 * HOUR);
      await remind();
      expect(await reminders()).toHaveLength(2);
      await end(second.id);
      expect(await reminders()).toEqual([]);
      await remind();
      expect(await reminders()).toEqual([]);
    });
  }

  test('never goes out for a request', async () => {
    await startWith({ shop: { metadata: { isAutoAccept: false } } });
    await bookAs(server, await jo(server), nine);
    before(nine, HOUR);
    expect(await remind()).toBe(0);
  });

  test('is given up when the visit has begun before it could be delivered', async () => {
    await startWith();
    await bookAs(server, await jo(server), nine);
    before(nine, 24 * HOUR);
    await remind();
    before(nine, 0);
    const delivered: string[] = [];
    const gateway = { close: () => {}, deliver: async ({ text }: { text: string }) => void delivered.push(text) };
    await deliverDue({ ...server.services, keepSecrets: false, gateways: { email: gateway, sms: gateway } });
    expect(delivered.filter((text) => text.includes('reminder'))).toEqual([]);
  });

  test('of one clinic fails alone', async () => {
    await startWith();
    await bookAs(server, await jo(server), nine);
    const broken = server.clinicId;
    await startWith();
    await bookAs(server, await jo(server), nine);
    before(nine, 2 * HOUR);
    const messages: Messages = {
      ...server.services.messages,
      enqueueAll: async (db, all) => {
        if (all.some((message) => message.clinicId === broken)) throw new Error('no room');
        return server.services.messages.enqueueAll(db, all);
      },
    };
    expect(await remindDue({ ...server.services, messages })).toBe(1);
    expect(await reminders()).toHaveLength(2);
    expect(await remind()).toBe(1);
  });
});

describe('the meeting link (D-218)', () => {
  const links = () => sentBy(server, { kind: 'meeting_link' });

  test('goes out an hour before a virtual visit, once, by text and e-mail', async () => {
    await startWith(virtual);
    await bookAs(server, await jo(server), nine);
    before(nine, HOUR + 1);
    await remind();
    expect(await links()).toEqual([]);
    before(nine, HOUR);
    await remind();
    await remind();
    const [sms, email] = await links();
    expect(ways(await links())).toEqual(both);
    expect(sms!.text).toBe("Test Vets: Rex's virtual visit begins at 9:00am. Join here: https://meet.example/ada");
    expect(email).toMatchObject({
      subject: 'Your meeting link for Rex, 9:00am',
      html: expect.stringContaining('<a href="https://meet.example/ada"'),
    });
  });

  test('goes by text to whoever declined reminders: booking a virtual visit agreed to it (D-87)', async () => {
    await startWith(virtual);
    await bookAs(server, await jo(server), nine, {
      isReminderSMS: false,
      isReminderEmail: false,
      isSendConfirmation: false,
    });
    before(nine, 30 * MINUTE);
    await remind();
    expect(ways(await links())).toEqual(['sms +15125550111']);
  });

  test('goes out at once for a visit that was booked within the hour', async () => {
    await startWith(virtual);
    const who = await jo(server);
    before(nine, 20 * MINUTE);
    await bookAs(server, who, nine);
    await remind();
    expect(await links()).toHaveLength(2);
  });

  test('is for virtual visits only, follows a new time, and is taken back', async () => {
    await startWith({ products: [...virtual.products, product({ id: 'plain' })] });
    const who = await jo(server);
    const { id } = await bookAs(server, who, nine);
    await bookAs(server, who, chicago(wednesday, '10:00'), {
      products: [{ id: 'plain', anyone: true, providerId: 'ada', label: 'x' }],
    });
    before(nine, 10 * MINUTE);
    await remind();
    expect(await links()).toHaveLength(2);
    await server.api(
      rescheduleAppointment,
      { params: { id }, body: { dateTime: later, providerId: 'ada' } },
      { token: who.token },
    );
    expect(await links()).toEqual([]);
    before(later, HOUR);
    await remind();
    expect(await links()).toHaveLength(2);
    await server.api(cancelAppointment, { body: { id, source: CUSTOMER_SITE } }, { token: who.token });
    expect(await links()).toEqual([]);
  });

  test('that the clinic has not given is the clinic’s to send, and it is told so', async () => {
    await startWith({
      shop: { notify_email: 'desk@testvets.example' },
      products: [product({ id: 'exam', is_telemedicine: true })],
    });
    await bookAs(server, await jo(server), nine);
    before(nine, MINUTE);
    await remind();
    expect(await links()).toEqual([]);
    expect((await sentBy(server, { kind: 'clinic_notice' }))[0]!.text).toContain('Please send the owner one.');
  });
});

test('the server’s own loop writes reminders, and stops', async () => {
  await startWith();
  await bookAs(server, await jo(server), nine);
  before(nine, 24 * HOUR);
  const loop = startReminders(server.services);
  await loop.stop();
  expect(ways(await reminders())).toEqual(both);
});
