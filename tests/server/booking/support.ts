import { randomUUID } from 'node:crypto';
import type { Input } from '../../../src/contract/endpoint';
import { createAppointment, CUSTOMER_SITE } from '../../../src/contract/appointments';
import type { createHold, openTimes } from '../../../src/contract/availability';
import { upsertClient } from '../../../src/contract/clients';
import { afterAll, beforeAll } from 'vitest';
import { inTransaction } from '../../../server/db/transaction';
import { keepOffer, keepTime, noteOthers, openOffer } from '../../../server/modules/appointments/offers';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { clinicFile } from '../../support/clinicFile';
import { startTestServer, type CallOptions, type TestServer, type TestServerOptions } from '../../support/server';

/** The builder clinic's wall clock, in its winter: 2026-11-25 is a Wednesday. */
export const chicago = (date: string, time: string): string => new Date(`${date}T${time}:00-06:00`).toISOString();
export const wednesday = '2026-11-25';
export const MINUTE = 60_000;

type Body<E> = Input<E> extends { body: infer B } ? B : never;

export const timesBody = (given: Partial<Body<typeof openTimes>> = {}): Body<typeof openTimes> => ({
  productIds: ['exam'],
  date: '2026-11-21',
  providerIds: [],
  days_to_check: 4,
  max_attempts: 10,
  client_booking: true,
  ...given,
});

export const holdBody = (start: string, given: Partial<Body<typeof createHold>> = {}): Body<typeof createHold> => ({
  provider_id: 'ada',
  from_date: start,
  to_date: new Date(Date.parse(start) + 30 * MINUTE).toISOString(),
  expire: start,
  title: 'Online booking hold',
  appointment_type_id: 'exam',
  ...given,
});

export const bookingBody = (
  start: string,
  given: Partial<Body<typeof createAppointment>> = {},
): Body<typeof createAppointment> => ({
  source: CUSTOMER_SITE,
  products: [{ id: 'exam', anyone: true, providerId: 'ada', label: 'Exam' }],
  isReminderSMS: true,
  isReminderEmail: true,
  isSendConfirmation: true,
  date: start,
  speciesId: 'dog',
  speciesName: 'Dog',
  patientName: 'Rex',
  ...given,
});

/**
 * One server for a test file, and a clinic of its own for each test: cheaper than a database each, and what the
 * tests of other clinics leave behind must not matter anyway. The clock is set anew for every clinic.
 */
export function manyClinics(options: TestServerOptions = {}) {
  let server: TestServer;
  let opened = 0;
  beforeAll(async () => void (server = await startTestServer({ clinicFiles: [], ...options })));
  afterAll(() => server.close());

  return async (
    overrides: Parameters<typeof clinicFile>[0] = {},
    clock = '2026-11-21T15:00:00Z',
  ): Promise<TestServer> => {
    opened += 1;
    server.clock.set(clock);
    const file = clinicFile({ ...overrides, shop: { ...overrides.shop, id: `clinic-${opened}` } });
    const { clinicId } = await importClinicFile(server.db, file, { now: server.clock.now(), demoMode: true });
    const there = <O extends CallOptions>(given: O = {} as O): O => ({ clinicId, ...given });
    return {
      ...server,
      clinicId,
      api: (endpoint, input, given) => server.api(endpoint, input, there(given)),
      send: (endpoint, input, given) => server.send(endpoint, input, there(given)),
      signInGuest: (given) => server.signInGuest(there(given)),
      signIn: (identifier, given) => server.signIn(identifier, there(given)),
    };
  };
}

export type Owner = { token: string; userId: string; clientId: string };

/** Somebody who has verified an e-mail or a phone and told a name. */
export async function owner(
  server: TestServer,
  identifier: string,
  given: Partial<Body<typeof upsertClient>> = {},
): Promise<Owner> {
  const { token, user } = await server.signIn(identifier);
  const client = await server.api(upsertClient, { body: upsertBody(given) }, { token });
  return { token, userId: user.id, clientId: client.id };
}

export const upsertBody = (given: Partial<Body<typeof upsertClient>> = {}): Body<typeof upsertClient> => ({
  user_id: 'whoever',
  first_name: 'Casey',
  last_name: 'Brown',
  source: 'verification',
  ...given,
});

