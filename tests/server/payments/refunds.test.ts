import { describe, expect, test, vi } from 'vitest';
import { leaseMs } from '../../../server/calls/leases';
import type { Cards } from '../../../server/gateways/cards';
import { endOffers } from '../../../server/modules/appointments/endOffers';
import { acceptAppointment, declineAppointment } from '../../../server/modules/appointments/decide';
import { refundByOperator } from '../../../server/modules/appointments/refunds';
import { exportClinicFile } from '../../../server/modules/clinicFile/export';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { recordCharge } from '../../../server/modules/payments/recordCharge';
import { takeDueRefunds, wakeRefunds } from '../../../server/modules/deposits/refunds/repository';
import { refundDue, startRefunds } from '../../../server/modules/payments/sendRefunds';
import {
  cancelAppointment,
  CUSTOMER_SITE,
  getAppointment,
  listAppointments,
  rescheduleAppointment,
} from '../../../src/contract/appointments';
import { getPayment, linkPayment } from '../../../src/contract/payments';
import { loadClinic } from '../../../server/modules/clinics/repository';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  chicago,
  crowd,
  manyClinics,
  offerTimes,
  owner,
  sentBy,
  wednesday,
  type Owner,
} from '../booking/support';
import {
  appointmentsOf,
  bookingStart,
  cards,
  charge,
  depositClinic,
  enter,
  faultyCards,
  givenBack,
  nine,
  pay,
  start,
  startBody,
  storedPayment,
  storedRefund,
  taken,
} from './support';

const faulty = faultyCards();
const open = manyClinics(faulty.options);
let server: TestServer;
const startWith = async (...given: Parameters<typeof depositClinic>) => {
  faulty.reset();
  return (server = await open(depositClinic(...given)));
};
const asksFirst = (hours?: number) =>
  startWith(
    {},
    {
      metadata: { isAutoAccept: false },
      feature_settings: {
        client_online_cancellation_enabled: true,
        client_online_reschedule_enabled: true,
        ...(hours !== undefined && { deposit_refund_hours: hours }),
      },
    },
  );
const jo = () => owner(server, '+15125550111', { first_name: 'Jo', last_name: 'Miller' });
const decline = (id: string) => declineAppointment(server.db, server.services, server.clinicId, id);
const byOperator = (id: string) => refundByOperator(server.db, server.services, server.clinicId, id);
type Told = 'refunded' | 'asked' | 'kept';
const cancelBody = (id: string, told?: Told) => ({
  body: { id, source: CUSTOMER_SITE, ...(told && { deposit_on_cancel: told }) } as const,
});
const cancel = (who: Owner, id: string, told?: Told) =>
  server.api(cancelAppointment, cancelBody(id, told), { token: who.token });
const sendCancel = (who: Owner, id: string, told?: Told) =>
  server.send(cancelAppointment, cancelBody(id, told), { token: who.token });
const seen = async (who: Owner, id: string) =>
  (await server.api(getAppointment, { params: { id } }, { token: who.token })).deposit;
const work = () => refundDue(server.services);

/** A request whose deposit is paid. */
async function paid(card = cards.pays, at = nine) {
  const who = await jo();
  const payment = await pay(server, who, bookingStart(at).body, card);
  expect(payment.status).toBe('complete');
  return { who, payment, id: payment.appointment_id! };
}

