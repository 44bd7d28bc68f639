import { describe, expect, it } from 'vitest';
import { exportClinicFile } from '../../../server/modules/clinicFile/export';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { loadClinic } from '../../../server/modules/clinics/repository';
import { refill as refillKind } from '../../../server/modules/desk/kinds/refill';
import { requestLines } from '../../../server/operator/requests';
import { listRefills, requestRefill } from '../../../src/contract/pets';
import { clinicFile, knownClient, patient } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { manyClinics } from '../booking/support';
import { atDesk } from '../desk/support';
import { desk, messagesTo } from '../desk/kinds/support';

const open = manyClinics();
let server: TestServer;
let token: string;

const clients = (description: string) => [
  { ...knownClient, patients: [patient({ id: 'patient-rex', name: 'Rex', medications: [{ id: 'm1', description }] })] },
];
const shop = {
  notify_email: 'desk@testvets.example',
  notify_phone: '+15125550101',
  feature_settings: { pet_portal_medication_refills_enabled: true },
};
/** The clinic's file says something else of the same medication. */
const record = (description: string) =>
  importClinicFile(server.db, clinicFile({ shop: { ...shop, id: server.clinicId }, clients: clients(description) }), {
    now: server.clock.now(),
    demoMode: true,
  });

async function start(): Promise<void> {
  server = await open({ shop, clients: clients('Carprofen 75 mg') });
  ({ token } = await server.signIn('jo@example.com'));
}
const ask = async (medication?: string) =>
  (
    await server.api(
      requestRefill,
      { body: { patient_id: 'patient-rex', medication_id: 'm1', ...(medication !== undefined && { medication }) } },
      { token },
    )
  ).id;
const ownersPage = async () => (await server.api(listRefills, {}, { token })).map(({ medication }) => medication);
const operatorsList = async () =>
  (await requestLines(server.db, (await loadClinic(server.db, server.clinicId))!, server.clock.now())).find((line) =>
    line.includes('Rex'),
  );
const toOwner = async () => (await messagesTo(server, 'jo@example.com')).map(({ body_text }) => body_text).join('\n');

describe('what an owner saw when they asked is what is told of the refill (D-408)', () => {
  it('also when the record says something else of the same medication afterwards, and both at the desk', async () => {
    await start();
    // A page of an earlier version does not say what it showed: then it is what the record said.
    const id = await ask();
    await record('Carprofen 100 mg');
    expect(await ownersPage()).toEqual(['Carprofen 75 mg']);
    expect(await operatorsList()).toContain('Carprofen 75 mg (the record: Carprofen 100 mg)');
    const at = desk(server, refillKind);
    expect(await at.list()).toMatchObject([{ what: 'Carprofen 75 mg (the record: Carprofen 100 mg)' }]);
    expect(await at.read(id)).toMatchObject({
      ask: { title: 'Carprofen 75 mg', line: 'The record now says Carprofen 100 mg' },
      hint: 'Jo Miller asked for Carprofen 75 mg; the record now says Carprofen 100 mg.',
    });
    expect(await at.give(id, { name: 'approve' })).toBeNull();
    expect(await toOwner()).toContain('Carprofen 75 mg for Rex is approved.');
    expect(await toOwner()).not.toContain('100 mg');
    await record('Carprofen 75 mg');
    expect(await at.read(id)).toMatchObject({ ask: { title: 'Carprofen 75 mg', line: '' }, hint: null });
  });

  it('also when the record said something else by the time it arrived: it is taken, and the clinic told both', async () => {
    await start();
    await record('Carprofen 100 mg');
    const id = await ask('Carprofen 75 mg');
    expect(await ownersPage()).toEqual(['Carprofen 75 mg']);
    const [mail, text] = await messagesTo(server, 'desk@testvets.example', '+15125550101');
    expect(mail!.subject).toBe('Refill request: Rex, Carprofen 75 mg (the record now says Carprofen 100 mg)');
    expect(mail!.body_text).toContain(
      'Medication: Carprofen 75 mg\nThe owner saw that when they asked. The record now says: Carprofen 100 mg\n',
    );
    expect(text!.body_text).toContain('Carprofen 75 mg (the record now says Carprofen 100 mg).');
    expect(await desk(server, refillKind).read(id)).toMatchObject({
      ask: { title: 'Carprofen 75 mg', line: 'The record now says Carprofen 100 mg' },
    });
  });

  it('and tells of no change where there is none', async () => {
    await start();
    const id = await ask('Carprofen 75 mg');
    const [mail, text] = await messagesTo(server, 'desk@testvets.example', '+15125550101');
    expect(`${mail!.subject} ${mail!.body_text} ${text!.body_text}`).not.toContain('record');
    expect(await desk(server, refillKind).read(id)).toMatchObject({ ask: { line: '' }, hint: null });
  });

  it('so that nobody approves it on what they read before the record changed', async () => {
    await start();
    const id = await ask('Carprofen 75 mg');
    const staff = await atDesk(server);
    const { version } = await staff.row(`refill-${id}`);
    await record('Carprofen 100 mg');
    expect(await staff.tryAnswer(`refill-${id}`, { name: 'approve', version })).toMatchObject({
      status: 422,
      body: { message: 'This has changed meanwhile. Please look at it again.' },
    });
  });

  it('and of the same medication asked for twice, each as it was called then', async () => {
    await start();
    await ask('Carprofen 75 mg');
    await record('Carprofen 100 mg');
    const later = await ask('Carprofen 100 mg');
    expect((await desk(server, refillKind).read(later))!.hint).toMatch(
      /^The same medication was asked for today \S+ as well \(as Carprofen 75 mg\): that one waits too\.$/,
    );
  });

  it('but no message to the owner repeats an address that came with the call (D-401)', async () => {
    await start();
    const id = await ask('Refund at evil.example/now');
    const at = desk(server, refillKind);
    const [mail] = await messagesTo(server, 'desk@testvets.example');
    expect(mail!.subject).not.toContain('evil');
    expect(await at.give(id, { name: 'approve' })).toBeNull();
    expect(await toOwner()).toContain('The refill for Rex is approved.');
    expect(await toOwner()).not.toContain('evil');
  });

  it("and moves with an export; a file without it takes the record's words (D-217)", async () => {
    await start();
    await ask();
    await record('Carprofen 100 mg');
    const file = (await exportClinicFile(server.db, server.clinicId))!;
    expect(file.refills).toMatchObject([{ medication: 'Carprofen 75 mg' }]);
    const read = async (refills: object[]) => {
      await server.db.deleteFrom('refills').where('clinic_id', '=', server.clinicId).execute();
      await importClinicFile(server.db, { ...file, refills } as never, { now: server.clock.now(), demoMode: true });
      return ownersPage();
    };
    expect(await read(file.refills!)).toEqual(['Carprofen 75 mg']);
    const unnamed = file.refills!.map(({ medication: _, ...row }) => row);
    expect(await read(unnamed)).toEqual(['Carprofen 100 mg']);
    await record('Carprofen 50 mg');
    expect(await ownersPage()).toEqual(['Carprofen 100 mg']);
  });
});
