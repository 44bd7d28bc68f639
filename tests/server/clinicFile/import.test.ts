import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyPassword } from '../../../server/modules/auth/passwords/passwords';
import type { ClinicFile } from '../../../server/modules/clinicFile/file/file';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { listClinics, loadClinic } from '../../../server/modules/clinics/repository';
import { client, clinicFile, knownClient, patient, product, provider } from '../../support/clinicFile';
import { freshDatabase, type FreshDatabase } from '../../support/database';

const now = new Date('2026-11-21T15:00:00Z');
const later = new Date('2026-11-22T15:00:00Z');

let database: FreshDatabase;
beforeEach(async () => void (database = await freshDatabase()));
afterEach(() => database.close());

const load = (file: ClinicFile, source?: string) =>
  importClinicFile(database.db, file, { now, demoMode: true, ...(source !== undefined && { source }) });

/** Every table an import writes, without the clinic's own key. */
async function everything() {
  const tables = [
    'clinics',
    'catalogue',
    'users',
    'clients',
    'patients',
    'vaccinations',
    'medications',
    'appointments',
    'claims',
    'payment_requests',
    'access_blocks',
  ] as const;
  return Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => {
        const rows = await database.db.selectFrom(table).selectAll().execute();
        // A table has no order of its own.
        return [table, rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))];
      }),
    ),
  );
}

const visit = (overrides: Partial<NonNullable<ClinicFile['appointments']>[number]> & { id: string }) => ({
  client_id: 'client-jo',
  patient_id: 'patient-rex',
  product_id: 'exam',
  provider_id: 'ada',
  fromDate: '2026-11-23T10:00:00-06:00',
  status: 'ACCEPTED' as const,
  ...overrides,
});

it('writes the same file twice as if once', async () => {
  const file = clinicFile({
    clients: [
      {
        ...knownClient,
        password: 'correct horse',
        patients: [
          patient({
            id: 'patient-rex',
            vaccinations: [{ id: 'v1', description: 'Rabies', expiration_date: '2027-01-01' }],
            medications: [{ id: 'm1', description: 'Carprofen' }],
          }),
        ],
      },
    ],
    appointments: [visit({ id: 'a1' })],
    payment_requests: [
      { id: 'p'.repeat(22), client_id: 'client-jo', product_id: 'exam', amount: 25.1, status: 'complete' },
    ],
    access_blocks: [{ email: 'Blocked@Example.com' }, { phone: '+15125550199' }],
  });
  expect(await load(file)).toEqual({ clinicId: 'testvets', changed: true, conflicts: [], ignored: [], unread: [] });
  const before = await everything();
  expect(await load(file)).toEqual({ clinicId: 'testvets', changed: false, conflicts: [], ignored: [], unread: [] });
  expect(await everything()).toEqual(before);
  expect(await database.db.selectFrom('access_blocks').select('identifier').orderBy('identifier').execute()).toEqual([
    { identifier: '+15125550199' },
    { identifier: 'blocked@example.com' },
  ]);
  expect(before['payment_requests']).toMatchObject([{ amount_cents: 2510 }]);
});

it('changes nothing when the database fails half way', async () => {
  await load(clinicFile());
  const before = await everything();
  const half = clinicFile({
    shop: { name: 'Half' },
    clients: [client({ id: 'c1' })],
    appointments: [visit({ id: 'a1', client_id: 'c1', patient_id: undefined })],
    payment_requests: [{ id: 'p'.repeat(22), client_id: 'c1', product_id: 'exam', amount: 25, status: 'pending' }],
  });
  await sql`alter table payment_requests rename to away`.execute(database.db);
  await expect(load(half)).rejects.toThrow(/payment_requests/);
  await sql`alter table away rename to payment_requests`.execute(database.db);
  expect(await everything()).toEqual(before);
});

it('changes what the practice changed, and the catalogue’s version with it', async () => {
  await load(clinicFile());
  expect((await loadClinic(database.db, 'testvets'))?.version).toBe(1);
  const changed = clinicFile({
    products: [product({ id: 'exam', name: 'Long exam', metadata: { time: 45 } })],
    clients: [{ ...knownClient, first_name: 'Joan' }],
  });
  expect(await load(changed)).toMatchObject({ changed: true, conflicts: [] });
  const clinic = await loadClinic(database.db, 'testvets');
  expect(clinic?.version).toBe(2);
  expect(clinic?.products.find((one) => one.id === 'exam')?.metadata.time).toBe(45);
  expect(clinic?.products.map((one) => one.id).sort()).toEqual(['exam', 'secret', 'surgery']);
  expect(await database.db.selectFrom('clients').select('first_name').execute()).toEqual([{ first_name: 'Joan' }]);
});

it('leaves what the portal changed later and says so', async () => {
  await load(
    clinicFile({ appointments: [visit({ id: 'a1' }), visit({ id: 'a2', fromDate: '2026-11-24T10:00:00-06:00' })] }),
  );
  await database.db.updateTable('clients').set({ phone: '+15125550177', changed_at: later }).execute();
  await database.db
    .updateTable('appointments')
    .set({ status: 'DELETED', changed_at: later })
    .where('id', '=', 'a1')
    .execute();
  const outcome = await load(
    clinicFile({ appointments: [visit({ id: 'a1' }), visit({ id: 'a2', fromDate: '2026-11-24T11:00:00-06:00' })] }),
  );
  expect(outcome.conflicts).toEqual([
    'client "client-jo": was changed in the portal and stays as it is there (phone)',
    'appointment "a1": was changed in the portal and stays as it is there (status)',
  ]);
  expect(await database.db.selectFrom('clients').select('phone').execute()).toEqual([{ phone: '+15125550177' }]);
  expect(
    await database.db.selectFrom('appointments').select(['id', 'status', 'starts_at']).orderBy('id').execute(),
  ).toEqual([
    { id: 'a1', status: 'DELETED', starts_at: new Date('2026-11-23T16:00:00Z') },
    { id: 'a2', status: 'ACCEPTED', starts_at: new Date('2026-11-24T17:00:00Z') },
  ]);
});

