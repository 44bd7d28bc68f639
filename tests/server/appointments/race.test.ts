import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppointment } from '../../../src/contract/appointments';
import { createHold } from '../../../src/contract/availability';
import { openDatabase } from '../../../server/db/open';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { clinicFile, product, provider } from '../../support/clinicFile';
import { usesPostgres } from '../../support/database';
import { startTestServer, type Reply, type TestServer } from '../../support/server';
import {
  bookingBody,
  chicago,
  holdBody,
  overlappingClaims,
  owner,
  tally,
  wednesday,
  type Owner,
} from '../booking/support';

/** Many buyers of one slot over two servers, each with its own connections on PostgreSQL (D-203). */

const many = usesPostgres ? 200 : 60;
const fifty = 50;
const nine = chicago(wednesday, '09:00');

let first: TestServer;
let second: TestServer;
let closeSecond: () => Promise<void>;
let opened = 0;
beforeAll(async () => {
  first = await startTestServer({ clinicFiles: [], env: { CAPS_TIMES: '1000000' } });
  const db =
    first.databaseUrl === undefined ? undefined : await openDatabase({ databaseUrl: first.databaseUrl, dataDir: '' });
  second = await first.another({ ...(db && { db }) });
  closeSecond = async () => {
    await second.close();
    await db?.destroy();
  };
}, 60_000);
afterAll(async () => {
  await closeSecond();
  await first.close();
});

type Clinic = { clinicId: string; buyers: Owner[] };

/** A clinic of its own with that many owners, every other one signed in at the other server. */
async function clinicWith(size: number, given: Parameters<typeof clinicFile>[0] = {}): Promise<Clinic> {
  opened += 1;
  const { clinicId } = await importClinicFile(
    first.db,
    clinicFile({ ...given, shop: { ...given.shop, id: `race-${opened}` } }),
    { now: first.clock.now(), demoMode: true },
  );
  const buyers: Owner[] = [];
  for (let from = 0; from < size; from += 20) {
    buyers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, size - from) }, (_, index) =>
          owner(at(from + index, clinicId), `buyer${from + index}@example.com`),
        ),
      )),
    );
  }
  return { clinicId, buyers };
}

/** The server that a buyer's browser happens to reach. */
function at(index: number, clinicId: string): TestServer {
  const server = index % 2 ? first : second;
  return {
    ...server,
    clinicId,
    api: (endpoint, input, options) => server.api(endpoint, input, { ...options, clinicId }),
    send: (endpoint, input, options) => server.send(endpoint, input, { ...options, clinicId }),
    signIn: (identifier, options) => server.signIn(identifier, { ...options, clinicId }),
  };
}

/** A slow machine has no connection for the last of so many in time; as the page does, they try again under their key. */
async function books(server: TestServer, body: ReturnType<typeof bookingBody>, token: string): Promise<Reply> {
  const key = randomUUID();
  for (;;) {
    const reply = await server.send(createAppointment, { body }, { token, key });
    if (reply.status !== 503) return reply;
  }
}

const everybodyBooks = ({ clinicId, buyers }: Clinic, given: Parameters<typeof bookingBody>[1] = {}) =>
  Promise.all(buyers.map(({ token }, index) => books(at(index, clinicId), bookingBody(nine, given), token)));
const booked = async (clinicId: string) =>
  (await first.db.selectFrom('appointments').select('id').where('clinic_id', '=', clinicId).execute()).length;

describe('API-36: one slot, two servers', () => {
  test(`goes to exactly one of ${many} buyers`, async () => {
    const clinic = await clinicWith(many);
    expect(tally(await everybodyBooks(clinic))).toEqual({ 200: 1, 409: many - 1 });
    expect(await booked(clinic.clinicId)).toBe(1);
    expect(await overlappingClaims({ ...first, clinicId: clinic.clinicId })).toBe(0);
  }, 120_000);

  test('goes to exactly one of fifty who hold it first, and then book', async () => {
    const clinic = await clinicWith(fifty);
    const replies = await Promise.all(
      clinic.buyers.map(async ({ token }, index) => {
        const server = at(index, clinic.clinicId);
        const held = await server.send(createHold, { body: holdBody(nine) }, { token });
        return held.status === 200 ? server.send(createAppointment, { body: bookingBody(nine) }, { token }) : held;
      }),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: fifty - 1 });
    expect(await booked(clinic.clinicId)).toBe(1);
  }, 120_000);

  test('with a limit of three for each slot goes to exactly three of fifty', async () => {
    const clinic = await clinicWith(fifty, {
      shop: {
        feature_settings: {
          booking_limit_per_time_slot_enabled: { enabled: true, apply_to_providers: true, limit: 3 },
        },
      },
    });
    expect(tally(await everybodyBooks(clinic, { ignoreOverlap: true }))).toEqual({ 200: 3, 409: fifty - 3 });
    expect(await overlappingClaims({ ...first, clinicId: clinic.clinicId })).toBe(0);
  }, 120_000);

  test('requests take the slot as bookings do', async () => {
    const clinic = await clinicWith(fifty, { shop: { metadata: { isAutoAccept: false } } });
    expect(tally(await everybodyBooks(clinic))).toEqual({ 200: 1, 409: fifty - 1 });
  }, 120_000);

  test('a day takes as many drop-offs as it has places', async () => {
    const clinic = await clinicWith(fifty, {
      providers: [provider({ id: 'ada', maxDropoffs: 4 }), provider({ id: 'ben' })],
      products: [product({ id: 'exam', dropoff_required: true })],
    });
    expect(tally(await everybodyBooks(clinic))).toEqual({ 200: 4, 409: fifty - 4 });
  }, 120_000);

  test('a compound visit is one visit, also where the clinic skips the check', async () => {
    const segments = [
      { minutes: 15, providerIds: ['ada'] },
      { minutes: 15, providerIds: ['ben'] },
    ];
    const clinic = await clinicWith(fifty, {
      shop: { feature_settings: { skip_provider_availability_check: true } },
      products: [product({ id: 'exam', segments })],
    });
    expect(tally(await everybodyBooks(clinic, { ignoreOverlap: true }))).toEqual({ 200: 1, 409: fifty - 1 });
  }, 120_000);

  test('goes to everybody where the clinic skips the check', async () => {
    const clinic = await clinicWith(20, { shop: { feature_settings: { skip_provider_availability_check: true } } });
    expect(tally(await everybodyBooks(clinic))).toEqual({ 200: 20 });
  }, 120_000);
});