describe('declined with a paid deposit (D-414)', () => {
  test('the decision writes the refund, the provider makes it once, and everybody is told', async () => {
    await asksFirst();
    const { who, payment, id } = await paid();
    expect(await seen(who, id)).toEqual({ amount: 25, state: 'paid', card_last4: '4242' });
    expect(await decline(id)).toMatchObject({
      status: 'DECLINED',
      told: 2,
      deposit: { amount_cents: 2500, status: 'refunding', card_last4: '4242' },
    });
    expect(await seen(who, id)).toEqual({ amount: 25, state: 'refunding', card_last4: '4242' });
    expect(await givenBack(server)).toEqual([]);
    const [sms, email] = await sentBy(server, { kind: 'decline' });
    const money =
      'We are refunding your deposit of $25.00 to your card ending in 4242. Banks can take up to 10 days to show it.';
    expect(sms!.text).toContain(`${money} Please choose another time:`);
    expect(email!.text).toContain(`\n\n${money}\n\nPlease choose another time:`);

    await work();
    expect(await givenBack(server)).toEqual([2500]);
    expect(await storedRefund(server, payment.id)).toMatchObject({
      reason: 'declined',
      round: 0,
      done_at: server.clock.now(),
      next_attempt_at: null,
      ref: expect.stringMatching(/^re_/) as string,
    });
    expect(await seen(who, id)).toEqual({ amount: 25, state: 'refunded', card_last4: '4242' });
    const list = await server.api(listAppointments, { query: { user_id: who.userId } }, { token: who.token });
    expect(list.content[0]!.deposit).toEqual({ amount: 25, state: 'refunded', card_last4: '4242' });
    expect(await server.api(getPayment, { params: { paymentId: payment.id } }, { token: who.token })).toMatchObject({
      status: 'refunded',
      card_last4: '4242',
      amount: 25,
    });

    // Said again by operator, worker and provider: nothing moves.
    expect(await decline(id)).toMatchObject({ wasChanged: false });
    server.clock.advance(7 * 24 * 3_600_000);
    expect(await work()).toBe(0);
    expect(await givenBack(server)).toEqual([2500]);
    expect(await sentBy(server, { kind: 'decline' })).toHaveLength(2);
  });

  test('without a deposit nothing is said of one', async () => {
    await asksFirst();
    const who = await jo();
    const payment = await start(server, who, bookingStart(nine).body);
    expect(payment.status).toBe('pending');
    await startWith({ appointmentRequestWithoutDeposit: true }, { metadata: { isAutoAccept: false } });
    const { id } = await bookAs(server, await jo(), nine);
    expect(await decline(id)).toMatchObject({ told: 2, deposit: null });
    expect((await sentBy(server, { kind: 'decline' })).map(({ text }) => text).join()).not.toContain('deposit');
    expect(await work()).toBe(0);
  });

  test('two servers, parallel rounds, events and a decline at once: one refund', async () => {
    await asksFirst();
    const { id, payment } = await paid();
    const second = await server.another();
    await crowd(4, (index) =>
      declineAppointment(server.db, index % 2 ? second.services : server.services, server.clinicId, id),
    );
    await crowd(6, (index) => refundDue(index % 2 ? second.services : server.services));
    expect(await givenBack(server)).toEqual([2500]);
    expect(await storedRefund(server, payment.id)).toMatchObject({ round: 0, tries: 1 });
    expect(await sentBy(server, { kind: 'decline' })).toHaveLength(2);
    await second.app.close();
  });

  test.each(['losesRequest', 'losesReply', 'isDown'] as const)(
    '%s: it is asked for again with the same key, and made once',
    async (fault) => {
      await asksFirst();
      const { id, payment } = await paid();
      await decline(id);
      // A lost reply's event is lost too.
      Object.assign(faulty.faults, { [fault]: true, isSilent: true });
      await work();
      expect(await storedRefund(server, payment.id)).toMatchObject({ done_at: null, round: 0, failed_at: null });
      expect(await work()).toBe(0);
      faulty.reset();
      server.clock.advance(60_000);
      expect(await work()).toBe(1);
      expect(await givenBack(server)).toEqual([2500]);
      expect(await storedPayment(server, payment.id)).toMatchObject({ status: 'refunded' });
    },
  );

  test('a server that dies with the refund in its hands: another one goes on when its time is up, and no start takes it before', async () => {
    await asksFirst();
    const { id, payment } = await paid();
    await decline(id);
    // Taken, asked for, and then nothing more is heard of this process.
    expect(await takeDueRefunds(server.db, server.clock.now(), 20)).toHaveLength(1);
    faulty.faults.isSilent = true;
    await server.services.cards!.refund(
      { clinicId: server.clinicId, account: null },
      {
        key: `${payment.id}:0`,
        charge: (await storedPayment(server, payment.id)).intent_ref!,
        amountCents: 2500,
        paymentId: payment.id,
      },
    );
    expect(await work()).toBe(0);
    const leasedUntil = (await storedRefund(server, payment.id))!.next_attempt_at;
    await wakeRefunds(server.db, server.clock.now());
    expect((await storedRefund(server, payment.id))!.next_attempt_at).toEqual(leasedUntil);
    server.clock.advance(leaseMs);
    const rounds = startRefunds(server.services);
    await expect
      .poll(async () => (await storedPayment(server, payment.id)).status, { timeout: 20_000 })
      .toBe('refunded');
    await rounds.stop();
    expect(await givenBack(server)).toEqual([2500]);
  });

  test('a start does not wait for the later try of one that failed', async () => {
    await asksFirst();
    const { id, payment } = await paid();
    await decline(id);
    const hour = new Date(server.clock.now().getTime() + 3_600_000);
    await server.db
      .updateTable('refunds')
      .set({ next_attempt_at: hour })
      .where('payment_id', '=', payment.id)
      .execute();
    await wakeRefunds(server.db, server.clock.now());
    expect(await work()).toBe(1);
    expect(await storedPayment(server, payment.id)).toMatchObject({ status: 'refunded' });
  });

  test('a server that lives and is slow renews its lease, and no other one asks for the refund', async () => {
    await asksFirst();
    const { id, payment } = await paid();
    await decline(id);
    const { cards: real } = server.services;
    let answered: () => void = () => {};
    const answer = new Promise<void>((resolve) => (answered = resolve));
    const slow = {
      ...real!,
      refund: (...args: Parameters<Cards['refund']>) => answer.then(() => real!.refund(...args)),
    };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const working = refundDue({ ...server.services, cards: slow });
      const next = async () => (await storedRefund(server, payment.id))?.next_attempt_at?.getTime();
      for (let seconds = 0; seconds < 80; seconds += 10) {
        await expect.poll(next).toBe(server.clock.now().getTime() + leaseMs);
        expect(await work(), `after ${seconds} s`).toBe(0);
        server.clock.advance(10_000);
        vi.advanceTimersByTime(10_000);
      }
      answered();
      await working;
    } finally {
      vi.useRealTimers();
    }
    expect(await givenBack(server)).toEqual([2500]);
    expect(await storedRefund(server, payment.id)).toMatchObject({ tries: 1 });
  });

  test('one that fails: the clinic hears once, it is tried again by itself, and it hears that it arrived', async () => {
    await asksFirst();
    const { who, id, payment } = await paid(cards.refundFails);
    await decline(id);
    await work();
    expect(await storedRefund(server, payment.id)).toMatchObject({
      done_at: null,
      round: 1,
      failure: "The card's bank sent the refund back.",
      failed_at: server.clock.now(),
    });
    expect(await seen(who, id)).toEqual({ amount: 25, state: 'refunding', card_last4: '3089' });
    const [notice] = await sentBy(server, { kind: 'refund_failed' });
    expect(notice).toMatchObject({
      to: 'email desk@testvets.example',
      subject: 'Refund has not gone through: Jo Miller, $25.00',
      text: expect.stringMatching(/sent the refund back[^]*refund clinic-\d+ /) as string,
    });
    expect(await work()).toBe(0);
    server.clock.advance(60_000);
    await work();
    expect(await givenBack(server)).toEqual([2500]);
    expect(await seen(who, id)).toMatchObject({ state: 'refunded' });
    expect((await sentBy(server, { kind: 'refund_arrived' })).map(({ subject }) => subject)).toEqual([
      'Refund made: Jo Miller, $25.00',
    ]);
    expect(await sentBy(server, { kind: 'refund_failed' })).toHaveLength(1);
  });

  test('the operator’s word tries a failing one at once', async () => {
    await asksFirst();
    const { id, payment } = await paid(cards.refundFails);
    await decline(id);
    await work();
    expect(await byOperator(id)).toMatchObject({ what: 'woken', told: 0 });
    expect(await work()).toBe(1);
    expect(await storedPayment(server, payment.id)).toMatchObject({ status: 'refunded' });
    expect(await byOperator(id)).toMatchObject({ what: 'done', told: 0 });
    expect(await givenBack(server)).toEqual([2500]);
  });

  test('one that the bank takes its time for is on its way until it has arrived', async () => {
    await asksFirst();
    const { who, id } = await paid(cards.refundsSlowly);
    await decline(id);
    await work();
    expect(await seen(who, id)).toMatchObject({ state: 'refunding' });
    server.clock.advance(3600_000);
    await work();
    expect(await seen(who, id)).toMatchObject({ state: 'refunded' });
    expect(await givenBack(server)).toEqual([2500]);
  });

  test('a provider that does not answer for an hour is told to the clinic, once', async () => {
    await asksFirst();
    const { id } = await paid();
    await decline(id);
    faulty.faults.isDown = true;
    for (let hour = 0; hour < 4; hour += 1) {
      await work();
      server.clock.advance(6 * 3600_000);
    }
    expect((await sentBy(server, { kind: 'refund_failed' })).map(({ text }) => text)).toEqual([
      expect.stringContaining('The card provider does not answer.'),
    ]);
    faulty.reset();
    await work();
    expect(await givenBack(server)).toEqual([2500]);
  });

  test('a charge that the provider does not know is told, not forgotten and not guessed', async () => {
    await asksFirst();
    const { id, payment } = await paid();
    await server.db
      .updateTable('payment_requests')
      .set({ intent_ref: 'pi_of_another_account' })
      .where('id', '=', payment.id)
      .execute();
    await decline(id);
    await work();
    expect(await storedRefund(server, payment.id)).toMatchObject({
      done_at: null,
      failure: 'There is no such charge of this payment.',
      next_attempt_at: new Date(server.clock.now().getTime() + 60_000),
    });
    expect(await givenBack(server)).toEqual([]);
  });

  test('calling an accepted appointment off gives the deposit back as well', async () => {
    await asksFirst();
    const { who, id } = await paid();
    expect(await acceptAppointment(server.db, server.services, server.clinicId, id)).toMatchObject({
      deposit: { status: 'complete', amount_cents: 2500 },
    });
    await decline(id);
    await work();
    expect(await seen(who, id)).toMatchObject({ state: 'refunded' });
  });

  test('so does a clinic file that declines', async () => {
    const file = (status: 'REQUESTED' | 'DECLINED') => ({
      appointments: [
        {
          id: 'a1',
          client_id: 'client-jo',
          patient_id: 'patient-rex',
          product_id: 'exam',
          provider_id: 'ada',
          fromDate: nine,
          status,
        },
      ],
      payment_requests: [
        {
          id: 'imported-payment-000001',
          client_id: 'client-jo',
          appointment_id: 'a1',
          product_id: 'exam',
          amount: 25,
          status: 'complete',
          provider_ref: 'pi_x',
        },
      ],
    });
    server = await open({ ...depositClinic(), ...file('REQUESTED') });
    const exported = (await exportClinicFile(server.db, server.clinicId))!;
    const now = server.clock.now();
    await importClinicFile(server.db, { ...exported, ...file('DECLINED') }, { now, demoMode: true });
    expect(await storedRefund(server, 'imported-payment-000001')).toMatchObject({
      reason: 'declined',
      next_attempt_at: now,
    });
    await importClinicFile(server.db, { ...exported, ...file('DECLINED') }, { now, demoMode: true });
    expect(await storedPayment(server, 'imported-payment-000001')).toMatchObject({ status: 'refunding' });
  });
});

