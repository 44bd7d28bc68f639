import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inbox, setPresence } from '../../../src/contract/desk/inbox';
import { joinWaitlist } from '../../../src/contract/waitlist';
import { textUs } from '../../../src/contract/messages';
import { requestRefill } from '../../../src/contract/pets';
import { loadClinic } from '../../../server/modules/clinics/repository';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { kinds } from '../../../server/modules/desk/kinds';
import { listFor } from '../../../server/modules/desk/unchanged';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/limits';
import { clinicFile, knownClient, patient, product } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { bookAs, bookingBody, chicago, jo, manyClinics, owner, payDeposit, wednesday } from '../booking/support';
import { ana } from './kinds/support';
import { asksFirst, atDesk } from './support';

/**
 * An unchanged list is told without reading it. Whatever is written and however time passes, "unchanged" must mean that
 * the list is the one that the desk has.
 */

const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123', CAPS_TIMES: '1000000' } });

const rex = patient({ id: 'patient-rex', name: 'Rex', medications: [{ id: 'm1', description: 'Carprofen 75 mg' }] });
const file = {
  ...asksFirst,
  shop: {
    ...asksFirst.shop,
    feature_settings: {
      ...asksFirst.shop.feature_settings,
      pet_portal_medication_refills_enabled: true,
      waitlist_ui_v1_enabled: true,
    },
  },
  products: [product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true } })],
  clients: [{ ...knownClient, patients: [rex] }],
};

/** A clinic with one thing of nearly every kind. */
async function busy() {
  const server = await open(file, '2026-11-23T15:00:00Z');
  const who = await jo(server);
  const { token } = who;
  const booked = await bookAs(server, who, chicago(wednesday, '09:00'), { note: 'He limps' });
  await payDeposit(server, booked);
  const other = await owner(server, 'other@example.com');
  const visit = await bookAs(server, other, chicago(wednesday, '15:00'));
  await server.api(
    joinWaitlist,
    { body: { client_id: other.clientId, appointment_id: visit.id } },
    { token: other.token },
  );
  await server.api(requestRefill, { body: { patient_id: 'patient-rex', medication_id: 'm1' } }, { token });
  await server.api(textUs, { body: { phone_number: '5125550111' } }, { token });
  const now = server.clock.now();
  const payment = {
    clinic_id: server.clinicId,
    client_id: who.clientId,
    product_id: 'exam',
    amount_cents: 4000,
    booking: JSON.stringify(bookingBody(chicago(wednesday, '10:00'))),
    created_at: now,
  };
  await server.db
    .insertInto('payment_requests')
    .values([
      { ...payment, id: 'waits', status: 'complete' },
      { ...payment, id: 'back', status: 'refunding' },
    ])
    .execute();
  await server.db
    .insertInto('refunds')
    .values({ clinic_id: server.clinicId, payment_id: 'back', reason: 'clinic', created_at: now, failed_at: now })
    .execute();
  return server;
}

type Write = (server: TestServer) => Promise<unknown>;

/** Changes the clinic's rows of a table that fit. */
const set =
  (table: string, change: string, where = 'true'): Write =>
  ({ db, clinicId }) =>
    sql`update ${sql.table(table)} set ${sql.raw(change)} where clinic_id = ${clinicId} and ${sql.raw(where)}`.execute(
      db,
    );

const writes: Readonly<Record<string, Write>> = {
  'a client is renamed': set('clients', "last_name = coalesce(last_name, '') || 'x'"),
  'a pet is renamed': set('patients', "name = name || 'x'"),
  'a request is accepted': set('appointments', "status = 'ACCEPTED'", "note = 'He limps'"),
  'a request waits again': set('appointments', "status = 'REQUESTED'", "note = 'He limps'"),
  'a visit is moved': set(
    'appointments',
    "starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour'",
  ),
  'a deposit is refunded': set('payment_requests', "status = 'refunded'", 'appointment_id is not null'),
  'a waiting deposit is booked': ({ db, clinicId }) =>
    sql`update payment_requests set appointment_id = (select min(id) from appointments where clinic_id = ${clinicId})
      where clinic_id = ${clinicId} and id = 'waits'`.execute(db),
  'a refund fails again': set('refunds', "failure = coalesce(failure, '') || 'x', tries = tries + 1"),
  'a refund arrives': ({ db, clinicId, clock }) =>
    sql`update refunds set done_at = ${clock.now()} where clinic_id = ${clinicId}`.execute(db),
  'a refill is approved': ({ db, clinicId, clock }) =>
    sql`update refills set state = 'approved', state_at = ${clock.now()}, approved_by = 'Ada'
      where clinic_id = ${clinicId}`.execute(db),
  'a medication is withdrawn': set('medications', 'withdrawn = not withdrawn'),
  'a text is answered': set('text_requests', "state = 'answered'"),
  'a text is open again': set('text_requests', "state = 'open'"),
  'messages are given up': ({ db, clinicId, clock }) =>
    sql`update messages set failed_at = ${clock.now()}, last_error = 'no such mailbox'
      where clinic_id = ${clinicId} and notice_of is null and failed_at is null`.execute(db),
  'messages wait again': set('messages', 'failed_at = null'),
  'somebody leaves the waitlist': ({ db, clinicId }) =>
    db.deleteFrom('waitlisters').where('clinic_id', '=', clinicId).execute(),
  'a member becomes a clinician': set('memberships', "provider_id = 'ada'"),
  'an offer is made': ({ db, clinicId, clock }) =>
    sql`insert into offers (clinic_id, id, appointment_id, state, until, created_at)
      select clinic_id, 'o' || id || ${String(clock.now().getTime())}, id, 'open',
        ${new Date(clock.now().getTime() + HOUR)}::timestamptz, ${clock.now()}::timestamptz
      from appointments where clinic_id = ${clinicId} and note = 'He limps'
      and not exists (select from offers where offers.clinic_id = ${clinicId})`.execute(db),
  'another time is promised by the link': ({ db, clinicId, clock }) =>
    sql`update answer_links set used_at = ${clock.now()}, used_for = 'offer'
      where clinic_id = ${clinicId} and used_at is null`.execute(db),
  'an offer is picked': set('offers', "state = 'picked'", "state = 'open'"),
  'a keyword becomes urgent': ({ db, clinicId, clock }) =>
    importClinicFile(
      db,
      clinicFile({
        ...file,
        shop: { ...file.shop, id: clinicId },
        keyword_actions: [
          { id: 'a', keywords: ['limps'], all_products: true, action_type: 'info', info_message: 'Call us.' },
        ],
      }),
      { now: clock.now(), demoMode: true },
    ),
};

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...Object.keys(writes)).map((write) => ({ write })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(SECOND, MINUTE + SECOND, HOUR, 30 * HOUR, 8 * DAY).map((ms) => ({ ms })),
  },
  { weight: 2, arbitrary: fc.constantFrom('reading', 'answering', 'left').map((state) => ({ state })) },
  { weight: 2, arbitrary: fc.constantFrom('accept', 'decline', 'undo').map((answer) => ({ answer })) },
);

