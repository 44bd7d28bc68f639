import { describe, expect, it } from 'vitest';
import { exportClinicFile } from '../../../server/modules/clinicFile/export';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { listTextRequests, textUs } from '../../../src/contract/messages';
import { listRefills, requestRefill } from '../../../src/contract/pets';
import { client, knownClient, patient } from '../../support/clinicFile';
import { manyClinics } from '../booking/support';

const open = manyClinics();

const rex = patient({
  id: 'patient-rex',
  name: 'Rex',
  medications: [{ id: 'm-new', description: 'Carprofen 75 mg', issue_date: '2026-10-01' }],
});
const sam = client({ id: 'client-sam', email: 'sam@example.com', patients: [patient({ id: 'patient-tia' })] });

const start = () =>
  open({
    shop: { feature_settings: { pet_portal_medication_refills_enabled: true } },
    clients: [{ ...knownClient, patients: [rex] }, sam],
  });

describe('an owner reads where each refill stands (D-424)', () => {
  it('the latest first, of all pets, as the clinic answered it', async () => {
    const server = await start();
    const { token } = await server.signIn('jo@example.com');
    expect(await server.api(listRefills, {}, { token })).toEqual([]);
    const asked = server.clock.now().toISOString();
    const ask = (body: object) =>
      server.api(requestRefill, { body: { patient_id: 'patient-rex', ...body } }, { token });
    const first = await ask({ medication_id: 'm-new' });
    server.clock.advance(60_000);
    const second = await ask({ note: 'Ear drops, please' });
    const answered = server.clock.now();
    await server.db
      .updateTable('refills')
      .set({ state: 'declined', state_at: answered, state_reason: 'Rex needs a visit first.' })
      .where('id', '=', first.id)
      .execute();
    expect(await server.api(listRefills, {}, { token })).toEqual([
      {
        id: second.id,
        patient_id: 'patient-rex',
        medication_id: null,
        medication: null,
        note: 'Ear drops, please',
        state: 'received',
        state_at: answered.toISOString(),
        reason: null,
        answer_by: null,
        created_at: answered.toISOString(),
      },
      {
        id: first.id,
        patient_id: 'patient-rex',
        medication_id: 'm-new',
        medication: 'Carprofen 75 mg',
        note: null,
        state: 'declined',
        state_at: answered.toISOString(),
        reason: 'Rex needs a visit first.',
        answer_by: null,
        created_at: asked,
      },
    ]);
  });

  it('by when the clinic answers it, where it has stated how fast it does', async () => {
    const server = await open({
      shop: { feature_settings: { pet_portal_medication_refills_enabled: true, answer_within_hours: 4 } },
      clients: [{ ...knownClient, patients: [rex] }],
    });
    const { token } = await server.signIn('jo@example.com');
    const { id } = await server.api(
      requestRefill,
      { body: { patient_id: 'patient-rex', medication_id: 'm-new' } },
      { token },
    );
    const dueBy = async () => (await server.api(listRefills, {}, { token }))[0]!.answer_by;
    // Asked on a Saturday at nine; the clinic is open again on Monday at nine.
    expect(await dueBy()).toBe('2026-11-23T19:00:00.000Z');
    // What it answered waits for no first answer.
    await server.db
      .updateTable('refills')
      .set({ state: 'approved' })
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', id)
      .execute();
    expect(await dueBy()).toBeNull();
  });

  it("no other owner's, and none older than 180 days", async () => {
    const server = await start();
    const { token } = await server.signIn('jo@example.com');
    const { id } = await server.api(
      requestRefill,
      { body: { patient_id: 'patient-rex', medication_id: 'm-new' } },
      { token },
    );
    const { token: another } = await server.signIn('sam@example.com');
    expect(await server.api(listRefills, {}, { token: another })).toEqual([]);
    const set = (days: number) =>
      server.db
        .updateTable('refills')
        .set({ created_at: new Date(server.clock.now().getTime() - days * 86_400_000) })
        .where('id', '=', id)
        .execute();
    await set(179);
    expect(await server.api(listRefills, {}, { token })).toHaveLength(1);
    await set(181);
    expect(await server.api(listRefills, {}, { token })).toEqual([]);
  });

  it('and so does a server that the clinic moved to: states are in the clinic file', async () => {
    const server = await start();
    const { token } = await server.signIn('jo@example.com');
    const { id } = await server.api(
      requestRefill,
      { body: { patient_id: 'patient-rex', medication_id: 'm-new' } },
      { token },
    );
    await server.db
      .updateTable('refills')
      .set({ state: 'approved', state_at: new Date('2026-11-22T09:00:00Z'), approved_by: 'Dr. Lind' })
      .where('id', '=', id)
      .execute();
    const file = await exportClinicFile(server.db, server.clinicId);
    expect(file?.refills).toMatchObject([{ id, state: 'approved', approved_by: 'Dr. Lind' }]);
    const rows = () => server.db.selectFrom('refills').selectAll().where('clinic_id', '=', server.clinicId).execute();
    const before = await rows();
    await server.db.deleteFrom('refills').where('clinic_id', '=', server.clinicId).execute();
    await importClinicFile(server.db, file!, { now: server.clock.now(), demoMode: true });
    expect(await rows()).toEqual(before);
  });
});

describe('a visitor reads whether the wish to be texted is open (D-424)', () => {
  it('only their own', async () => {
    const server = await start();
    const { token } = await server.signInGuest();
    const { id, created_at } = await server.api(textUs, { body: { phone_number: '5125550142' } }, { token });
    const wish = { id, phone_number: '+15125550142', created_at };
    expect(await server.api(listTextRequests, {}, { token })).toEqual([
      { ...wish, state: 'open', state_at: created_at },
    ]);
    await server.db
      .updateTable('text_requests')
      .set({ state: 'answered', answered_at: new Date('2026-11-22T09:00:00Z') })
      .where('id', '=', id)
      .execute();
    expect(await server.api(listTextRequests, {}, { token })).toEqual([
      { ...wish, state: 'answered', state_at: '2026-11-22T09:00:00.000Z' },
    ]);
    const other = await server.signInGuest();
    expect(await server.api(listTextRequests, {}, { token: other.token })).toEqual([]);
  });
});
