import { describe, expect, test } from 'vitest';
import {
  cancelAppointment,
  CUSTOMER_SITE,
  getAppointment,
  pickTime,
  rescheduleAppointment,
} from '../../../src/contract/appointments';
import { endOffers } from '../../../server/modules/appointments/endOffers';
import { liveOffer, openOffer } from '../../../server/modules/appointments/offers';
import { inTransaction } from '../../../server/db/transaction';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  chicago,
  claimLines,
  dies,
  jo,
  manyClinics,
  offerTimes as offerTimesOf,
  sentBy,
  wednesday,
  type Owner,
} from '../booking/support';

let server: TestServer;
const open = manyClinics();
const startWith = async (...given: Parameters<typeof open>) => (server = await open(...given));
const asksFirst = {
  shop: {
    metadata: { isAutoAccept: false },
    notify_email: 'desk@testvets.example',
    feature_settings: {
      client_online_cancellation_enabled: true,
      client_online_reschedule_enabled: true,
      answer_within_hours: 2,
    },
  },
};

const nine = chicago(wednesday, '09:00');
const ten = chicago(wednesday, '10:00');
const eleven = chicago(wednesday, '11:00');

const offerTimes = (id: string, starts: readonly string[], isOpen = true) => offerTimesOf(server, id, starts, isOpen);
const read = (who: Owner, id: string) => server.api(getAppointment, { params: { id } }, { token: who.token });
const pick = (who: Pick<Owner, 'token'>, id: string, timeId: string) =>
  server.send(pickTime, { params: { id }, body: { time_id: timeId } }, { token: who.token });
const claimed = async () => (await claimLines(server)).map((line) => line.split(' ')[1]);

describe('other times are offered (D-425)', () => {
  test('the owner sees them once they have left, and picks one, which frees the others', async () => {
    await startWith(asksFirst);
    const who = await jo(server);
    const booked = await bookAs(server, who, nine);
    expect(booked).toMatchObject({ status: 'REQUESTED', offered: null, answered_at: null });
    const [kept] = await offerTimes(booked.id, [ten], false);
    expect((await read(who, booked.id)).offered).toBeNull();
    expect(await pick(who, booked.id, kept!)).toMatchObject({ status: 409 });
    const offer = await liveOffer(server.db, server.clinicId, booked.id);
    await inTransaction(server.db, (trx) => openOffer(trx, server.clinicId, offer!.id));
    const shown = await read(who, booked.id);
    expect(shown.offered).toMatchObject({ times: [{ id: kept, at: ten, clinician: 'Dr. Ada Park' }] });
    expect(shown.answer_by).toBeNull();
    const picked = await pick(who, booked.id, kept!);
    expect(picked.body).toMatchObject({ data: { status: 'ACCEPTED', fromDate: ten, offered: null } });
    expect(await claimed()).toEqual([ten]);
    expect((await read(who, booked.id)).answered_at).toBe(server.clock.now().toISOString());
    expect((await sentBy(server, { kind: 'booking_confirmation' })).length).toBeGreaterThan(0);
    expect((await sentBy(server, { kind: 'clinic_notice' })).at(-1)).toMatchObject({
      subject: 'Offered time picked, now booked: Rex, Wed Nov 25, 2026, 10:00am',
    });
    const before = (await sentBy(server)).length;
    expect(await pick(who, booked.id, kept!)).toMatchObject({ status: 200 });
    expect(await sentBy(server)).toHaveLength(before);
  });

  test('one of several is picked; another of them is gone then', async () => {
    await startWith(asksFirst);
    const who = await jo(server);
    const booked = await bookAs(server, who, nine);
    const [first, second] = await offerTimes(booked.id, [ten, eleven]);
    expect(await claimed()).toEqual([nine, ten, eleven]);
    expect(await pick(who, booked.id, second!)).toMatchObject({ status: 200 });
    expect(await claimed()).toEqual([eleven]);
    expect(await pick(who, booked.id, first!)).toMatchObject({
      status: 422,
      body: { message: 'Your appointment is booked for Wed Nov 25, 2026, 11:00am.' },
    });
  });

  test('an owner who cancels or moves ends it; a time of it is gone', async () => {
    await startWith(asksFirst);
    const who = await jo(server);
    const booked = await bookAs(server, who, nine);
    const [time] = await offerTimes(booked.id, [ten]);
    await server.api(
      rescheduleAppointment,
      { params: { id: booked.id }, body: { dateTime: eleven, providerId: 'ada' } },
      { token: who.token },
    );
    expect(await claimed()).toEqual([eleven]);
    expect(await pick(who, booked.id, time!)).toMatchObject({ status: 409 });
    const [other] = await offerTimes(booked.id, [ten]);
    await server.api(cancelAppointment, { body: { id: booked.id, source: CUSTOMER_SITE } }, { token: who.token });
    expect(await claimed()).toEqual([]);
    expect(await pick(who, booked.id, other!)).toMatchObject({ status: 422 });
  });

  test('an offer that is over is swept, and the request is due again (D-427)', async () => {
    await startWith(asksFirst, '2026-11-23T15:00:00Z');
    const who = await jo(server);
    const booked = await bookAs(server, who, nine);
    expect(booked.answer_by).toBe('2026-11-23T17:00:00.000Z');
    const [time] = await offerTimes(booked.id, [ten]);
    await endOffers(server.db, server.clock.now());
    expect(await claimed()).toEqual([nine, ten]);
    server.clock.set('2026-11-24T15:00:01Z');
    expect(await pick(who, booked.id, time!)).toMatchObject({ status: 409 });
    await endOffers(server.db, server.clock.now());
    expect(await claimed()).toEqual([nine]);
    expect(await read(who, booked.id)).toMatchObject({ offered: null, answer_by: '2026-11-24T17:00:00.000Z' });
  });

  test('of a pet that has died since nothing is picked, and the offer ends', async () => {
    await startWith(asksFirst);
    const who = await jo(server);
    const booked = await bookAs(server, who, nine);
    const [time] = await offerTimes(booked.id, [ten]);
    await dies(server, 'Rex', '2026-11-23');
    expect(await pick(who, booked.id, time!)).toMatchObject({ status: 409 });
    expect(await endOffers(server.db, server.clock.now())).toBe(1);
    expect(await read(who, booked.id)).toMatchObject({ status: 'REQUESTED', offered: null });
    expect(await claimed()).toEqual([nine]);
  });

  test('nobody picks for another', async () => {
    await startWith(asksFirst);
    const who = await jo(server);
    const booked = await bookAs(server, who, nine);
    const [time] = await offerTimes(booked.id, [ten]);
    const guest = await server.signInGuest();
    expect(await pick(guest, booked.id, time!)).toMatchObject({ status: 401 });
    const { token } = await server.signIn('ann@example.com');
    expect(await pick({ token }, booked.id, time!)).toMatchObject({ status: 404 });
  });
});
