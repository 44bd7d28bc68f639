import { describe, expect, it } from 'vitest';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { requestLines } from '../../../server/operator/requests';
import { loadClinic } from '../../../server/modules/clinics/repository';
import { emailVaccinations, listMedications, listVaccinations, requestRefill } from '../../../src/contract/pets';
import { clinicFile, knownClient, patient } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { manyClinics } from '../booking/support';

const open = manyClinics();
let server: TestServer;
let token: string;

type Mark = { withdrawn?: boolean };
const clients = (mark: Mark = {}) => [
  {
    ...knownClient,
    patients: [
      patient({
        id: 'patient-rex',
        name: 'Rex',
        vaccinations: [
          { id: 'v-rabies', description: 'Rabies', issue_date: '2026-01-01', expiration_date: '2027-01-01', ...mark },
          { id: 'v-lyme', description: 'Lyme', issue_date: '2026-02-01' },
        ],
        medications: [{ id: 'm-one', description: 'Carprofen 75 mg', ...mark }],
      }),
    ],
  },
];
const shop = {
  notify_email: 'desk@testvets.example',
  feature_settings: { pet_portal_medication_refills_enabled: true },
};
const load = (mark: Mark) =>
  importClinicFile(server.db, clinicFile({ shop: { ...shop, id: server.clinicId }, clients: clients(mark) }), {
    now: server.clock.now(),
    demoMode: true,
  });

async function start(): Promise<void> {
  server = await open({ shop, clients: clients() });
  ({ token } = await server.signIn('jo@example.com'));
}
const rex = { query: { patient_id: 'patient-rex' } };
const shown = async () => [
  (await server.api(listVaccinations, rex, { token })).map(({ id }) => id),
  (await server.api(listMedications, rex, { token })).map(({ id }) => id),
];
const refill = (key?: string) =>
  server.send(
    requestRefill,
    { body: { patient_id: 'patient-rex', medication_id: 'm-one' } },
    { token, ...(key && { key }) },
  );

describe('a record that the clinic file withdraws (D-415)', () => {
  it('is in the portal no more, whatever else the file says stays, and the same file again changes nothing', async () => {
    await start();
    expect(await shown()).toEqual([['v-lyme', 'v-rabies'], ['m-one']]);
    expect(await load({ withdrawn: true })).toMatchObject({ changed: true, conflicts: [] });
    expect(await shown()).toEqual([['v-lyme'], []]);
    expect(await load({ withdrawn: true })).toMatchObject({ changed: false });
  });

  it('comes back with a file that has it without the mark, or with false', async () => {
    for (const mark of [{}, { withdrawn: false }]) {
      await start();
      await load({ withdrawn: true });
      expect(await load(mark)).toMatchObject({ changed: true });
      expect(await shown()).toEqual([['v-lyme', 'v-rabies'], ['m-one']]);
    }
  });

  it('is kept by a file that lacks it: nothing else is ever deleted (D-217)', async () => {
    await start();
    const [jo] = clients();
    const without = { ...jo, patients: [{ ...jo!.patients[0]!, vaccinations: [], medications: [] }] };
    await importClinicFile(
      server.db,
      clinicFile({ shop: { ...shop, id: server.clinicId }, clients: [without as never] }),
      { now: server.clock.now(), demoMode: true },
    );
    expect(await shown()).toEqual([['v-lyme', 'v-rabies'], ['m-one']]);
  });

  it('is left out of the e-mailed history and its certificate', async () => {
    await start();
    await load({ withdrawn: true });
    await server.api(
      emailVaccinations,
      { body: { email: 'kennel@example.com', patient_id: 'patient-rex' } },
      { token },
    );
    const mail = await server.db
      .selectFrom('messages')
      .select('body_text')
      .where('clinic_id', '=', server.clinicId)
      .where('kind', '=', 'vaccination_history')
      .executeTakeFirstOrThrow();
    expect(mail.body_text).toContain('Lyme');
    expect(mail.body_text).not.toContain('Rabies');
  });

  it('takes no new refill, which the device keeps as failed (D-05); one taken before keeps its name and says so', async () => {
    await start();
    expect((await refill()).status).toBe(200);
    await load({ withdrawn: true });
    expect(await refill()).toMatchObject({ status: 404, body: { success: false, code: 'not_found' } });
    const lines = await requestLines(server.db, (await loadClinic(server.db, server.clinicId))!, server.clock.now());
    expect(lines.filter((line) => line.includes('Rex'))).toEqual([
      expect.stringContaining('Carprofen 75 mg (withdrawn)'),
    ]);
  });
});
