import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../server/db/transaction';
import { mergeClients } from '../../../server/modules/clients/merge';
import {
  cancelAppointment,
  createAppointment,
  CUSTOMER_SITE,
  rescheduleAppointment,
} from '../../../src/contract/appointments';
import { offerInsurance } from '../../../src/contract/insurance';
import { chargePaymentMethod, getPayment, linkPayment, startPayment } from '../../../src/contract/payments';
import { joinWaitlist } from '../../../src/contract/waitlist';
import type { CardEvent } from '../../../server/gateways/cards';
import { createPaymentLink } from '../../../server/modules/payments/paymentLink';
import { recordEvent } from '../../../server/modules/payments/recordEvent';
import { client } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  bookingBody,
  chicago,
  jo,
  manyClinics,
  overlappingClaims,
  wednesday,
  type Owner,
} from '../booking/support';
import { bookingStart, depositClinic, enter, faultyCards, publicUrl, storedPayment, taken } from '../payments/support';

/**
 * The desk merges an owner's record into an older one, while the owner books, moves, cancels, opens a deposit or pays it,
 * is offered an insurance, pays by a link (D-40) or ties such a payment to a visit, or the provider tells of a charge
 * that nobody here has heard of: nothing is lost, and nothing stays on the record that is nobody's any more (D-214,
 * D-215).
 */

const faulty = faultyCards();
const open = manyClinics({ ...faulty.options, env: { PUBLIC_URL: publicUrl, CAPS_TIMES: '1000000' } });
const checkup = { products: [{ id: 'checkup', anyone: false, providerId: 'ada', label: 'Checkup' }] };
const at = (time: string): string => chicago(wednesday, time);

async function known() {
  const clinic = depositClinic();
  const feature_settings = {
    ...clinic.shop!.feature_settings,
    client_online_cancellation_enabled: true,
    client_online_reschedule_enabled: true,
    vertical_insure_enabled: { enabled: true },
    waitlist_ui_v1_enabled: true,
  };
  const server = await open({
    ...clinic,
    shop: { ...clinic.shop, feature_settings },
    products: clinic.products!.map((one) => ({ ...one, metadata: { ...one.metadata, waitlistEligible: true } })),
    clients: [client({ id: 'older', first_name: 'Jo', last_name: 'Miller' })],
  });
  const who = await jo(server);
  const visit = await bookAs(server, who, at('09:00'), checkup);
  const opened = bookingStart(at('10:00'));
  const payment = await server.api(startPayment, { body: opened.body }, { token: who.token });
  return { server, who, visit, payment, unheard: await unheardCharge(server, who), ...(await links(server, who)) };
}

/**
 * Links to pay: one that is not paid yet, one whose charge nobody has heard of with the event to be told later, both for
 * a visit, and one that is paid and for no visit yet.
 */
async function links(server: TestServer, who: Owner) {
  const guest = await server.signInGuest();
  const link = async (appointmentId: string | null) => {
    const url = await createPaymentLink(
      server.db,
      server.services,
      server.clinicId,
      who.clientId,
      'checkup',
      appointmentId,
    );
    return server.api(getPayment, { params: { paymentId: url.split('/').at(-1)! } }, { token: guest.token });
  };
  const [open, unheard, tied] = [
    await bookAs(server, who, at('12:00'), checkup),
    await bookAs(server, who, at('16:00'), checkup),
    await bookAs(server, who, at('16:30'), checkup),
  ];
  const unpaid = await link(open.id);
  const silent = await link(unheard.id);
  const event = await chargeUnheard(server, guest, silent);
  const free = await link(null);
  await enter(server, free.client_secret);
  await server.api(chargePaymentMethod, { body: { payment_request_id: free.id } }, { token: guest.token });
  return { guest, links: { unpaid, event, free }, visits: { open, unheard, tied } };
}

