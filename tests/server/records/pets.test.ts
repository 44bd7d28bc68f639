import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import type { Outgoing } from '../../../server/gateways/gateway';
import { deskLink } from '../../../server/modules/messages/deskLinks';
import { deliverDue } from '../../../server/modules/messages/delivery';
import { emailVaccinations, listMedications, listVaccinations, requestRefill } from '../../../src/contract/pets';
import { REFILL_EMPTY } from '../../../src/domain/pets/refill';
import { client, knownClient, patient, type Overrides } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import { manyClinics } from '../booking/support';

const open = manyClinics();
let server: TestServer;

const rex = patient({
  id: 'patient-rex',
  name: 'Rex',
  birthdate: '2020-04-01',
  breed: 'Beagle',
  sex: 'Male',
  vaccinations: [
    { id: 'v-old', description: 'Rabies', issue_date: '2023-11-20', expiration_date: '2026-11-20' },
    { id: 'v-today', description: 'Lyme', issue_date: '2025-11-21', expiration_date: '2026-11-21' },
    { id: 'v-soon', description: 'Bordetella', issue_date: '2026-01-05', expiration_date: '2026-12-21' },
    { id: 'v-later', description: 'DHPP', issue_date: '2026-02-01', expiration_date: '2026-12-22' },
    { id: 'v-open', description: 'Microchip check' },
  ],
  medications: [
    { id: 'm-old', description: 'Apoquel 16 mg', issue_date: '2026-03-01', instructions: 'Half a tablet a day.' },
    { id: 'm-none', description: 'Ear drops' },
    { id: 'm-new', description: 'Carprofen 75 mg', issue_date: '2026-10-01' },
  ],
});
const gone = patient({
  id: 'patient-gone',
  name: 'Old Boy',
  deceased_at: '2025-01-01',
  vaccinations: [{ id: 'v-gone', description: 'Rabies', expiration_date: '2025-06-01' }],
});
const other = client({
  id: 'client-sam',
  email: 'sam@example.com',
  patients: [patient({ id: 'patient-tia', name: 'Tia', medications: [{ id: 'm-tia', description: 'Prednisone' }] })],
});

/** A clinic with Jo's two pets and Sam's one; gives Jo's token. */
async function start(shop: Overrides['shop'] = {}, clock?: string): Promise<string> {
  server = await open(
    {
      shop: {
        notify_email: 'desk@testvets.example',
        notify_phone: '+15125550101',
        ...shop,
        feature_settings: { pet_portal_medication_refills_enabled: true, ...shop.feature_settings },
      },
      clients: [{ ...knownClient, patients: [rex, gone] }, other],
    },
    clock,
  );
  return (await server.signIn('jo@example.com')).token;
}

const sent = (kind: string) =>
  server.db
    .selectFrom('messages')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('kind', '=', kind)
    .orderBy('position')
    .execute();

describe('API-45 vaccinations', () => {
  it('API-45 come the latest first, with flags of today: expired wins, 30 days are soon, the last day still counts (D-10)', async () => {
    const token = await start();
    const rows = await server.api(listVaccinations, { query: { patient_id: 'patient-rex' } }, { token });
    expect(rows.map(({ id, expired, expires_soon }) => [id, expired, expires_soon])).toEqual([
      ['v-later', false, false],
      ['v-soon', false, true],
      ['v-today', false, true],
      ['v-old', true, false],
      ['v-open', false, false],
    ]);
    expect(rows[1]).toEqual({
      id: 'v-soon',
      description: 'Bordetella',
      issue_date: '2026-01-05',
      expiration_date: '2026-12-21',
      expired: false,
      expires_soon: true,
    });
  });

  it("API-45 count today in the clinic's zone", async () => {
    // 2026-11-21, 22:30 in Chicago, is 2026-11-22 in UTC and in Auckland.
    for (const [timezone, expected] of [
      ['America/Chicago', false],
      ['Pacific/Auckland', true],
    ] as const) {
      const token = await start({ timezone }, '2026-11-22T04:30:00Z');
      const rows = await server.api(listVaccinations, { query: { patient_id: 'patient-rex' } }, { token });
      expect(rows.find((row) => row.id === 'v-today')?.expired).toBe(expected);
    }
  });
});

