import { expect, test } from 'vitest';
import { openings, previewAnswer } from '../../../../src/contract/desk/inbox';
import { timeKey } from '../../../../src/domain/desk/offer';
import { getPayment } from '../../../../src/contract/payments';
import { createPaymentLink } from '../../../../server/modules/payments/paymentLink';
import type { TestServer } from '../../../support/server';
import {
  bookAs,
  bookingBody,
  chicago,
  claimLines,
  jo,
  manyClinics,
  overlappingClaims,
  owner,
  wednesday,
} from '../../booking/support';
import { charge, depositClinic, enter } from '../../payments/support';
import { atDesk, leaveNow } from '../support';

let server: TestServer;
const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const nine = chicago(wednesday, '09:00');
const ten = chicago(wednesday, '10:00');

/** A paid deposit whose time was gone. */
async function paidWithoutTime(clinic = depositClinic()) {
  server = await open(clinic, '2026-11-23T15:00:00Z');
  const who = await jo(server);
  const session = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('clinic_id', '=', server.clinicId)
    .where('user_id', '=', who.userId)
    .executeTakeFirstOrThrow();
  const now = server.clock.now();
  await server.db
    .insertInto('payment_requests')
    .values({
      clinic_id: server.clinicId,
      id: 'paid-1',
      client_id: who.clientId,
      appointment_id: null,
      product_id: 'exam',
      amount_cents: 4000,
      status: 'complete',
      session_id: session.id,
      user_id: who.userId,
      booking: JSON.stringify(bookingBody(nine)),
      completed_at: now,
      card_last4: '4242',
      created_at: now,
    })
    .execute();
  const ana = await atDesk(server, { name: 'Ana' });
  return { who, ana, id: 'deposit-paid-1' };
}
const booked = () =>
  server.db.selectFrom('appointments').selectAll().where('clinic_id', '=', server.clinicId).execute();
const payment = () =>
  server.db
    .selectFrom('payment_requests')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', 'paid-1')
    .executeTakeFirstOrThrow();

const sentTo = async (recipient: string) =>
  (
    await server.db
      .selectFrom('messages')
      .select('body_text')
      .where('clinic_id', '=', server.clinicId)
      .where('recipient', '=', recipient)
      .where('kind', '!=', 'code')
      .execute()
  ).map(({ body_text }) => body_text);

test('a deposit that was paid by a link for no appointment is told and listed, and settled or given back (D-40)', async () => {
  server = await open(depositClinic(), '2026-11-23T15:00:00Z');
  const who = await jo(server);
  const ana = await atDesk(server, { name: 'Ana' });
  const guest = await server.signInGuest();
  const pay = async () => {
    const url = await createPaymentLink(server.db, server.services, server.clinicId, who.clientId, 'exam', null);
    const id = url.split('/').at(-1)!;
    const { client_secret } = await server.api(getPayment, { params: { paymentId: id } }, { token: guest.token });
    expect((await ana.list()).rows?.map((row) => row.id)).not.toContain(`deposit-${id}`);
    await enter(server, client_secret);
    await charge(server, guest, id);
    server.clock.advance(1000);
    return `deposit-${id}`;
  };
  const [kept, back] = [await pay(), await pay()];
  expect((await sentTo('desk@testvets.example'))[0]).toMatch(
    /\$25\.00 was paid for Exam, by a link for no appointment/,
  );
  expect((await ana.list()).rows).toMatchObject([
    { id: kept, says: 'Paid $25.00, no time', what: 'Exam', owner: 'Jo Miller' },
    { id: back },
  ]);
  expect(await ana.item(kept)).toMatchObject({
    ask: { line: 'Paid by a link, for no appointment.' },
    actions: [
      { name: 'let_be', label: 'Mark settled', is_primary: true, will_read: null },
      {
        name: 'refund',
        will_read: {
          words: expect.stringMatching(/refunding your deposit of \$25\.00 to your card ending in \d{4}\. Banks can/),
        },
      },
    ],
  });
  const times = [{ at: ten, provider_id: 'ada' }];
  expect((await ana.tryAnswer(kept, { name: 'choose_time', times })).status).toBeGreaterThanOrEqual(400);
  await ana.answer(kept, { name: 'let_be' });
  await ana.answer(back, { name: 'refund' });
  server.clock.advance(21_000);
  await leaveNow(server);
  expect((await ana.list()).rows).toEqual([]);
  expect(await ana.item(kept)).toMatchObject({ ask: { state: 'Settled' }, actions: [] });
  expect((await ana.item(back)).ask).toMatchObject({
    state: expect.stringMatching(/^Refund/),
    money: expect.stringMatching(/^\$25\.00 (refunded|on its way back)$/),
  });
});

test('a paid deposit without a time is listed, and booked at a chosen opening (D-215)', async () => {
  const { ana, id } = await paidWithoutTime();
  expect((await ana.list()).rows).toMatchObject([
    { id, says: 'Paid $40.00, no time', what: 'Exam', owner: 'Jo Miller' },
  ]);
  const found = await server.api(openings, { params: { id }, query: { date: wednesday } }, { token: ana.token });
  expect(found.times.map(({ at }) => at)).toContain(ten);
  const { row } = await ana.answer(id, { name: 'choose_time', times: [{ at: ten, provider_id: 'ada' }] });
  expect(row.answer!.words).toBe('booked Wed Nov 25, 10:00am');
  expect(await claimLines(server)).toHaveLength(1);
  expect(await booked()).toEqual([]);
  server.clock.advance(20_000);
  await leaveNow(server);
  const [visit] = await booked();
  expect(visit).toMatchObject({ status: 'ACCEPTED', provider_id: 'ada', starts_at: new Date(ten) });
  expect((await payment()).appointment_id).toBe(visit!.id);
  expect((await claimLines(server)).map((line) => line.split(' ').at(-1))).toEqual(['appointment']);
  expect(await overlappingClaims(server)).toBe(0);
  expect((await ana.list()).rows).toEqual([]);
  expect(await ana.item(id)).toMatchObject({ ask: { state: 'Booked' }, hint: null, actions: [] });
});