const runs = Number(process.env['UNCHANGED_RUNS'] ?? 3);

test('"unchanged" is never said of a list that is not, whatever is written and however time passes', async () => {
  const said = { unchanged: 0, changed: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      const server = await busy();
      const [mine, others] = [await atDesk(server, { name: 'Ana' }), await atDesk(server, { name: 'Noor' })];
      const known = new Map<string, { version: string; rows: unknown }>();
      let given: string | null = null;
      const look = async () => {
        for (const [name, { token }] of [
          ['ana', mine],
          ['noor', others],
        ] as const)
          for (const query of [{}, { answered: '1' as const }]) {
            const full = await server.api(inbox, { query }, { token });
            const before = known.get(`${name} ${Object.keys(query).length}`);
            known.set(`${name} ${Object.keys(query).length}`, { version: full.version, rows: full.rows });
            if (!before) continue;
            const cheap = await server.api(inbox, { query: { ...query, known: before.version } }, { token });
            expect(cheap.rows === null ? before.rows : cheap.rows).toEqual(full.rows);
            expect(cheap).toMatchObject({ next_visits: full.next_visits, now: full.now });
            said[cheap.rows === null ? 'unchanged' : 'changed'] += 1;
          }
      };
      await look();
      for (const one of steps) {
        if ('write' in one) await writes[one.write]!(server);
        if ('ms' in one) {
          server.clock.advance(one.ms);
          // Sessions would end after twelve idle hours.
          await server.db.updateTable('staff_sessions').set({ last_used_at: server.clock.now() }).execute();
        }
        const row = 'state' in one || 'answer' in one ? (await mine.list()).rows![0] : undefined;
        if ('state' in one && row) {
          const body = { state: one.state as 'reading' };
          await server.send(setPresence, { params: { id: row.id }, body }, { token: others.token });
        }
        if ('answer' in one && one.answer === 'undo' && given) await mine.undo(given);
        if ('answer' in one && one.answer !== 'undo' && row?.kind === 'request') {
          const why = one.answer === 'decline' ? ({ reason: 'no_time' } as const) : {};
          const reply = await mine.tryAnswer(row.id, { name: one.answer as 'accept', ...why });
          if (reply.status === 200) given = (reply.body as { data: { answer: { id: string } } }).data.answer.id;
        }
        await look();
      }
    }),
    { numRuns: runs, seed: 687_375 },
  );
  expect(said.changed).toBeGreaterThan(10);
  expect(said.unchanged).toBeGreaterThan(10);
}, 600_000);

test('an unchanged list takes two statements, and one of 500 things no more', async () => {
  const server = await busy();
  const { services } = server;
  let statements = 0;
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const reading = { clinic: (await loadClinic(server.db, server.clinicId))!, now: server.clock.now(), services };
  const read = async (known?: string) => {
    statements = 0;
    const { rows, version } = await listFor(db, reading, kinds, ana, { isAnswered: false, known });
    return { count: rows?.length ?? null, version, statements };
  };
  const { version } = await read();
  expect(await read(version)).toEqual({ count: null, version, statements: 2 });
  await sql`
    insert into text_requests
    select (jsonb_populate_record(one, jsonb_build_object('id', one.id || '-' || n, 'phone', '+1512555' || 1000 + n))).*
    from text_requests as one, generate_series(1, 490) as n
    where one.clinic_id = ${server.clinicId}`.execute(server.db);
  const many = await read(version);
  expect(many.count).toBeGreaterThan(490);
  expect(await read(many.version)).toEqual({ count: null, version: many.version, statements: 2 });
});
