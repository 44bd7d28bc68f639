import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { acceptRequest, createAppointment } from '../../../src/contract/appointments';
import { getProfile } from '../../../src/contract/auth';
import { createHold } from '../../../src/contract/availability';
import { listKeywordActions } from '../../../src/contract/catalogue';
import { upsertClient } from '../../../src/contract/clients';
import { buyInsurance, completeInsurance, findInsuranceQuote, offerInsurance } from '../../../src/contract/insurance';
import { noticeFor } from '../../../src/domain/booking/keywords';
import { allPaths, clinicOf, limpingNote, limpNotice, titleOf, type Path } from '../../support/bookingPaths';
import { knownClient } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { appointmentsOf, enter, half, nine, pay, publicUrl, startBody } from '../payments/support';
import { bookingBody, claimLines, holdBody, manyClinics, MINUTE, upsertBody } from './support';

const open = manyClinics({ env: { PUBLIC_URL: publicUrl } });

type Booking = ReturnType<typeof bookingBody>;
type Visitor = { token: string };
type Owner = Visitor & { clientId: string; email: string };

const contact = { new: 'alex@example.com', returning: knownClient.email, 'signed-in': knownClient.email };

/** The session as it is when the time is picked: a guest's, one that has just taken a code, or one from earlier. */
async function arrive(server: TestServer, who: Path['who']): Promise<Visitor> {
  if (who === 'new') return server.signInGuest();
  const { token, user } = await server.signIn(contact[who]);
  if (who === 'signed-in') {
    server.clock.advance(60 * MINUTE);
    expect((await server.api(getProfile, {}, { token })).id).toBe(user.id);
  }
  return { token };
}

/** After the form: the code where none was taken before, then the owner's record. */
async function identify(server: TestServer, who: Path['who'], visitor: Visitor): Promise<Owner> {
  const email = contact[who];
  const { token } = who === 'new' ? await server.signIn(email, { token: visitor.token }) : visitor;
  const name = who === 'new' ? { first_name: 'Alex', last_name: 'Stone' } : { first_name: 'Jo', last_name: 'Miller' };
  const { id } = await server.api(
    upsertClient,
    { body: upsertBody({ ...name, email, state: 'TX', zip: '78704' }) },
    { token },
  );
  return { token, clientId: id, email };
}

/** The appointment's id, its deposit paid where one is asked: before anything is saved, or for the request that was saved. */
async function save(server: TestServer, { mode, deposit }: Path, who: Owner, booking: Booking): Promise<string> {
  const key = randomUUID();
  const create = (given: Partial<Booking>) =>
    server.api(createAppointment, { body: { ...booking, ...given } }, { token: who.token, key });
  if (deposit === 'none') return (await create({})).id;
  if (deposit === 'before') {
    const refused = await server.send(createAppointment, { body: booking }, { token: who.token });
    expect([refused.status, await appointmentsOf(server)], 'nothing is saved before the deposit is paid').toEqual([
      422,
      [],
    ]);
    const paid = await pay(server, who, startBody({ booking, booking_key: key }));
    expect(paid.status).toBe('complete');
    return (await create({ deposit_paid: true })).id;
  }
  const saved = await create({ saveAsRequest: true });
  expect(await appointmentsOf(server)).toMatchObject([
    { id: saved.id, status: 'REQUESTED', details: { deposit_due: true } },
  ]);
  expect((await pay(server, who, startBody({ appointment_id: saved.id }))).status).toBe('complete');
  if (mode === 'auto-accept')
    await server.api(
      acceptRequest,
      { params: { id: saved.id }, query: { enableReminders: 'true' } },
      { token: who.token },
    );
  return saved.id;
}