describe('API-46 medications', () => {
  it('API-46 come newest first, those without a date last (D-118)', async () => {
    const token = await start();
    expect(await server.api(listMedications, { query: { patient_id: 'patient-rex' } }, { token })).toEqual([
      { id: 'm-new', description: 'Carprofen 75 mg', issue_date: '2026-10-01', instructions: null },
      { id: 'm-old', description: 'Apoquel 16 mg', issue_date: '2026-03-01', instructions: 'Half a tablet a day.' },
      { id: 'm-none', description: 'Ear drops', issue_date: null, instructions: null },
    ]);
  });
});

describe('whose pets (D-201)', () => {
  it("API-45 API-46 are the owner's own, deceased ones too; anybody else's are 404, and so is nobody's", async () => {
    const token = await start();
    for (const call of [listVaccinations, listMedications]) {
      const ask = (patient_id: string) => server.send(call, { query: { patient_id } }, { token });
      expect((await ask('patient-gone')).status).toBe(200);
      for (const id of ['patient-tia', 'nobody'])
        expect(await ask(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await server.send(call, { query: {} as { patient_id: string } }, { token })).body).toMatchObject({
        code: 'validation',
        fields: { patient_id: 'is required' },
      });
      expect((await ask('a\0b')).body).toMatchObject({ code: 'validation' });
      const guest = await server.signInGuest();
      expect((await server.send(call, { query: { patient_id: 'patient-rex' } }, { token: guest.token })).status).toBe(
        401,
      );
    }
  });

  it('API-45 is 404 at another clinic with a pet of the same id, for an owner who is known there too', async () => {
    await start();
    const first = server;
    const token = await start();
    expect(
      (await first.send(listVaccinations, { query: { patient_id: 'patient-rex' } }, { token })).body,
    ).toMatchObject({ code: 'invalid_tenant' });
    const stranger = await first.signIn('stranger@example.com');
    expect(
      (await first.send(listVaccinations, { query: { patient_id: 'patient-rex' } }, { token: stranger.token })).status,
    ).toBe(404);
  });
});

