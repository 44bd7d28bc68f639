import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAppointments } from '../../../src/contract/appointments';
import { openTimes } from '../../../src/contract/availability';
import { listProducts } from '../../../src/contract/catalogue';
import { clientByUser } from '../../../src/contract/clients';
import { listMedications, listVaccinations } from '../../../src/contract/pets';
import { dateInZone } from '../../../src/domain/clinicTime';
import { demoClinicFiles, demoOwner } from '../../../server/demo/clinics';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { freshDatabase } from '../../support/database';
import { startTestServer, type TestServer } from '../../support/server';

const now = new Date('2026-11-21T15:00:00Z');
const files = demoClinicFiles(now);
const ids = files.map((file) => file.shop.id);

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ clock: now, clinicFiles: files })));
afterAll(() => server.close());

it('the demo clinics are four, and load without a word on any day of the year', async () => {
  expect(ids).toEqual(['oakwood', 'harbor', 'willow', 'demo']);
  for (const day of ['2027-03-14T07:30:00Z', '2028-02-29T23:59:00Z']) {
    const database = await freshDatabase();
    for (const file of demoClinicFiles(new Date(day))) {
      expect(await importClinicFile(database.db, file, { now: new Date(day), demoMode: true })).toMatchObject({
        clinicId: file.shop.id,
        changed: true,
        conflicts: [],
        ignored: [],
        unread: [],
      });
    }
    await database.close();
  }
});

describe.each(files.map((file) => [file.shop.id, file] as const))('the demo clinic %s', (clinicId, file) => {
  const there = { clinicId };

  it('knows Riley with two pets: vaccinations active, soon and expired, medications, past and coming appointments', async () => {
    const { token, user } = await server.signIn(demoOwner.email, there);
    const call = { ...there, token };
    const client = (await server.api(clientByUser, { query: { user_id: user.id } }, call))!;
    expect(client.patients.map((one) => one.name)).toEqual(['Biscuit', 'Juniper']);
    const vaccinations = (
      await Promise.all(
        client.patients.map((one) => server.api(listVaccinations, { query: { patient_id: one.id } }, call)),
      )
    ).flat();
    expect(
      new Set(vaccinations.map((row) => (row.expired ? 'expired' : row.expires_soon ? 'soon' : 'active'))),
    ).toEqual(new Set(['expired', 'soon', 'active']));
    expect(await server.api(listMedications, { query: { patient_id: client.patients[0]!.id } }, call)).not.toEqual([]);
    for (const type of ['upcoming', 'history']) {
      expect((await server.api(listAppointments, { query: { user_id: user.id, type } }, call)).content).not.toEqual([]);
    }
  });

  it('has a calendar in which nobody is in two places at once', async () => {
    const rows = await server.db
      .selectFrom('claims')
      .select(['resource', 'lane', 'starts_at'])
      .where('clinic_id', '=', clinicId)
      .where('lane', '>', 1)
      .execute();
    expect(rows).toEqual([]);
  });

  it('has openings for every type that it shows', async () => {
    const { token } = await server.signInGuest(there);
    for (const product of await server.api(listProducts, { query: {} }, { ...there, token })) {
      const { data } = await server.api(
        openTimes,
        {
          body: {
            productIds: [product.id],
            date: dateInZone(now, file.shop.timezone),
            providerIds: [],
            days_to_check: 8,
            max_attempts: 10,
            client_booking: true,
            ...(product.dropoff_required && { is_dropoff: true }),
          },
        },
        { ...there, token },
      );
      expect([product.id, data.some((day) => day.available > 0)]).toEqual([product.id, true]);
    }
  });
});