describe('a payment that comes through after the decision', () => {
  /** The owner's request with a charge that the provider still works on. */
  async function underWay(hours?: number) {
    await startWith(
      { appointmentRequestWithoutDeposit: true },
      {
        metadata: { isAutoAccept: false },
        feature_settings: {
          client_online_cancellation_enabled: true,
          ...(hours !== undefined && { deposit_refund_hours: hours }),
        },
      },
    );
    const who = await jo();
    const { id } = await bookAs(server, who, nine);
    const payment = await start(server, who, startBody({ appointment_id: id }));
    await enter(server, payment.client_secret, cards.slow);
    expect((await charge(server, who, payment.id)).status).toBe('processing');
    const arrives = async () => {
      server.clock.advance(10_000);
      return server.api(getPayment, { params: { paymentId: payment.id } }, { token: who.token });
    };
    return { who, id, payment, arrives };
  }

  test('declined meanwhile: it goes back by the same rule, and both hear of it', async () => {
    const { who, id, payment, arrives } = await underWay();
    expect(await decline(id)).toMatchObject({ deposit: null });
    expect(await arrives()).toMatchObject({ status: 'refunding' });
    await work();
    expect(await givenBack(server)).toEqual([2500]);
    expect(await seen(who, id)).toEqual({ amount: 25, state: 'refunded', card_last4: '5126' });
    expect((await sentBy(server, { kind: 'refund' })).map(({ to }) => to)).toEqual([
      'sms +15125550111',
      'email jo@example.com',
    ]);
    expect((await sentBy(server, { kind: 'refund' }))[0]!.text).toMatch(
      /^Test Vets: we are refunding your deposit of \$25\.00 to your card ending in 5126\./,
    );
    expect((await sentBy(server, { kind: 'clinic_notice' })).at(-1)).toMatchObject({
      subject: 'Deposit paid after it was declined: Rex, Wed Nov 25, 2026, 9:00am',
      text: expect.stringContaining('It goes back') as string,
    });
    // The provider says it once more.
    const clinic = (await loadClinic(server.db, server.clinicId))!;
    const made = (await server.services.cards!.findCharge({ clinicId: clinic.id, account: null }, `${payment.id}:0`))!;
    await recordCharge(server.services, clinic, payment.id, made);
    expect(await seen(who, id)).toMatchObject({ state: 'refunded' });
  });

  test.each([
    [48, 'refunded'],
    [1000, 'kept'],
    [undefined, 'asked'],
  ] as const)('canceled by the owner meanwhile, with a rule of %s hours: %s', async (hours, state) => {
    const { who, id, arrives } = await underWay(hours);
    await cancel(who, id);
    await arrives();
    await work();
    expect(await seen(who, id)).toMatchObject({ state });
    expect(await givenBack(server)).toEqual(state === 'refunded' ? [2500] : []);
  });

  test('a link to an appointment that was declined gives it back too', async () => {
    await asksFirst();
    const { who, id, payment } = await paid();
    await server.db
      .updateTable('payment_requests')
      .set({ appointment_id: null })
      .where('id', '=', payment.id)
      .execute();
    await decline(id);
    expect(await work()).toBe(0);
    await server.api(
      linkPayment,
      { params: { id: payment.id }, body: { id: payment.id, appointment_id: id } },
      { token: who.token },
    );
    await work();
    expect(await seen(who, id)).toMatchObject({ state: 'refunded' });
  });

  test('money that goes back pays for no other appointment', async () => {
    await startWith({}, { metadata: { isAutoAccept: false } });
    const { who, id } = await paid();
    await decline(id);
    await expect(bookAs(server, who, chicago(wednesday, '11:00'), { deposit_paid: true })).rejects.toMatchObject({
      code: 'not_allowed',
    });
    const again = await start(server, who, bookingStart(chicago(wednesday, '11:00')).body);
    expect(again).toMatchObject({ status: 'pending' });
    await work();
    expect(await taken(server)).toEqual([2500]);
  });
});