/** Takes the offer for the pet: with the deposit's card where there is one, else with a card of its own. Gives the premium, null without an offer. */
async function insure(
  server: TestServer,
  who: Owner,
  appointmentId: string,
  isDepositPaid: boolean,
): Promise<number | null> {
  const asked = {
    client_id: who.clientId,
    name: 'Rex',
    species: 'Dog',
    age: 3,
    plan: 'INJURY_AND_ILLNESS',
    state: 'TX',
    zip: '78704',
    email: who.email,
  };
  expect(
    await server.api(
      findInsuranceQuote,
      { params: { client_id: who.clientId }, query: { name: 'Rex' } },
      { token: who.token },
    ),
  ).toBeNull();
  const [quote] = await server.api(offerInsurance, { body: asked }, { token: who.token });
  if (!quote) return null;
  const amount = quote.subscription_premium.payment_amount;
  const body = {
    amount,
    quote_id: quote.quote_id,
    client_id: who.clientId,
    appointment_id: appointmentId,
    is_deposit_paid: isDepositPaid,
  };
  const bought = await server.api(buyInsurance, { body }, { token: who.token });
  expect(bought.complete).toBe(isDepositPaid);
  if (!bought.complete) {
    await enter(server, bought.client_secret);
    expect(await server.api(completeInsurance, { body: { quote_id: quote.quote_id } }, { token: who.token })).toEqual({
      complete: true,
    });
  }
  return amount;
}

const rowsOf = (server: TestServer, name: 'payment_requests' | 'insurance_quotes') =>
  server.db.selectFrom(name).selectAll().where('clinic_id', '=', server.clinicId).execute();

test.each(allPaths.map((path) => [titleOf(path), path] as const))(
  'SAVE-01 DEP-09 DEP-10 DEP-11 INS-01 KEY-08: %s',
  async (_, path) => {
    const server = await open(clinicOf(path));
    const visitor = await arrive(server, path.who);
    const hold = await server.api(createHold, { body: holdBody(nine) }, { token: visitor.token });
    const notice = noticeFor(
      await server.api(listKeywordActions, {}),
      { note: limpingNote, productIds: ['exam'] },
      null,
    );
    expect(notice?.id ?? null).toBe(path.hasNotice ? limpNotice.id : null);

    const who = await identify(server, path.who, visitor);
    const booking = bookingBody(nine, {
      note: limpingNote,
      time_slot_calendar_id: hold.id,
      confirmed_keyword_action: notice?.id ?? null,
      saveAsRequest: path.mode === 'request',
      // The server knows better than the page who is new (D-201).
      isReturningClient: path.who === 'new',
    });
    const id = await save(server, path, who, booking);
    const premium = await insure(server, who, id, path.deposit !== 'none');

    expect(await appointmentsOf(server)).toMatchObject([
      {
        id,
        client_id: who.clientId,
        product_id: 'exam',
        provider_id: 'ada',
        note: limpingNote,
        starts_at: new Date(nine),
        ends_at: new Date(half),
        status: path.mode === 'request' ? 'REQUESTED' : 'ACCEPTED',
        details: {
          isReturningClient: path.who !== 'new',
          confirmed_keyword_action: path.hasNotice ? limpNotice.id : null,
          deposit_due: false,
        },
      },
    ]);
    expect(who.clientId === knownClient.id).toBe(path.who !== 'new');
    expect(await claimLines(server)).toEqual([`provider:ada ${nine} ${half} appointment`]);

    const paid = {
      appointment_id: id,
      client_id: who.clientId,
      product_id: 'exam',
      amount_cents: 2500,
      status: 'complete',
      completed_at: server.clock.now(),
      confirmation_number: expect.any(String),
    };
    const payments = await rowsOf(server, 'payment_requests');
    expect(payments).toEqual(path.deposit === 'none' ? [] : [expect.objectContaining(paid)]);
    const insured = {
      appointment_id: id,
      client_id: who.clientId,
      pet_name: 'Rex',
      premium_cents: premium,
      status: 'complete',
    };
    const quotes = await rowsOf(server, 'insurance_quotes');
    expect(quotes).toEqual(path.isInsuranceOffered ? [expect.objectContaining(insured)] : []);
  },
);
