import { expect, test } from 'vitest';
import { listAudit } from '../../../src/contract/desk/staff';
import { runCommand } from '../../../server/operator/run';
import { bookAs, bookingBody, chicago, jo, manyClinics, payDeposit, sentBy, wednesday } from '../booking/support';
import { asksFirst, atDesk, leaveNow } from './support';

const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });

/** A request of Jo's, Ana at the desk, and the operator at the terminal. */
async function asked() {
  const server = await open(asksFirst, '2026-11-23T15:00:00Z');
  const who = await jo(server);
  const booked = await bookAs(server, who, chicago(wednesday, '09:00'));
  const { id } = booked;
  const terminal = (name: 'accept' | 'decline' | 'refund', of = id) =>
    runCommand(
      server.services,
      { name, clinicId: server.clinicId, appointmentId: of },
      { given: (async function* () {})(), write: async () => {} },
    );
  const ana = await atDesk(server, { name: 'Ana', role: 'admin' });
  const audit = async () =>
    (await server.api(listAudit, { query: {} }, { token: ana.token })).lines.flatMap(({ what, item_id }) =>
      item_id === `request-${id}` || /^(deposit|refund)-/.test(item_id ?? '') ? [what] : [],
    );
  return { server, who, booked, ana, terminal, audit, id, item: `request-${id}` };
}

test('what the terminal answers is listed at the desk as answered, by the operator, and once in the audit', async () => {
  const { ana, terminal, audit, item } = await asked();
  expect((await terminal('accept')).out).toEqual(['The appointment is accepted; the owner is told.']);
  expect((await terminal('accept')).out).toEqual(['The appointment was accepted before.']);
  expect((await ana.list()).rows).toEqual([]);
  expect((await ana.answered()).rows).toMatchObject([
    { id: item, place: 'answered', answer: { by: 'The operator', words: 'accepted', is_mine: false } },
  ]);
  expect((await ana.answered()).rows![0]!.answer!.left_at).not.toBeNull();
  expect(await audit()).toEqual(['request: accepted']);
});

test('an appointment that the terminal calls off later is in the audit, and its request stays as it was answered', async () => {
  const { ana, terminal, audit } = await asked();
  await terminal('accept');
  expect((await terminal('decline')).out).toEqual([
    'The appointment is declined; the owner is told.',
    'It had been accepted: it is called off.',
  ]);
  expect((await ana.answered()).rows).toMatchObject([{ answer: { words: 'accepted' } }]);
  expect((await audit()).toSorted()).toEqual(['request: accepted', 'request: declined']);
});

test('an answer of the desk that is on its way loses to the terminal, and its owner hears one thing', async () => {
  const { server, ana, terminal, item } = await asked();
  await ana.answer(item, { name: 'decline', reason: 'no_time' });
  await terminal('accept');
  server.clock.advance(20_000);
  await leaveNow(server);
  const told = (await sentBy(server)).filter(({ kind }) => ['booking_confirmation', 'decline'].includes(kind));
  expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['booking_confirmation']));
  const { happened } = await ana.item(item);
  expect(happened.map(({ who, what }) => `${who}: ${what}`).join('; ')).toContain('The operator');
});

test('a deposit that a decline of the terminal gives back is a line of its own in the audit', async () => {
  const { server, booked, terminal, audit } = await asked();
  await payDeposit(server, booked);
  await terminal('decline');
  expect((await audit()).toSorted()).toEqual(['deposit: refunded', 'request: declined']);
});

test('a deposit that waits for a time, refunded by the terminal, and a failed refund tried again are under Answered', async () => {
  const { server, who, ana, terminal, audit } = await asked();
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
      user_id: who.userId,
      booking: JSON.stringify(bookingBody(chicago(wednesday, '10:00'))),
      completed_at: now,
      created_at: now,
    })
    .execute();
  expect((await ana.list()).rows).toHaveLength(2);
  expect(await terminal('refund', 'paid-1')).toMatchObject({ exit: 0 });
  expect((await ana.answered()).rows).toMatchObject([
    { id: 'deposit-paid-1', answer: { by: 'The operator', words: 'refunded' } },
  ]);
  await server.db
    .updateTable('refunds')
    .set({ failed_at: now, failure: 'The account is closed.', next_attempt_at: new Date(now.getTime() + 3_600_000) })
    .where('clinic_id', '=', server.clinicId)
    .execute();
  server.clock.advance(1000);
  expect(await terminal('refund', 'paid-1')).toMatchObject({ exit: 0 });
  expect((await ana.answered()).rows).toMatchObject([
    { id: 'refund-paid-1', answer: { by: 'The operator', words: 'tried again' } },
    { id: 'deposit-paid-1' },
  ]);
  expect((await audit()).toSorted()).toEqual(['deposit: refunded', 'refund: tried again']);
});