describe('the owner’s own cancellation (D-414)', () => {
  // Monday 9:00 to Wednesday 9:00 in Chicago is 48 hours.
  test.each([
    ['2026-11-23T15:00:00Z', 'refunded'],
    ['2026-11-23T15:00:01Z', 'kept'],
  ] as const)('with a rule of 48 hours, at %s: %s', async (at, state) => {
    await asksFirst(48);
    const { who, id } = await paid();
    server.clock.set(at);
    const canceled = await cancel(who, id);
    expect(canceled.deposit).toMatchObject({ state: state === 'kept' ? 'kept' : 'refunding' });
    await work();
    expect(await seen(who, id)).toEqual({ amount: 25, state, card_last4: '4242' });
    const [toOwner] = await sentBy(server, { kind: 'cancellation' });
    expect(toOwner!.text).toContain(
      state === 'kept'
        ? 'Your deposit of $25.00 is not refunded, as your appointment was less than 48 hours away.'
        : 'We are refunding your deposit of $25.00 to your card ending in 4242.',
    );
    const notice = (await sentBy(server, { kind: 'clinic_notice' })).at(-1)!;
    expect(notice.text).toContain(
      state === 'kept'
        ? `To refund it all the same: npm run clinic -- refund ${server.clinicId} ${id}`
        : "The deposit of $25.00 goes back to the owner's card, as your settings say.",
    );
    expect(await givenBack(server)).toEqual(state === 'kept' ? [] : [2500]);
  });

  test.each([false, true])(
    'of a request that the clinic has offered other times for gives the deposit back, however late, held no more: %s',
    async (isOver) => {
      await asksFirst(48);
      const { who, id } = await paid();
      server.clock.set('2026-11-23T15:30:00Z');
      await offerTimes(server, id, [chicago(wednesday, '11:00')]);
      server.clock.set('2026-11-24T15:31:00Z');
      if (isOver) await endOffers(server.db, server.clock.now());
      const shown = await server.api(getAppointment, { params: { id } }, { token: who.token });
      expect([shown.offered === null, shown.offered_others]).toEqual([isOver, true]);
      await cancel(who, id, 'refunded');
      await work();
      expect(await seen(who, id)).toMatchObject({ state: 'refunded' });
      expect((await sentBy(server, { kind: 'clinic_notice' })).at(-1)!.text).toContain(
        "The deposit of $25.00 goes back to the owner's card, as you offered other times.",
      );
    },
  );

  test('of a request that its owner moved since other times were offered goes by the rule', async () => {
    await asksFirst(48);
    const { who, id } = await paid();
    server.clock.set('2026-11-24T15:00:00Z');
    await offerTimes(server, id, [chicago(wednesday, '11:00')]);
    await server.api(
      rescheduleAppointment,
      { params: { id }, body: { dateTime: chicago(wednesday, '11:30'), providerId: 'ada' } },
      { token: who.token },
    );
    expect(await cancel(who, id)).toMatchObject({ offered_others: false, deposit: { state: 'kept' } });
  });

  test.each([
    ['refunded', 1000, 'kept'],
    ['asked', 1000, 'kept'],
    ['refunded', undefined, 'asked'],
  ] as const)(
    'told that it is %s, with a rule of %s hours by now: nothing is canceled, and the page hears that it is %s',
    async (told, hours, outcome) => {
      await asksFirst(hours);
      const { who, id } = await paid();
      const before = (await sentBy(server, {})).length;
      const { status, body } = await sendCancel(who, id, told);
      expect({ status, body }).toMatchObject({
        status: 409,
        body: {
          code: 'conflict',
          message:
            'Your appointment is not canceled yet: what happens to your deposit has changed. Please read it again.',
          fields: { deposit_on_cancel: outcome },
        },
      });
      expect((await appointmentsOf(server))[0]!.status).toBe('REQUESTED');
      expect(await seen(who, id)).toMatchObject({ state: 'paid' });
      expect(await sentBy(server, {})).toHaveLength(before);
      // Told so, the owner decides again.
      expect((await cancel(who, id, outcome)).deposit).toMatchObject({ state: outcome });
    },
  );

  test('told that it is refunded, a second too late: nothing is canceled', async () => {
    await asksFirst(48);
    const { who, id } = await paid();
    server.clock.set('2026-11-23T15:00:01Z');
    expect((await sendCancel(who, id, 'refunded')).status).toBe(409);
    expect((await cancel(who, id, 'kept')).deposit).toMatchObject({ state: 'kept' });
  });

  test.each([
    ['kept', 1, 'refunding'],
    ['asked', 1, 'refunding'],
    ['kept', undefined, 'asked'],
    [undefined, 1000, 'kept'],
  ] as const)('told that it is %s, with a rule of %s hours by now: it goes through', async (told, hours, state) => {
    await asksFirst(hours);
    const { who, id } = await paid();
    expect(await cancel(who, id, told)).toMatchObject({ status: 'DELETED', deposit: { state } });
    await work();
    expect(await seen(who, id)).toMatchObject({ state: state === 'refunding' ? 'refunded' : state });
  });

  test('told that it is refunded, where none is paid any more or none ever was: it goes through', async () => {
    await startWith(
      { appointmentRequestWithoutDeposit: true },
      { feature_settings: { client_online_cancellation_enabled: true, deposit_refund_hours: 1000 } },
    );
    const who = await jo();
    const { id } = await bookAs(server, who, nine);
    expect(await cancel(who, id, 'refunded')).toMatchObject({ status: 'DELETED', deposit: null });
  });

  test('without a rule the clinic decides: its notice names the command, which does it once', async () => {
    await asksFirst();
    const { who, id } = await paid();
    await cancel(who, id);
    expect(await seen(who, id)).toMatchObject({ state: 'asked' });
    expect(await work()).toBe(0);
    expect((await sentBy(server, { kind: 'clinic_notice' })).at(-1)!.text).toContain(
      `To refund it: npm run clinic -- refund ${server.clinicId} ${id}`,
    );
    expect(await byOperator(id)).toMatchObject({
      what: 'begun',
      told: 2,
      sentence: expect.stringContaining('to your card ending in 4242') as string,
    });
    expect(await byOperator(id)).toMatchObject({ what: 'woken', told: 0 });
    await work();
    expect(await seen(who, id)).toMatchObject({ state: 'refunded' });
    expect((await sentBy(server, { kind: 'refund' })).map(({ to }) => to)).toEqual([
      'sms +15125550111',
      'email jo@example.com',
    ]);
    expect(await givenBack(server)).toEqual([2500]);
  });

  test('owner and operator at once: one refund, and the messages agree with it', async () => {
    await asksFirst(1);
    const { who, id } = await paid();
    await Promise.allSettled([cancel(who, id), decline(id), byOperator(id)]);
    await crowd(3, () => work());
    expect(await givenBack(server)).toEqual([2500]);
    expect(['DELETED', 'DECLINED']).toContain((await appointmentsOf(server))[0]!.status);
  });
});