test('one with which the owner booked another time themselves says so', async () => {
  const { who, ana, id } = await paidWithoutTime();
  const visit = await bookAs(server, who, ten);
  await server.db
    .updateTable('payment_requests')
    .set({ appointment_id: visit.id })
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', 'paid-1')
    .execute();
  expect(await ana.item(id)).toMatchObject({
    row: { place: 'answered' },
    hint: 'Jo booked Wed Nov 25, 10:00am with it.',
    actions: [],
  });
});

test('a refund that its owner was quicker than by booking with it names them, and is told as not done', async () => {
  const { who, ana, id } = await paidWithoutTime();
  await ana.answer(id, { name: 'refund' });
  const visit = await bookAs(server, who, ten);
  await server.db
    .updateTable('payment_requests')
    .set({ appointment_id: visit.id })
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', 'paid-1')
    .execute();
  server.clock.advance(20_000);
  await leaveNow(server);
  const voided = 'Jo has booked with it meanwhile.';
  const { happened, row } = await ana.item(id);
  expect(row.answer).toMatchObject({ voided });
  expect(happened.filter(({ who: by }) => by === 'Ana')).toMatchObject([
    { what: 'Refunded, not carried out', state: voided },
  ]);
});

test('what the owner will read is shown before, to the word: booked, at a clinic that asks first too (D-424)', async () => {
  const clinic = depositClinic();
  clinic.shop = { ...clinic.shop, metadata: { ...clinic.shop?.metadata, isAutoAccept: false } };
  const { ana, id } = await paidWithoutTime(clinic);
  const body = { name: 'choose_time' as const, times: [{ at: ten, provider_id: null }] };
  const { version } = await ana.row(id);
  const shown = await server.api(previewAnswer, { params: { id }, body: { ...body, version } }, { token: ana.token });
  expect([await booked(), await claimLines(server), await sentTo('+15125550111')]).toEqual([[], [], []]);
  await ana.answer(id, body);
  server.clock.advance(20_000);
  await leaveNow(server);
  const [visit] = await booked();
  expect(visit).toMatchObject({ status: 'ACCEPTED', starts_at: new Date(ten) });
  expect(shown).toMatchObject({
    ways: 'Text and e-mail',
    words: expect.stringContaining('is booked for Exam') as string,
  });
  expect((await sentTo('+15125550111')).map((text) => text.replace(visit!.id, '...'))).toEqual([shown.words]);
  expect((await ana.list()).rows).toEqual([]);
});

test('a time that was taken meanwhile is refused before it is chosen, named, with what to do', async () => {
  const { ana, id } = await paidWithoutTime();
  const other = await owner(server, 'other@example.com');
  await bookAs(server, other, ten, {
    products: [{ id: 'checkup', anyone: false, providerId: 'ada', label: 'Checkup' }],
  });
  const { version } = await ana.row(id);
  const times = [{ at: ten, provider_id: 'ada' }];
  const gone = {
    code: 'slot_gone',
    message: 'Wed Nov 25, 10:00am is not free any more. Choose another time.',
    fields: { [timeKey(ten, 'ada')]: 'gone' },
  };
  expect(
    await server.send(
      previewAnswer,
      { params: { id }, body: { name: 'choose_time', version, times } },
      { token: ana.token },
    ),
  ).toMatchObject({ status: 409, body: gone });
  expect((await ana.tryAnswer(id, { name: 'choose_time', times })).body).toMatchObject(gone);
});

test('a chosen time that is taken back is free again', async () => {
  const { ana, id } = await paidWithoutTime();
  const { answer } = await ana.answer(id, { name: 'choose_time', times: [{ at: ten, provider_id: null }] });
  await ana.undo(answer.id);
  expect(await claimLines(server)).toEqual([]);
  server.clock.advance(60_000);
  await leaveNow(server);
  expect(await booked()).toEqual([]);
});

test('it is refunded once, and the refund is named before (D-414)', async () => {
  const { ana, id } = await paidWithoutTime();
  expect((await ana.item(id)).actions.map(({ label }) => label)).toEqual(['Choose a time', 'Refund $40.00']);
  await ana.answer(id, { name: 'refund' });
  expect((await payment()).status).toBe('complete');
  server.clock.advance(20_000);
  await leaveNow(server);
  await leaveNow(server);
  expect((await payment()).status).toBe('refunding');
  const { happened } = await ana.item(id);
  expect(happened.map(({ who, what, state }) => [who, what, state])).toEqual([
    ['Jo Miller', 'Paid $40.00', null],
    ['Ana', 'Refunded', null],
    ['Test Vets', 'Refund of $40.00 to the card ending in 4242', 'On its way'],
    ['Test Vets', 'Text message', 'On its way'],
    ['Test Vets', 'E-mail', 'On its way'],
  ]);
  expect(await ana.tryAnswer(id, { name: 'refund' })).toMatchObject({ status: 422 });
});
