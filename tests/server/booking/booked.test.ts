import { describe, expect, it } from 'vitest';
import { createAppointment } from '../../../src/contract/appointments';
import { openTimes } from '../../../src/contract/availability';
import { noteProblem, sanitiseNote } from '../../../src/domain/validation/note';
import { client, knownClient, product, provider } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookingBody,
  chicago,
  claimLines,
  manyClinics,
  MINUTE,
  overlappingClaims,
  owner,
  timesBody,
  wednesday,
  type Owner,
} from './support';

let server: TestServer;
const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const startWith = async (...given: Parameters<typeof open>) => (server = await open(...given));

const nine = chicago(wednesday, '09:00');
const half = chicago(wednesday, '09:30');
type Given = Parameters<typeof bookingBody>[1];
const book = (who: Pick<Owner, 'token'>, given: Given = {}, at = nine) =>
  server.api(createAppointment, { body: bookingBody(at, given) }, { token: who.token });
const send = (who: Pick<Owner, 'token'>, given: Given = {}, at = nine) =>
  server.send(createAppointment, { body: bookingBody(at, given) }, { token: who.token });
const jo = () => owner(server, 'jo@example.com', { first_name: 'Jo', last_name: 'Miller' });
const stored = (id: string) =>
  server.db
    .selectFrom('appointments')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const patients = () =>
  server.db.selectFrom('patients').selectAll().where('clinic_id', '=', server.clinicId).orderBy('name').execute();