/** Every claim that stands, as a readable line. */
export async function claimLines(server: TestServer): Promise<string[]> {
  const rows = await server.db
    .selectFrom('claims')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .orderBy('resource')
    .orderBy('starts_at')
    .execute();
  return rows.map(
    (row) =>
      `${row.resource} ${row.starts_at.toISOString()} ${row.ends_at.toISOString()} ${row.hold_id ? 'hold' : 'appointment'}`,
  );
}

/** Pairs of claims of one resource and lane that overlap; there must never be any. */
export async function overlappingClaims(server: TestServer): Promise<number> {
  const rows = await server.db.selectFrom('claims').selectAll().where('clinic_id', '=', server.clinicId).execute();
  return rows.flatMap((a, index) =>
    rows
      .slice(index + 1)
      .filter(
        (b) => a.resource === b.resource && a.lane === b.lane && a.starts_at < b.ends_at && b.starts_at < a.ends_at,
      ),
  ).length;
}

/** Answers of a crowd by status, such as `{ 200: 1, 409: 49 }`. */
export function tally(replies: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export const crowd = <T>(size: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: size }, (_, index) => make(index)));

export type Sent = { kind: string; to: string; subject: string | null; text: string; html: string | null };

/** Every message of the clinic but for codes, in the order of writing; of one kind or to one recipient where asked. */
export async function sentBy(server: TestServer, only: { kind?: string; to?: string } = {}): Promise<Sent[]> {
  const rows = await server.db
    .selectFrom('messages')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('kind', '!=', 'code')
    .orderBy('position')
    .execute();
  return rows
    .map((row) => ({
      kind: row.kind,
      to: `${row.channel} ${row.recipient}`,
      subject: row.subject,
      text: row.body_text,
      html: row.body_html,
    }))
    .filter(
      (message) =>
        (only.kind === undefined || message.kind === only.kind) &&
        (only.to === undefined || message.to.endsWith(only.to)),
    );
}

/** The builder's own client, signed in with its phone. */
export const jo = (server: TestServer): Promise<Owner> =>
  owner(server, '+15125550111', { first_name: 'Jo', last_name: 'Miller' });

/** Books as the given owner; `exam` with Dr. Ada unless told otherwise. */
export const bookAs = (
  server: TestServer,
  who: Pick<Owner, 'token'>,
  start: string,
  given: Partial<Body<typeof createAppointment>> = {},
) => server.api(createAppointment, { body: bookingBody(start, given) }, { token: who.token });

/** A paid deposit of an appointment, as the card provider's answer leaves it. */
export async function payDeposit(
  server: TestServer,
  appointment: { id: string; items: { clientId: string }[] },
  status = 'complete',
): Promise<void> {
  await server.db
    .insertInto('payment_requests')
    .values({
      clinic_id: server.clinicId,
      id: `${appointment.id}-deposit-${status}`,
      client_id: appointment.items[0]!.clientId,
      appointment_id: appointment.id,
      product_id: 'exam',
      amount_cents: 2500,
      status,
      created_at: server.clock.now(),
    })
    .execute();
}

/** Offers times with Ada for a request and opens the offer; returns the times' ids. */
export async function offerTimes(
  server: TestServer,
  id: string,
  starts: readonly string[],
  isOpen = true,
): Promise<string[]> {
  const now = server.clock.now();
  const offerId = randomUUID();
  const times = starts.map((at) => {
    const [startsAt, endsAt] = [new Date(at), new Date(Date.parse(at) + 1_800_000)];
    return {
      id: randomUUID(),
      startsAt,
      endsAt,
      providerId: 'ada',
      roomId: null,
      segments: [{ at, providerId: 'ada', roomId: null }],
      claims: [{ id: randomUUID(), resource: 'provider:ada', lane: 1, from: startsAt.getTime(), to: endsAt.getTime() }],
    };
  });
  await inTransaction(server.db, async (trx) => {
    const until = new Date(now.getTime() + 24 * 3_600_000);
    await keepOffer(trx, server.clinicId, { id: offerId, appointmentId: id, until, now });
    for (const time of times) await keepTime(trx, server.clinicId, offerId, time);
    if (!isOpen) return;
    await openOffer(trx, server.clinicId, offerId);
    await noteOthers(trx, server.clinicId, id, now);
  });
  return times.map((time) => time.id);
}

/** Notes in the clinic's record that the pet of that name has died. */
export const dies = (server: TestServer, name: string, date: string) =>
  server.db
    .updateTable('patients')
    .set({ deceased_at: date })
    .where('clinic_id', '=', server.clinicId)
    .where('name', '=', name)
    .execute();