it('claims the time of appointments ahead, also of two on one time, and lets declined and cancelled ones go', async () => {
  await load(
    clinicFile({
      rooms: [{ id: 'r1', name: 'Room 1' }],
      appointments: [
        visit({ id: 'a1', room_id: 'r1' }),
        visit({ id: 'double', fromDate: '2026-11-23T10:15:00-06:00' }),
        visit({ id: 'declined', status: 'DECLINED' }),
        visit({ id: 'cancelled', status: 'DELETED' }),
        visit({ id: 'past', fromDate: '2026-11-20T10:00:00-06:00', status: 'DONE' }),
        visit({ id: 'dropoff', isDropoff: true }),
      ],
    }),
  );
  const claims = () =>
    database.db
      .selectFrom('claims')
      .select(['appointment_id', 'resource', 'lane', 'ends_at'])
      .orderBy('appointment_id')
      .orderBy('resource')
      .execute();
  expect(await claims()).toEqual([
    { appointment_id: 'a1', resource: 'provider:ada', lane: 1, ends_at: new Date('2026-11-23T16:30:00Z') },
    { appointment_id: 'a1', resource: 'room:r1', lane: 1, ends_at: new Date('2026-11-23T16:30:00Z') },
    { appointment_id: 'double', resource: 'provider:ada', lane: 2, ends_at: new Date('2026-11-23T16:45:00Z') },
  ]);
  await load(clinicFile({ appointments: [visit({ id: 'a1', status: 'DELETED' })] }));
  expect((await claims()).map((row) => row.appointment_id)).toEqual(['double']);
});

it('counts drop-offs against the clinician’s day', async () => {
  const drop = (id: string) => visit({ id, isDropoff: true });
  await load(
    clinicFile({
      providers: [provider({ id: 'ada', maxDropoffs: 3 }), provider({ id: 'ben' })],
      appointments: [drop('d1'), drop('d2'), { ...drop('unlimited'), provider_id: 'ben' }],
    }),
  );
  const day = {
    resource: 'dropoff:ada',
    starts_at: new Date('2026-11-23T06:00:00Z'),
    ends_at: new Date('2026-11-24T06:00:00Z'),
  };
  expect(
    await database.db
      .selectFrom('claims')
      .select(['resource', 'lane', 'starts_at', 'ends_at'])
      .orderBy('lane')
      .execute(),
  ).toEqual([
    { ...day, lane: 1 },
    { ...day, lane: 2 },
  ]);
});

it('reports an appointment that meets one booked in the portal', async () => {
  await load(clinicFile({ appointments: [visit({ id: 'portal' })] }));
  const outcome = await load(
    clinicFile({ appointments: [visit({ id: 'a9', fromDate: '2026-11-23T10:15:00-06:00' })] }),
  );
  expect(outcome.conflicts).toEqual([
    'appointment "a9": overlaps appointment "portal", which was booked in the portal (provider:ada)',
  ]);
});

it('of a thousand clients has the database count them, and lets the process have its turns meanwhile', async () => {
  await load(clinicFile());
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 10);
  await load(
    clinicFile({
      clients: Array.from({ length: 1500 }, (_, n) => ({
        ...client({ id: `client-${n}` }),
        patients: [patient({ id: `patient-${n}` })],
      })),
    }),
  );
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
  const { rows } = await sql<{ relname: string; reltuples: number }>`select relname, reltuples from pg_class
    where relname in ('clients', 'patients') and relnamespace = current_schema()::regnamespace order by relname`.execute(
    database.db,
  );
  expect(rows.map(({ relname, reltuples }) => [relname, reltuples >= 1000])).toEqual([
    ['clients', true],
    ['patients', true],
  ]);
});

it('loads a source again only when its content is new', async () => {
  const first = clinicFile();
  const second = clinicFile({ shop: { name: 'Renamed by its file' } });
  expect(await load(first, 'a.json')).toMatchObject({ changed: true });
  await load(clinicFile({ shop: { name: 'Renamed by hand' } }));
  expect(await load(first, 'a.json')).toMatchObject({ changed: false });
  expect(await listClinics(database.db)).toEqual([{ id: 'testvets', name: 'Renamed by hand' }]);
  expect(await load(second, 'a.json')).toMatchObject({ changed: true });
  expect(await load(first, 'a.json')).toMatchObject({ changed: true });
});

it('makes an account with verified contacts of a client with a password, and keeps a password set later', async () => {
  const file = clinicFile({ clients: [{ ...knownClient, password: 'correct horse' }] });
  await load(file);
  const user = await database.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  expect(user).toMatchObject({
    first_name: 'Jo Miller',
    email: 'jo@example.com',
    email_verified_at: now,
    phone: '+15125550111',
    phone_verified_at: now,
  });
  expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(user.password_hash ?? '', 'correct horse')).toBe(true);
  expect(await database.db.selectFrom('clients').select('user_id').execute()).toEqual([{ user_id: user.id }]);

  const changed = await load(clinicFile({ clients: [{ ...knownClient, password: 'another horse' }] }));
  expect(changed.conflicts).toEqual(['client "client-jo": its password was changed in the portal and stays']);
  expect(await database.db.selectFrom('users').select('password_hash').execute()).toEqual([
    { password_hash: user.password_hash },
  ]);
});