describe('the operator’s refund', () => {
  test('of a deposit whose time was lost (D-96): by the payment, which then pays for nothing', async () => {
    await asksFirst();
    const { payment } = await paid();
    await server.db
      .updateTable('payment_requests')
      .set({ appointment_id: null })
      .where('id', '=', payment.id)
      .execute();
    expect(await byOperator(payment.id)).toMatchObject({ what: 'begun', told: 2 });
    await work();
    expect(await storedPayment(server, payment.id)).toMatchObject({ status: 'refunded' });
    expect((await sentBy(server, { kind: 'refund' }))[0]!.text).toMatch(
      /^Test Vets: We are refunding your deposit of \$25\.00 to your card ending in 4242\..*Questions\? Call 512-555-0100\.$/,
    );
  });

  test('is refused in words where there is nothing to give back', async () => {
    await asksFirst();
    const { id } = await paid();
    await expect(byOperator(id)).rejects.toMatchObject({
      code: 'not_allowed',
      message: expect.stringContaining(`npm run clinic -- decline ${server.clinicId} ${id}`) as string,
    });
    await expect(byOperator('nothing')).rejects.toMatchObject({ code: 'not_found' });
    await expect(refundByOperator(server.db, server.services, 'nowhere', id)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no clinic "nowhere".',
    });
  });
});

