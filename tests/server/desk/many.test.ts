import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listInbox } from '../../../server/modules/desk/core';
import { kinds } from '../../../server/modules/desk/kinds';
import { loadClinic } from '../../../server/modules/clinics/repository';
import type { Database } from '../../../server/db/schema';
import { textUs } from '../../../src/contract/messages';
import { requestRefill } from '../../../src/contract/pets';
import { knownClient, patient } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { bookAs, chicago, jo, manyClinics, wednesday } from '../booking/support';
import { ana } from './kinds/support';
import { asksFirst } from './support';

const open = manyClinics();

const rex = patient({ id: 'patient-rex', name: 'Rex', medications: [{ id: 'm1', description: 'Carprofen 75 mg' }] });

/** Repeats the clinic's rows of a table under other ids; of wishes to be texted, with other numbers. */
const repeat = (server: TestServer, table: keyof Database, times: number) =>
  sql`
    insert into ${sql.table(table)}
    select (jsonb_populate_record(one, jsonb_build_object('id', one.id || '-' || n, 'phone', '+1512555' || 1000 + n))).*
    from ${sql.table(table)} as one, generate_series(1, ${times}::int) as n
    where one.clinic_id = ${server.clinicId}`.execute(server.db);

/** Lists the inbox; returns how many rows it has and how many statements that took. */
async function listed(server: TestServer) {
  let statements = 0;
  const db = server.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const clinic = (await loadClinic(server.db, server.clinicId))!;
  const { services } = server;
  return { rows: (await listInbox(db, { clinic, now: server.clock.now(), services }, kinds, ana)).length, statements };
}

test('a list of 500 items takes as many statements as one of three', async () => {
  const { shop } = asksFirst;
  const feature_settings = { ...shop.feature_settings, pet_portal_medication_refills_enabled: true };
  const server = await open(
    { shop: { ...shop, feature_settings }, clients: [{ ...knownClient, patients: [rex] }] },
    '2026-11-23T15:00:00Z',
  );
  const who = await jo(server);
  const { token } = who;
  await bookAs(server, who, chicago(wednesday, '09:00'));
  await server.api(requestRefill, { body: { patient_id: 'patient-rex', medication_id: 'm1' } }, { token });
  await server.api(textUs, { body: { phone_number: '5125550111' } }, { token });
  const few = await listed(server);
  expect(few.rows).toBe(3);
  await repeat(server, 'appointments', 297);
  await repeat(server, 'refills', 120);
  await repeat(server, 'text_requests', 80);
  expect(await listed(server)).toEqual({ rows: 500, statements: few.statements });
});