describe('API-47 the vaccination e-mail', () => {
  const mail = (token: string, email: string, patient_id = 'patient-rex', at = server) =>
    at.send(emailVaccinations, { body: { email, patient_id } }, { token });

  it('API-47 sends a table that reads well as text and as HTML, and gives a receipt, once a key', async () => {
    const token = await start();
    const key = randomUUID();
    const body = { email: ' Boarding@kennel.example ', patient_id: 'patient-rex' };
    const receipt = await server.api(emailVaccinations, { body }, { token, key });
    expect(await server.api(emailVaccinations, { body }, { token, key })).toEqual(receipt);
    const [message, ...more] = await sent('vaccination_history');
    expect(more).toEqual([]);
    expect(receipt).toEqual({ id: message?.id, created_at: server.clock.now().toISOString() });
    expect(message).toMatchObject({
      channel: 'email',
      recipient: 'Boarding@kennel.example',
      subject: 'Vaccination history of Rex, Test Vets',
    });
    expect(message?.body_text).toBe(
      [
        'Vaccination history of Rex',
        'Dog, Beagle, Male',
        'Born Wed Apr 1, 2020',
        '',
        'Vaccine          Given             Expires           Status',
        '---------------  ----------------  ----------------  ------------',
        'DHPP             Sun Feb 1, 2026   Tue Dec 22, 2026  Active',
        'Bordetella       Mon Jan 5, 2026   Mon Dec 21, 2026  Expires soon',
        'Lyme             Fri Nov 21, 2025  Sat Nov 21, 2026  Expires soon',
        'Rabies           Mon Nov 20, 2023  Fri Nov 20, 2026  Expired',
        'Microchip check                                      Active',
        '',
        'As of Sat Nov 21, 2026. This is a record, not a signed certificate.',
        'Jo Miller asked us to send it to this address.',
        '',
        'Test Vets',
        '512-555-0100',
        '1 Main Street, Austin',
      ].join('\n'),
    );
    expect(message?.body_html?.match(/<tr>/g)).toHaveLength(6);
    expect(message?.body_html).toContain('>Bordetella</td>');
  });

  it('API-47 carries the certificate as a file, until it is delivered (D-301)', async () => {
    const token = await start();
    expect((await mail(token, 'kennel@example.com')).status).toBe(200);
    const [message] = await sent('vaccination_history');
    expect(message?.attachment).toMatchObject({ name: 'rex-vaccinations-2026-11-21.pdf', type: 'application/pdf' });
    const paper = await PDFDocument.load(Buffer.from(message?.attachment?.content ?? '', 'base64'));
    expect([paper.getTitle(), paper.getPageCount()]).toEqual(['Vaccination certificate: Rex', 1]);

    const delivered: Outgoing[] = [];
    const email = { deliver: async (one: Outgoing) => void delivered.push(one), close: () => {} };
    await deliverDue({ ...server.services, gateways: { email, sms: null }, keepSecrets: false });
    expect(delivered.find((one) => one.id === message?.id)?.attachment).toEqual(message?.attachment);
    expect((await sent('vaccination_history'))[0]).toMatchObject({ attachment: null, delivered_at: expect.any(Date) });
  });

  it('API-47 shows what was typed as text, and says so when nothing is on record', async () => {
    server = await open({
      clients: [{ ...knownClient, patients: [patient({ id: 'patient-rex', name: '<b>Rex</b>\n' })] }],
    });
    const { token } = await server.signIn('jo@example.com');
    expect((await mail(token, 'kennel@example.com')).status).toBe(200);
    const [message] = await sent('vaccination_history');
    expect(message?.subject).toBe('Vaccination history of <b>Rex</b>, Test Vets');
    expect(message?.body_html).toContain('&lt;b&gt;Rex&lt;/b&gt;');
    expect(message?.body_text).toContain('The clinic has no vaccinations on record.');
  });

  it('API-47 needs an address: the simple pattern, and the test suffix only where one is set (D-15)', async () => {
    const token = await start();
    for (const email of [
      '',
      '   ',
      'nonsense',
      'a@b',
      'two@addresses.example other@example.com',
      'x@example.com\r\nBcc: y@example.com',
      'jo@suffix',
    ]) {
      expect((await mail(token, email)).body).toMatchObject({
        code: 'validation',
        fields: { email: 'Please enter a valid email' },
      });
    }
    expect((await mail(token, `${'x'.repeat(250)}@example.com`)).body).toMatchObject({ code: 'validation' });
    const testing = await server.another();
    testing.services.config.testEmailSuffix = '@suffix';
    expect(
      (
        await testing.send(
          emailVaccinations,
          { body: { email: 'jo@suffix', patient_id: 'patient-rex' } },
          { token, clinicId: server.clinicId },
        )
      ).status,
    ).toBe(200);
    for (const email of ['@suffix', 'jo bob@suffix']) {
      expect(
        (
          await testing.send(
            emailVaccinations,
            { body: { email, patient_id: 'patient-rex' } },
            { token, clinicId: server.clinicId },
          )
        ).status,
      ).toBe(400);
    }
    await testing.app.close();
    expect((await sent('vaccination_history')).map((one) => one.recipient)).toEqual(['jo@suffix']);
  });

  it("API-47 is for the owner's own pets", async () => {
    const token = await start();
    for (const id of ['patient-tia', 'nobody']) expect((await mail(token, 'jo@example.com', id)).status).toBe(404);
    expect((await mail(token, 'jo@example.com', 'patient-gone')).status).toBe(200);
    const guest = await server.signInGuest();
    expect((await mail(guest.token, 'jo@example.com')).status).toBe(401);
  });

  it.each([
    ['historyMailsPerOwner', ['a@example.com', 'b@example.com', 'c@example.com']],
    ['historyMailsPerAddress', ['a@example.com', 'b@example.com', 'c@example.com']],
    ['historyMailsPerRecipient', ['A@example.com', 'a@example.com', 'a@EXAMPLE.com']],
  ])('API-47 is capped by %s, so that nobody mails strangers at will', async (cap, recipients) => {
    const token = await start();
    await server.db.deleteFrom('counters').execute();
    const strict = await server.another({ caps: { [cap]: { max: 2, windowMs: 60_000 } } });
    const there = (email: string) =>
      strict.send(
        emailVaccinations,
        { body: { email, patient_id: 'patient-rex' } },
        { token, clinicId: server.clinicId },
      );
    const replies = [];
    for (const email of recipients) replies.push(await there(email));
    expect(replies.map((one) => one.status)).toEqual([200, 200, 429]);
    expect(replies[2]?.headers['retry-after']).toBe('60');
    server.clock.advance(60_001);
    expect((await there(recipients[0]!)).status).toBe(200);
    await strict.app.close();
  });
});