/** Charges a payment so that the reply and the event are lost; the event, to be told later. */
async function chargeUnheard(
  server: TestServer,
  payer: { token: string },
  { id, client_secret }: { id: string; client_secret?: string | null | undefined },
): Promise<CardEvent> {
  await enter(server, client_secret);
  Object.assign(faulty.faults, { losesReply: true, isSilent: true });
  await server.send(chargePaymentMethod, { body: { payment_request_id: id } }, { token: payer.token });
  faulty.reset();
  const made = await server.services.cards!.findCharge({ clinicId: server.clinicId, account: null }, `${id}:0`);
  return { id: `evt_${id}`, clinicId: server.clinicId, paymentId: id, charge: made! };
}

/** A charge for the visit at 15:00 whose reply and whose event are lost; the event, to be told later. */
async function unheardCharge(server: TestServer, who: Owner): Promise<CardEvent> {
  const body = bookingStart(at('15:00')).body;
  return chargeUnheard(server, who, await server.api(startPayment, { body }, { token: who.token }));
}

type Known = Awaited<ReturnType<typeof known>>;

const acts: Readonly<Record<string, (given: Known) => Promise<{ status: number }>>> = {
  book: ({ server, who }) =>
    server.send(createAppointment, { body: bookingBody(at('11:00'), checkup) }, { token: who.token }),
  move: ({ server, who, visit }) =>
    server.send(
      rescheduleAppointment,
      { params: { id: visit.id }, body: { dateTime: at('13:00'), providerId: 'ada' } },
      { token: who.token },
    ),
  cancel: ({ server, who, visit }) =>
    server.send(cancelAppointment, { body: { id: visit.id, source: CUSTOMER_SITE } }, { token: who.token }),
  open: ({ server, who }) => server.send(startPayment, { body: bookingStart(at('14:00')).body }, { token: who.token }),
  pay: async ({ server, who, payment }) => {
    await enter(server, payment.client_secret);
    return server.send(chargePaymentMethod, { body: { payment_request_id: payment.id } }, { token: who.token });
  },
  // The page, or a request that waited for the network, names the record that it has read.
  wait: ({ server, who, visit }) =>
    server.send(joinWaitlist, { body: { client_id: who.clientId, appointment_id: visit.id } }, { token: who.token }),
  hear: async ({ server, unheard }) => {
    await recordEvent(server.services, unheard);
    return { status: 200 };
  },
  payByLink: async ({ server, guest, links: { unpaid } }) => {
    await enter(server, unpaid.client_secret);
    return server.send(chargePaymentMethod, { body: { payment_request_id: unpaid.id } }, { token: guest.token });
  },
  hearOfLink: async ({ server, links: { event } }) => {
    await recordEvent(server.services, event);
    return { status: 200 };
  },
  tie: ({ server, who, links: { free }, visits }) =>
    server.send(
      linkPayment,
      { params: { id: free.id }, body: { id: free.id, appointment_id: visits.tied.id } },
      { token: who.token },
    ),
  insure: ({ server, who }) =>
    server.send(
      offerInsurance,
      {
        body: {
          client_id: who.clientId,
          name: 'Rex',
          species: 'Dog',
          breed: 'Beagle',
          age: 3,
          plan: 'INJURY_AND_ILLNESS',
          state: 'TX',
          zip: '78704',
          email: 'jo@example.com',
        },
      },
      { token: who.token },
    ),
};

const merge = (server: TestServer, who: Owner) =>
  inTransaction(server.db, (trx) =>
    mergeClients(trx, server.clinicId, { into: 'older', from: [who.clientId], now: server.clock.now() }),
  );

