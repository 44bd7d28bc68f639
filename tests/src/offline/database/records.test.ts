import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { portalDb } from '../../../../src/offline/database/db';
import { copyOf } from '../../../../src/offline/database/copies';
import { loadCopies, replaceVisit, saveCopy, visitAmong } from '../../../../src/offline/database/records';
import { visit } from '../../features/appointments/visit';

const at = '2026-11-21T15:00:00.000Z';
const riley = { clinicId: 'oakwood', userId: 'user-riley' };
const rabies = {
  id: 'rabies',
  description: 'Rabies',
  issue_date: '2023-10-03',
  expiration_date: '2026-10-03',
  expired: true,
  expires_soon: false,
};
const client = (...pets: string[]) => ({
  id: 'client-riley',
  first_name: 'Riley',
  last_name: 'Park',
  email: null,
  phone: null,
  patients: pets.map((id) => ({ id, name: id, species_id: 'dog' })),
});

beforeEach(async () => {
  await portalDb().records.clear();
});

it('gives back what was saved, with its time, for this owner at this clinic alone (D-02, D-08)', async () => {
  await saveCopy(riley, 'vaccinations', 'biscuit', [rabies], at);
  await saveCopy(riley, 'client', '', client('biscuit'), at);
  const copies = await loadCopies(riley);
  expect(copyOf(copies, 'vaccinations', 'biscuit')).toEqual({ value: [rabies], savedAt: at });
  expect(copyOf(copies, 'client', '')?.value?.first_name).toBe('Riley');
  expect(copyOf(copies, 'medications', 'biscuit')).toBeNull();
  expect(await loadCopies({ ...riley, userId: 'user-sam' })).toEqual({});
  expect(await loadCopies({ ...riley, clinicId: 'harbor' })).toEqual({});
});

it('keeps an owner whom the clinic has no record of apart from one it never asked about', async () => {
  await saveCopy(riley, 'client', '', null, at);
  expect(copyOf(await loadCopies(riley), 'client', '')).toEqual({ value: null, savedAt: at });
});

it('drops the rows of pets that the record no longer names (D-120)', async () => {
  await saveCopy(riley, 'vaccinations', 'biscuit', [rabies], at);
  await saveCopy(riley, 'vaccinations', 'juniper', [], at);
  await saveCopy({ ...riley, userId: 'user-sam' }, 'vaccinations', 'juniper', [], at);
  await saveCopy(riley, 'client', '', client('biscuit'), at);
  expect(Object.keys(await loadCopies(riley)).sort()).toEqual(['client/', 'vaccinations/biscuit']);
  expect(Object.keys(await loadCopies({ ...riley, userId: 'user-sam' }))).toEqual(['vaccinations/juniper']);
});

it('drops the rows of a pet that has died: nobody reads them anew, so they could never be taken back (D-415)', async () => {
  await saveCopy(riley, 'vaccinations', 'biscuit', [rabies], at);
  const record = client('biscuit');
  await saveCopy(
    riley,
    'client',
    '',
    { ...record, patients: record.patients.map((pet) => ({ ...pet, deceased_at: '2026-11-01' })) },
    at,
  );
  expect(Object.keys(await loadCopies(riley))).toEqual(['client/']);
});

it('finds one appointment in the lists, as the list that was saved last has it', async () => {
  const later = '2026-11-21T16:00:00.000Z';
  await saveCopy(riley, 'appointments', 'upcoming', [visit(24), visit(48, { id: 'a2' })], at);
  await saveCopy(riley, 'appointments', 'history', [visit(-1, { note: 'begun' })], later);
  const copies = await loadCopies(riley);
  expect(visitAmong(copies, 'a1')).toMatchObject({ value: { note: 'begun' }, savedAt: later });
  expect(visitAmong(copies, 'a2')).toMatchObject({ value: { id: 'a2' }, savedAt: at });
  expect(visitAmong(copies, 'a3')).toBeNull();
});

it('has a changed appointment as the clinic answered, in a list that is as old as before, and nobody else’s', async () => {
  const sam = { ...riley, userId: 'user-sam' };
  for (const whose of [riley, sam])
    await saveCopy(whose, 'appointments', 'upcoming', [visit(24), visit(48, { id: 'a2' })], at);
  await replaceVisit(riley, visit(24, { status: 'DELETED' }));
  const statuses = async (whose: typeof riley) =>
    copyOf(await loadCopies(whose), 'appointments', 'upcoming')?.value.map(({ status }) => status);
  expect([await statuses(riley), await statuses(sam)]).toEqual([
    ['DELETED', 'ACCEPTED'],
    ['ACCEPTED', 'ACCEPTED'],
  ]);
  expect(copyOf(await loadCopies(riley), 'appointments', 'upcoming')?.savedAt).toBe(at);
});

it('leaves out rows that are of another shape', async () => {
  await portalDb().records.bulkPut([
    { ...riley, kind: 'vaccinations', id: 'biscuit', value: [{ id: 'rabies' }], saved_at: at },
    { ...riley, kind: 'horoscope', id: '', value: [], saved_at: at },
    { ...riley, kind: 'medications', id: 'biscuit', value: [], saved_at: 'lately' },
  ]);
  expect(await loadCopies(riley)).toEqual({});
});

it('saves of a refill only what is further: an older reply that comes late takes nothing back (D-424)', async () => {
  const received = {
    id: 'r1',
    patient_id: 'biscuit',
    medication_id: 'apoquel',
    medication: 'Apoquel 16 mg',
    note: null,
    state: 'received',
    state_at: at,
    reason: null,
    created_at: at,
  };
  const approved = { ...received, state: 'approved', state_at: '2026-11-21T16:00:00.000Z' };
  await saveCopy(riley, 'refills', '', [approved], at);
  await saveCopy(riley, 'refills', '', [received], '2026-11-21T17:00:00.000Z');
  expect(copyOf(await loadCopies(riley), 'refills', '')).toEqual({
    value: [approved],
    savedAt: '2026-11-21T17:00:00.000Z',
  });
});