describe('a clinic that moves', () => {
  test('takes its refunds with it, done and on their way; exporting what was imported says the same', async () => {
    await asksFirst();
    const one = await paid();
    await decline(one.id);
    await work();
    const two = await pay(server, one.who, bookingStart(chicago(wednesday, '11:00')).body, cards.refundFails);
    await decline(two.appointment_id!);
    await work();
    const file = (await exportClinicFile(server.db, server.clinicId))!;
    expect(file.payment_requests).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: one.payment.id,
          status: 'refunded',
          card_last4: '4242',
          provider_ref: expect.stringMatching(/^pi_/),
          refund: expect.objectContaining({ reason: 'declined', done_at: expect.any(String) }),
        }),
        expect.objectContaining({
          id: two.id,
          status: 'refunding',
          refund: expect.objectContaining({ round: 1, failure: expect.any(String) }),
        }),
      ]),
    );
    expect(JSON.stringify(file.payment_requests)).not.toMatch(/secret|4242 4242|seti_|cus_/);
    const moved = { ...file, shop: { ...file.shop, id: `${server.clinicId}-moved` } };
    await importClinicFile(server.db, moved, { now: server.clock.now(), demoMode: true });
    expect(await exportClinicFile(server.db, moved.shop.id)).toEqual(moved);
    const waiting = await server.db
      .selectFrom('refunds')
      .select(['payment_id', 'next_attempt_at'])
      .where('clinic_id', '=', moved.shop.id)
      .where('done_at', 'is', null)
      .execute();
    expect(waiting).toEqual([{ payment_id: two.id, next_attempt_at: server.clock.now() }]);
  });
});