describe('API-48 a refill', () => {
  const refill = (
    token: string,
    body: { patient_id?: string; medication_id?: string | null; note?: string | null },
    key?: string,
  ) => server.send(requestRefill, { body: { patient_id: 'patient-rex', ...body } }, { token, ...(key && { key }) });
  const stored = () => server.db.selectFrom('refills').selectAll().where('clinic_id', '=', server.clinicId).execute();

  it('API-48 is kept and told to the clinic, once a key', async () => {
    const token = await start();
    const key = randomUUID();
    const reply = await refill(token, { medication_id: 'm-new', note: ' Only .5 mg, 2-3x – 🐶 "thanks"!\n' }, key);
    expect(reply).toMatchObject({ status: 200, body: { data: { created_at: server.clock.now().toISOString() } } });
    expect(
      (await refill(token, { medication_id: 'm-new', note: ' Only .5 mg, 2-3x – 🐶 "thanks"!\n' }, key)).body,
    ).toEqual(reply.body);
    const { id } = (reply.body as { data: { id: string } }).data;
    // Not sanitised: a dose must not change (D-118).
    expect(await stored()).toMatchObject([
      {
        id,
        client_id: 'client-jo',
        patient_id: 'patient-rex',
        medication_id: 'm-new',
        note: ' Only .5 mg, 2-3x – 🐶 "thanks"!\n',
      },
    ]);
    const [mail, text] = await sent('refill_notice');
    expect(mail).toMatchObject({
      channel: 'email',
      recipient: 'desk@testvets.example',
      subject: 'Refill request: Rex, Carprofen 75 mg',
    });
    expect(mail?.body_text).toContain('Pet: Rex\nMedication: Carprofen 75 mg\nNote: Only .5 mg');
    expect(mail?.body_text).toContain('Owner: Jo Miller, +15125550111, jo@example.com');
    expect(text).toMatchObject({
      channel: 'sms',
      recipient: '+15125550101',
      body_text: `Refill request: Rex (Jo Miller), Carprofen 75 mg. Note: Only .5 mg, 2-3x – 🐶 "thanks"! Desk: ${deskLink(server.services.config.publicUrl, server.clinicId, { kind: 'refill', id })}`,
    });
  });

  it('API-48 with another body under the same key is refused with the first receipt', async () => {
    const token = await start();
    const key = randomUUID();
    const first = await refill(token, { medication_id: 'm-new' }, key);
    expect(await refill(token, { medication_id: 'm-old' }, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch', result: (first.body as { data: unknown }).data },
    });
    expect(await stored()).toHaveLength(1);
  });

  it('API-48 needs a note where no medication is chosen, and takes one alone', async () => {
    const token = await start();
    for (const note of [undefined, null, '', ' \n ']) {
      expect(await refill(token, { ...(note !== undefined && { note }) })).toMatchObject({
        status: 400,
        body: { code: 'validation', fields: { note: REFILL_EMPTY } },
      });
    }
    expect((await refill(token, { medication_id: null, note: 'The usual ear drops' })).status).toBe(200);
    expect((await refill(token, { medication_id: 'm-old' })).status).toBe(200);
    expect((await stored()).map((row) => [row.medication_id, row.note]).sort()).toEqual([
      [null, 'The usual ear drops'],
      ['m-old', null],
    ]);
  });

  it('API-48 takes 500 characters and no more, and none that no database keeps', async () => {
    const token = await start();
    expect((await refill(token, { note: 'x'.repeat(500) })).status).toBe(200);
    expect(await refill(token, { note: 'x'.repeat(501) })).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(await refill(token, { note: 'a\0b' })).toMatchObject({
      status: 400,
      body: { fields: { note: 'must not contain the character U+0000' } },
    });
  });

  it("API-48 is for the owner's own living pets and these' medications", async () => {
    const token = await start();
    for (const body of [
      { patient_id: 'patient-tia', note: 'x' },
      { patient_id: 'nobody', note: 'x' },
      { medication_id: 'm-tia' },
      { medication_id: 'none' },
    ]) {
      expect(await refill(token, body)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await refill(token, { patient_id: 'patient-gone', note: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'not_allowed' },
    });
    const guest = await server.signInGuest();
    expect((await refill(guest.token, { note: 'x' })).status).toBe(401);
    expect(await stored()).toEqual([]);
    expect(await sent('refill_notice')).toEqual([]);
  });

  it('API-48 is refused where the clinic does not offer it', async () => {
    const token = await start({ feature_settings: { pet_portal_medication_refills_enabled: false } });
    expect(await refill(token, { medication_id: 'm-new' })).toMatchObject({
      status: 422,
      body: { code: 'not_allowed' },
    });
  });

  it('API-48 is kept also where the clinic named nowhere to tell it', async () => {
    const token = await start({ notify_email: undefined, notify_phone: undefined });
    expect((await refill(token, { medication_id: 'm-new' })).status).toBe(200);
    expect([(await stored()).length, (await sent('refill_notice')).length]).toEqual([1, 0]);
  });
});