/** Nothing is on the merged record, all that was answered with yes is there, and money has a visit, or waits for one. */
async function mustBeWhole(
  { server, who, visit, payment, unheard, links, visits: booked }: Known,
  done: ReadonlyMap<string, number>,
): Promise<void> {
  for (const table of [
    'patients',
    'appointments',
    'payment_requests',
    'insurance_quotes',
    'waitlisters',
    'refills',
  ] as const) {
    const left = await server.db
      .selectFrom(table)
      .select('client_id')
      .where('clinic_id', '=', server.clinicId)
      .where('client_id', '<>', 'older')
      .execute();
    expect([table, left]).toEqual([table, []]);
  }
  const visits = await server.db
    .selectFrom('appointments')
    .select(['id', 'status', 'starts_at'])
    .where('clinic_id', '=', server.clinicId)
    .execute();
  const status = (name: string) => done.get(name);
  // A move or a cancellation that came second may find the visit changed.
  for (const [name, code] of done) expect([name, [200, 409, 422]]).toEqual([name, expect.arrayContaining([code])]);
  const first = visits.find(({ id }) => id === visit.id)!;
  expect(first.status === 'DELETED').toBe(status('cancel') === 200);
  if (status('move') === 200 && status('cancel') !== 200) expect(first.starts_at.toISOString()).toBe(at('13:00'));
  if (status('insure')) expect(status('insure')).toBe(200);
  if (status('wait') && status('cancel') !== 200) expect(status('wait')).toBe(200);
  const atEleven = visits.filter(({ starts_at }) => starts_at.toISOString() === at('11:00'));
  expect(atEleven).toHaveLength(status('book') === 200 ? 1 : 0);
  const paid = await storedPayment(server, payment.id);
  const [isPaid, isHeard] = [status('pay') === 200, status('hear') === 200];
  if (isPaid) expect(paid.status).toBe('complete');
  for (const name of ['payByLink', 'hearOfLink', 'tie'])
    if (status(name)) expect([name, status(name)]).toEqual([name, 200]);
  for (const [name, id, visitId] of [
    ['payByLink', links.unpaid.id, booked.open.id],
    ['hearOfLink', links.event.paymentId, booked.unheard.id],
    ['tie', links.free.id, booked.tied.id],
  ] as const)
    if (status(name))
      expect([name, await storedPayment(server, id)]).toMatchObject([
        name,
        { status: 'complete', appointment_id: visitId },
      ]);
  // Two charges were taken before anybody heard of them, and one by a link.
  expect(await taken(server)).toHaveLength(3 + (isPaid ? 1 : 0) + (status('payByLink') ? 1 : 0));
  const heard = await storedPayment(server, unheard.paymentId);
  // The server asks for it itself where somebody comes to it before the event.
  if (isHeard) expect(heard.status).toBe('complete');
  if (heard.status === 'complete') expect(visits.map(({ id }) => id)).toContain(heard.appointment_id);
  if (paid.status === 'complete') expect(visits.map(({ id }) => id)).toContain(paid.appointment_id);
  expect(await overlappingClaims(server)).toBe(0);
  expect(who.clientId).not.toBe('older');
}

const runs = Number(process.env['MERGE_RUNS'] ?? 8);
const names = fc.shuffledSubarray(Object.keys(acts), { minLength: 1 });

test('one after the other, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(names, fc.nat({ max: 5 }), async (order, when) => {
      const given = await known();
      const done = new Map<string, number>();
      for (const [place, name] of order.entries()) {
        if (place === Math.min(when, order.length - 1)) await merge(given.server, given.who);
        done.set(name, (await acts[name]!(given)).status);
      }
      await mustBeWhole(given, done);
    }),
    { numRuns: runs, seed: 15 },
  );
}, 600_000);

test('all at once', async () => {
  await fc.assert(
    fc.asyncProperty(names, fc.nat({ max: 5 }), async (order, when) => {
      const given = await known();
      const done = new Map<string, number>();
      const all: (() => Promise<void>)[] = order.map(
        (name) => async () => void done.set(name, (await acts[name]!(given)).status),
      );
      all.splice(Math.min(when, all.length), 0, () => merge(given.server, given.who));
      await Promise.all(all.map((one) => one()));
      await mustBeWhole(given, done);
    }),
    { numRuns: runs, seed: 15 },
  );
}, 600_000);

test('each, having found its record, waits for a merge that is under way', async () => {
  for (const name of Object.keys(acts)) {
    const given = await known();
    let act: Promise<{ status: number }> | undefined;
    await given.server.db.transaction().execute(async (trx) => {
      await mergeClients(trx as never, given.server.clinicId, {
        into: 'older',
        from: [given.who.clientId],
        now: given.server.clock.now(),
      });
      act = acts[name]!(given);
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await mustBeWhole(given, new Map([[name, (await act!).status]]));
  }
}, 120_000);