describe('API-36 API-38: what is booked', () => {
  it('names the location it is at, none where none was chosen (D-57)', async () => {
    await startWith({
      locations: [
        { id: 'south', name: 'South', product_ids: ['exam'], provider_user_ids: ['ada'] },
        { id: 'north', name: 'North' },
      ],
    });
    const who = await jo();
    expect((await book(who, { location_id: 'south' })).location_id).toBe('south');
    expect((await book(who, {}, half)).location_id).toBeNull();
  });

  it('is checked against the catalogue', async () => {
    await startWith({
      providers: [provider({ id: 'ada' }), provider({ id: 'ben' }), provider({ id: 'eve', private: true })],
      products: [
        product({ id: 'exam', providerIds: ['ada', 'eve'] }),
        product({ id: 'cats', metadata: { speciesIds: ['cat'] } }),
        product({ id: 'secret', hidden_from_clients: true, visibility_token: 'open-sesame' }),
      ],
    });
    const who = await jo();
    const products = (id: string, providerId = 'ada') => ({
      products: [{ id, anyone: true, providerId, label: 'whatever' }],
    });
    await expect(book(who, products('nothing'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(book(who, products('secret'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(book(who, products('exam', 'nobody'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(book(who, products('exam', 'eve'))).rejects.toMatchObject({ code: 'not_found' });
    await expect(book(who, products('exam', 'ben'))).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(book(who, products('cats'))).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(book(who, { speciesId: 'dragon' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(book(who, { roomId: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(book(who, { location_id: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(book(who, { breed_id: 'nothing' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(book(who, { isDropoff: true })).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(book(who, { secondary_date_time_provider_id: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(book(who, { birthdate: '2026-11-21' })).rejects.toMatchObject({ code: 'validation' });
    await expect(book(who, { client_dob: '1775-01-01' })).rejects.toMatchObject({ code: 'validation' });
    await expect(book(who, { patientName: '   ' })).rejects.toMatchObject({
      code: 'validation',
      body: { fields: { patientName: 'Pet name is required' } },
    });
    await expect(book(who, { ...products('secret'), product_token: 'open-sesame' })).resolves.toMatchObject({
      status: 'ACCEPTED',
    });
  });

  it('never lies in the past, off the hours or beyond the lead time', async () => {
    await startWith();
    const who = await jo();
    for (const at of [
      chicago('2026-11-20', '09:00'),
      chicago(wednesday, '08:45'),
      chicago('2026-11-28', '09:00'),
      chicago('2026-12-21', '09:00'),
    ]) {
      await expect(book(who, {}, at)).rejects.toMatchObject({ code: 'slot_gone' });
    }
  });

  it('is not for new clients where the type is not', async () => {
    await startWith({ products: [product({ id: 'exam', metadata: { allowNewClients: false } })] });
    await expect(book(await owner(server, 'new@example.com'))).rejects.toMatchObject({ code: 'not_allowed' });
    expect((await book(await jo())).status).toBe('ACCEPTED');
  });

  it('is not revoked for a returning client who chose a type for new ones', async () => {
    await startWith({ products: [product({ id: 'exam', metadata: { allowReturningClients: false } })] });
    expect((await book(await jo())).status).toBe('ACCEPTED');
  });

  it('is nothing where the clinic takes no bookings online, or none of new clients', async () => {
    for (const settings of [
      { online_booking_disabled: true },
      { new_client_booking_disabled: true, returning_client_booking_disabled: true },
    ]) {
      await startWith({ shop: { feature_settings: settings } });
      await expect(book(await jo())).rejects.toMatchObject({ code: 'not_allowed', status: 422 });
    }
    await startWith({ shop: { feature_settings: { new_client_booking_disabled: true } } });
    await expect(book(await owner(server, 'new@example.com'))).rejects.toMatchObject({ code: 'not_allowed' });
    expect((await book(await jo())).status).toBe('ACCEPTED');
  });

  it('is saved as a request without the deposit that it needs', async () => {
    await startWith({
      shop: { notify_email: 'desk@testvets.example', feature_settings: { deposit_collection_v1_enabled: true } },
      products: [
        product({
          id: 'exam',
          deposit_amount: 25,
          metadata: {
            appointmentRequestWithoutDeposit: true,
            depositRequiredBeforeBooking: true,
            collectDepositFromNewClients: true,
            collectDepositFromReturningClients: false,
          },
        }),
      ],
    });
    expect((await book(await owner(server, 'new@example.com'), { deposit_paid: true })).status).toBe('REQUESTED');
    expect((await book(await jo(), {}, half)).status).toBe('ACCEPTED');
    const notices = await server.db
      .selectFrom('messages')
      .select('body_text')
      .where('clinic_id', '=', server.clinicId)
      .where('recipient', '=', 'desk@testvets.example')
      .orderBy('position')
      .execute();
    expect(
      notices.map(({ body_text }) => body_text.includes('The deposit for this appointment has not been collected.')),
    ).toEqual([true, false]);
  });

  it('has its note as it is saved, with the clinician who was asked for', async () => {
    await startWith({ shop: { feature_settings: { include_requested_provider_in_appointment_note: true } } });
    const who = await jo();
    const noted = async (given: Given, at: string) =>
      (await book(who, { note: 'Limping! 0.5 ml 🐕', ...given }, at)).note;
    expect(await noted({}, nine)).toBe('Limping 0.5 ml');
    expect(await noted({ specific_doctor_requested: true }, half)).toBe(
      'Limping 0.5 ml\nRequested provider: Dr. Ada Park',
    );
    expect(
      await noted(
        { specific_doctor_requested: true, note: `${'x'.repeat(500)}\nRequested provider: Dr. Ada Park` },
        chicago(wednesday, '10:00'),
      ),
    ).toHaveLength(533);
  });

  it('has the doses of its note unchanged, and takes as many signs as the form does (D-85, D-409)', async () => {
    await startWith();
    const who = await jo();
    const noted = async (note: string, at: string) => (await book(who, { note }, at)).note;
    expect(await noted('2*5mg, 10^6 at 39℃; ０．５㎎', nine)).toBe('2*5mg 10^6 at 39℃ 0.5㎎');
    const full = '2✖️5 ㎎, 10⁻⁶ 👍 ٣٫٥ (500) '.repeat(30).slice(0, 500);
    expect(noteProblem(full, true)).toBeNull();
    expect(await noted(sanitiseNote(full), half)).toBe(sanitiseNote(full));
  });

  it('takes rooms and every segment of a compound type', async () => {
    await startWith({
      rooms: [{ id: 'one', name: 'One' }],
      products: [
        product({
          id: 'exam',
          segments: [
            { minutes: 15, providerIds: ['ada'] },
            { minutes: 30, providerIds: ['ben'], needs_room: true },
          ],
        }),
      ],
    });
    const [slot] = (await server.api(openTimes, { body: timesBody({ date: wednesday, days_to_check: 1 }) })).data[0]!
      .times;
    expect(slot).toMatchObject({
      provider_id: 'ada',
      secondary_date_time: chicago(wednesday, '09:15'),
      secondary_date_time_provider_id: 'ben',
      secondary_room_id: 'one',
    });
    const booked = await book(await jo(), {
      secondary_date_time: slot!.secondary_date_time,
      secondary_date_time_provider_id: 'ben',
      secondary_room_id: 'one',
    });
    expect(booked.toDate).toBe(chicago(wednesday, '09:45'));
    expect(await claimLines(server)).toEqual([
      `provider:ada ${nine} ${chicago(wednesday, '09:15')} appointment`,
      `provider:ben ${chicago(wednesday, '09:15')} ${chicago(wednesday, '09:45')} appointment`,
      `room:one ${chicago(wednesday, '09:15')} ${chicago(wednesday, '09:45')} appointment`,
    ]);
  });

  it('claims a place of the day for a drop-off', async () => {
    await startWith({
      products: [product({ id: 'exam', dropoff_required: true })],
      providers: [provider({ id: 'ada', maxDropoffs: 1 }), provider({ id: 'ben' })],
    });
    const who = await jo();
    expect((await stored((await book(who)).id)).is_dropoff).toBe(true);
    await expect(book(who, {}, chicago(wednesday, '13:00'))).rejects.toMatchObject({ code: 'slot_gone' });
    await book(who, {}, chicago('2026-11-26', '13:00'));
  });

  it.each([
    [
      'loses an hour',
      '2026-03-01T15:00:00Z',
      '2026-03-08T07:30:00.000Z',
      '2026-03-08T08:00:00.000Z',
      '2026-03-08T08:30:00.000Z',
    ],
    [
      'repeats an hour',
      '2026-10-28T15:00:00Z',
      '2026-11-01T06:30:00.000Z',
      '2026-11-01T08:00:00.000Z',
      '2026-11-01T07:00:00.000Z',
    ],
  ])('works on the night that %s', async (_, clock, first, second, third) => {
    await startWith(
      {
        providers: [
          provider({ id: 'ada', hours: [{ day: 7, start: '00:00', end: '04:00' }] }),
          provider({ id: 'ben' }),
        ],
      },
      clock,
    );
    const who = await jo();
    expect((await book(who, {}, first)).toDate).toBe(new Date(Date.parse(first) + 30 * MINUTE).toISOString());
    await book(who, {}, second);
    // Half past three after the gap is offered; the second one o'clock of the long night is not.
    expect((await send(who, {}, third)).status).toBe(clock.startsWith('2026-03') ? 200 : 409);
    expect(await overlappingClaims(server)).toBe(0);
  });
});

describe('API-38: for which pet', () => {
  it("is the client's own of that name and species, completed but not changed", async () => {
    await startWith({ breeds: [{ id: 'beagle', species_id: 'dog', display_name: 'Beagle' }] });
    const booked = await book(await jo(), {
      patientName: ' rEX ',
      birthdate: '2021-05-05',
      breed_id: 'beagle',
      breed: 'Beagle',
    });
    expect(booked.items[0]!.metadata.patientName).toBe('Rex');
    expect(await patients()).toMatchObject([
      { id: 'patient-rex', name: 'Rex', birthdate: '2020-04-01', breed_id: 'beagle', breed: 'Beagle' },
    ]);
  });

  it('is a new one for another species, another name, or the name of one that died', async () => {
    await startWith({
      clients: [
        {
          ...knownClient,
          patients: [
            { id: 'rex', name: 'Rex', species_id: 'dog', deceased_at: '2025-01-01' },
            { id: 'tom', name: 'Tom', species_id: 'cat' },
          ],
        },
      ],
    });
    const who = await jo();
    await book(who, { patientName: 'Rex' });
    await book(who, { patientName: 'Tom' }, half);
    await book(who, { patientName: 'tom', speciesId: 'cat' }, chicago(wednesday, '10:00'));
    expect((await patients()).map((one) => `${one.name} ${one.species_id} ${one.client_id}`)).toEqual([
      'Rex dog client-jo',
      'Rex dog client-jo',
      'Tom cat client-jo',
      'Tom dog client-jo',
    ]);
  });

  it("is never another client's pet, and made once when booked twice at the same time", async () => {
    await startWith({ clients: [knownClient, client({ id: 'casey', email: 'casey@example.com' })] });
    const who = await owner(server, 'casey@example.com');
    await Promise.all([book(who, { patientName: 'Rex' }), book(who, { patientName: 'rex' }, half)]);
    expect((await patients()).filter((one) => one.client_id === 'casey')).toHaveLength(1);
  });
});

describe('API-36: somebody hears', () => {
  const sent = async () =>
    (
      await server.db
        .selectFrom('messages')
        .selectAll()
        .where('clinic_id', '=', server.clinicId)
        .where('kind', '!=', 'code')
        .orderBy('position')
        .execute()
    ).map((message) => ({
      to: `${message.channel} ${message.recipient}`,
      subject: message.subject,
      text: message.body_text,
    }));

  it("the owner and the clinic, in the clinic's time and with its address", async () => {
    await startWith({ shop: { notify_email: 'desk@testvets.example', notify_phone: '+15125550109' } });
    const booked = await server.api(
      createAppointment,
      { body: bookingBody(nine, { note: 'limping' }) },
      { token: (await jo()).token, headers: { host: 'evil.example' } },
    );
    const link = `http://localhost:8123/${server.clinicId}/appointments/${booked.id}`;
    expect(await sent()).toEqual([
      {
        to: 'sms +15125550111',
        subject: null,
        text: `Test Vets: Rex is booked for Exam with Dr. Ada Park, Wed Nov 25, 2026, 9:00am. ${link}`,
      },
      {
        to: 'email jo@example.com',
        subject: 'Your appointment at Test Vets',
        text: expect.stringMatching(
          new RegExp(
            `Rex is booked at Test Vets[^]*Wed Nov 25, 2026, 9:00am \\(Central Time\\)[^]*${link}[^]*512-555-0100`,
          ),
        ),
      },
      {
        to: 'email desk@testvets.example',
        subject: 'New booking: Rex, Wed Nov 25, 2026, 9:00am',
        text: expect.stringMatching(/Rex \(Dog\)[^]*Jo Miller, \+15125550111, jo@example\.com[^]*Note: limping/),
      },
      {
        to: 'sms +15125550109',
        subject: null,
        text: `New booking: Rex (Jo Miller), Exam with Dr. Ada Park, Wed Nov 25, 2026, 9:00am. Desk: http://localhost:8123/admin/inbox/request-${booked.id}?clinic=${server.clinicId}`,
      },
    ]);
  });

  it('that the pet is left with the clinic, which the reply says too (D-64)', async () => {
    await startWith({
      shop: { notify_email: 'desk@testvets.example', notify_phone: '+15125550109' },
      products: [product({ id: 'exam', name: 'Exam', dropoff_required: true })],
    });
    expect(await book(await jo(), { isDropoff: true })).toMatchObject({ isDropoff: true });
    const at = 'Wed Nov 25, 2026, 9:00am';
    const sentence = 'Drop your pet off for this appointment and pick them up afterward.';
    const [owners, ownersMail, clinicsMail, clinics] = await sent();
    expect(owners?.text).toContain(`Exam with Dr. Ada Park, ${at}. ${sentence} http`);
    expect(ownersMail?.text).toMatch(/\(Central Time\)\s+Drop-off/);
    expect(ownersMail?.text).toContain(sentence);
    expect(clinicsMail).toMatchObject({
      subject: `New booking: Rex, ${at}, drop-off`,
      text: expect.stringContaining(`${at}, drop-off`),
    });
    expect(clinics?.text).toContain(`${at}, drop-off. Desk:`);
  });

  it('the owner only as agreed', async () => {
    await startWith();
    const who = await jo();
    await book(who, { isSendConfirmation: false });
    await book(who, { isReminderSMS: false }, half);
    expect((await sent()).map((message) => message.to)).toEqual(['email jo@example.com']);
  });

  it('of a request that it is one, and of a virtual visit that a link follows', async () => {
    const inClinicOf = async (isAutoAccept: boolean) => {
      await startWith({
        shop: { metadata: { isAutoAccept } },
        products: [product({ id: 'exam', is_telemedicine: true })],
      });
      await book(await jo(), { isReminderEmail: false });
      return (await sent())[0];
    };
    const [request, virtual] = [await inClinicOf(false), await inClinicOf(true)];
    expect(request!.text).toContain('we have your request for Rex');
    expect(virtual!.text).toContain("We'll text you a meeting link before your appointment.");
  });

  it('nobody when the booking fails', async () => {
    await startWith();
    const who = await jo();
    await expect(book(who, {}, chicago(wednesday, '08:00'))).rejects.toMatchObject({ code: 'slot_gone' });
    expect(await sent()).toEqual([]);
  });
});
