import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createAppointment, rescheduleAppointment, type CreateAppointment } from '../../../src/contract/appointments';
import { checkTimeSlot, createHold, openTimes, type TimeSlot } from '../../../src/contract/availability';
import { startPayment } from '../../../src/contract/payments';
import { emptyDraft, type Draft } from '../../../src/domain/booking/draft';
import { appointmentBody, holdBody, pickedTime, slotCheckBody } from '../../../src/domain/booking/saving';
import { moveBody } from '../../../src/domain/appointment/move';
import { contactsOnly } from '../../../src/features/booking/client/requestBodies';
import { exportClinicFile } from '../../../server/modules/clinicFile/export';
import { appointmentTable } from '../../../server/operator/reports';
import { loadClinic } from '../../../server/modules/clinics/repository';
import { client, knownClient, patient, product, type Overrides } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  chicago,
  claimLines,
  jo,
  manyClinics,
  owner,
  sentBy,
  timesBody,
  wednesday,
  type Owner,
} from './support';

let server: TestServer;
const open = manyClinics({ env: { PUBLIC_URL: 'http://localhost:8123' } });
const startWith = async (given: Overrides = {}) => (server = await open(given));
const nine = chicago(wednesday, '09:00');
const half = chicago(wednesday, '09:30');
const patients = () =>
  server.db
    .selectFrom('patients')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .orderBy('name')
    .orderBy('species_id')
    .orderBy('id')
    .execute();
const stored = (id: string) =>
  server.db
    .selectFrom('appointments')
    .selectAll()
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('a compound type with a clinician who does not do its first part (D-65, D-408)', () => {
  const settings = {
    include_requested_provider_in_appointment_note: true,
    deposit_collection_v1_enabled: true,
    client_online_cancellation_enabled: true,
    client_online_reschedule_enabled: true,
  };
  const pair = (given: Partial<Parameters<typeof product>[0]> = {}) =>
    product({
      id: 'pair',
      name: 'Exam and consult',
      segments: [
        { minutes: 30, providerIds: ['ada'] },
        { minutes: 30, providerIds: ['ben', 'ada'] },
      ],
      ...given,
      metadata: { time: 60, ...given.metadata },
    });
  const compound = (given: Parameters<typeof pair>[0] = {}): Overrides => ({
    shop: { feature_settings: settings },
    products: [pair(given)],
  });
  const type = { id: 'pair', metadata: { time: 60 } };

  /** The times for Dr. Ben, as the page asks for them. */
  const times = async (given: Parameters<typeof timesBody>[0] = {}, token: string | null = null): Promise<TimeSlot[]> =>
    (
      await server.api(
        openTimes,
        {
          body: timesBody({ productIds: ['pair'], providerIds: ['ben'], date: wednesday, days_to_check: 1, ...given }),
        },
        { token },
      )
    ).data[0]!.times;

  /** The page's own create call for a slot. */
  function bookingOf(
    slot: TimeSlot,
    note = 'limps',
    provider: Draft['selectedProducts'][0]['provider'] = { id: 'ben', firstName: 'Dr. Ben Ruiz' },
  ): CreateAppointment {
    const customer = {
      ...contactsOnly({ phoneNumber: '', email: 'jo@example.com' }, { phoneCode: '1' }),
      firstName: 'Jo Miller',
      petName: 'Rex',
    };
    const draft: Draft = {
      ...emptyDraft(randomUUID()),
      species: { id: 'dog', name: 'Dog' },
      selectedProducts: [{ provider, products: [{ id: 'pair', name: 'Exam and consult' }] }],
      time: pickedTime(wednesday, slot),
      customer,
      note,
    };
    return appointmentBody(
      draft,
      { metadata: { isAutoAccept: true }, feature_settings: settings },
      { userId: 'u', isReturning: true },
    )!;
  }
  const place = (slot: TimeSlot) => ({
    time: pickedTime(wednesday, slot),
    product: type,
    locationId: null,
    productToken: null,
    isDropoff: false,
  });

  it('is offered, checked, held, booked and moved with the very people of the slot', async () => {
    await startWith(compound());
    const who = await jo(server);
    const [first, , third] = await times();
    expect(first).toMatchObject({ provider_id: 'ada', secondary_date_time_provider_id: 'ben' });
    expect(await server.api(checkTimeSlot, { body: slotCheckBody(place(first!)) }, { token: who.token })).toEqual({
      available: true,
    });
    await server.api(
      createHold,
      { body: holdBody({ ...place(first!), userId: null, deadline: nine, now: new Date(server.clock.now()) }) },
      { token: who.token },
    );
    const booked = await server.api(createAppointment, { body: bookingOf(first!) }, { token: who.token });
    expect(booked).toMatchObject({
      fromDate: nine,
      note: 'limps\nRequested provider: Dr. Ben Ruiz',
      items: [{ providerId: 'ada' }],
    });
    expect(await claimLines(server)).toEqual([
      `provider:ada ${nine} ${half} appointment`,
      `provider:ben ${half} ${chicago(wednesday, '10:00')} appointment`,
    ]);
    expect((await stored(booked.id)).details).toMatchObject({ specific_doctor_requested: true, anyone: false });

    const again = (await times({ appointment_id: booked.id }, who.token)).find(
      ({ dateTime }) => dateTime === third!.dateTime,
    )!;
    await server.api(
      createHold,
      {
        body: {
          ...holdBody({ ...place(again), userId: null, deadline: nine, now: new Date(server.clock.now()) }),
          appointment_id: booked.id,
        },
      },
      { token: who.token },
    );
    const moved = await server.api(
      rescheduleAppointment,
      { params: { id: booked.id }, body: moveBody({ slot: again, holdId: null }) },
      { token: who.token },
    );
    expect(moved.fromDate).toBe(half);
    expect(await claimLines(server)).toEqual([
      `provider:ada ${half} ${chicago(wednesday, '10:00')} appointment`,
      `provider:ben ${chicago(wednesday, '10:00')} ${chicago(wednesday, '10:30')} appointment`,
    ]);
  });

  it('is booked at every time that is offered', async () => {
    await startWith(compound());
    const who = await jo(server);
    for (const slot of (await times()).filter((_, index) => index % 4 === 0)) {
      expect(
        (await server.send(createAppointment, { body: bookingOf(slot) }, { token: who.token })).status,
        slot.label,
      ).toBe(200);
    }
  });

  it('has its deposit started, and is booked by the same words after it', async () => {
    await startWith(
      compound({
        deposit_amount: 25,
        metadata: {
          depositRequiredBeforeBooking: true,
          collectDepositFromNewClients: true,
          collectDepositFromReturningClients: true,
          appointmentRequestWithoutDeposit: true,
        },
      }),
    );
    const who = await jo(server);
    const booking = bookingOf((await times())[0]!);
    const payment = await server.api(
      startPayment,
      {
        body: {
          payment_type: 'DEPOSIT',
          product_id: 'pair',
          source: 'client_booking',
          booking,
          booking_key: randomUUID(),
        },
      },
      { token: who.token },
    );
    expect(payment).toMatchObject({ status: 'pending', amount: 25 });
    expect(await claimLines(server)).toEqual([
      `provider:ada ${nine} ${half} hold`,
      `provider:ben ${half} ${chicago(wednesday, '10:00')} hold`,
    ]);
  });

  it('says in the note who was asked for, of those who do it, once and only where somebody was', async () => {
    await startWith(compound());
    const who = await jo(server);
    const slots = (await times()).filter((_, index) => index % 4 === 0);
    const noted = async (slot: number, change: Partial<CreateAppointment>, note?: string) =>
      (
        await server.api(
          createAppointment,
          { body: { ...bookingOf(slots[slot]!, note), ...change } },
          { token: who.token },
        )
      ).note;
    expect(await noted(0, {}, '')).toBe('Requested provider: Dr. Ben Ruiz');
    expect(await noted(1, { note: 'limps' })).toBe('limps\nRequested provider: Dr. Ben Ruiz');
    expect(await noted(2, { specific_doctor_requested: false, note: 'limps' })).toBe('limps');
    // Nobody who does the visit.
    expect(await noted(3, { requested_provider_id: 'who', note: 'limps' })).toBe('limps');
  });

  it('has the line that a page of before wrote itself, once, and none of somebody else', async () => {
    await startWith(compound());
    const who = await jo(server);
    const slots = (await times()).filter((_, index) => index % 4 === 0);
    const noted = async (slot: number, note: string) => {
      const { requested_provider_id: _, ...body } = bookingOf(slots[slot]!);
      return (await server.api(createAppointment, { body: { ...body, note } }, { token: who.token })).note;
    };
    expect(await noted(0, 'limps\nRequested provider: Dr. Ben Ruiz')).toBe('limps\nRequested provider: Dr. Ben Ruiz');
    expect(await noted(1, 'Requested provider: Dr. Ben Ruiz')).toBe('Requested provider: Dr. Ben Ruiz');
    expect(await noted(2, 'limps')).toBe('limps');
    expect(await noted(3, 'limps\nRequested provider: Dr. Who')).not.toMatch(/\nRequested provider: Dr\. (Ada|Ben)/);
  });
});

describe('the pet that was chosen (D-89, D-408)', () => {
  const max = (id: string, given: Partial<Parameters<typeof patient>[0]> = {}) =>
    patient({ id, name: 'Max', ...given });
  const withPets = (...pets: ReturnType<typeof patient>[]): Overrides => ({
    breeds: [
      { id: 'pug', species_id: 'dog', display_name: 'Pug' },
      { id: 'persian', species_id: 'cat', display_name: 'Persian' },
    ],
    patient_colors: [
      { id: 'tan', species_id: 'dog', name: 'Tan' },
      { id: 'black', species_id: 'dog', name: 'Black' },
    ],
    patient_sexes: [
      { id: 'm', species_id: 'dog', name: 'Male' },
      { id: 'f', species_id: 'dog', name: 'Female' },
    ],
    clients: [
      { ...knownClient, patients: pets },
      client({ id: 'casey', email: 'casey@example.com', patients: [max('foreign')] }),
    ],
    shop: { notify_email: 'desk@testvets.example', notify_phone: '+15125550199' },
  });

  it('is booked, also where another one has its name', async () => {
    await startWith(withPets(max('one'), max('two')));
    const booked = await bookAs(server, await jo(server), nine, { patientId: 'two', patientName: 'Max' });
    expect(booked.items[0]!.metadata).toMatchObject({ patientId: 'two', patientName: 'Max' });
    expect(await patients()).toHaveLength(3);
  });

  it('is refused as another species than its own, beside its field, and no second pet is written', async () => {
    await startWith(withPets(max('one')));
    const who = await jo(server);
    const refused = { code: 'validation', body: { fields: { patientName: 'Please choose your pet again.' } } };
    await expect(
      bookAs(server, who, nine, { patientId: 'one', patientName: 'Max', speciesId: 'cat', speciesName: 'Cat' }),
    ).rejects.toMatchObject(refused);
    expect(await patients()).toHaveLength(2);
    expect(await claimLines(server)).toEqual([]);
  });

  it('is refused when it is not listed any more, and not found when it is not theirs', async () => {
    await startWith(withPets(max('one', { deceased_at: '2025-01-01' })));
    const who = await jo(server);
    await expect(bookAs(server, who, nine, { patientId: 'one', patientName: 'Max' })).rejects.toMatchObject({
      code: 'validation',
    });
    for (const patientId of ['foreign', 'nobody'])
      await expect(bookAs(server, who, nine, { patientId, patientName: 'Max' })).rejects.toMatchObject({
        code: 'not_found',
        status: 404,
      });
    expect(await patients()).toHaveLength(2);
  });

  it('is refused before a deposit is taken as well', async () => {
    const metadata = {
      depositRequiredBeforeBooking: true,
      collectDepositFromNewClients: true,
      collectDepositFromReturningClients: true,
    };
    const given = withPets(max('one'));
    await startWith({
      ...given,
      shop: { ...given.shop, feature_settings: { deposit_collection_v1_enabled: true } },
      products: [product({ id: 'exam', deposit_amount: 25, metadata })],
    });
    const who = await jo(server);
    const start = (patientId: string, speciesId: string) => {
      const booking: CreateAppointment = {
        source: 'CUSTOMER_SITE',
        products: [{ id: 'exam', anyone: true, providerId: 'ada', label: 'Exam' }],
        isReminderSMS: true,
        isReminderEmail: true,
        isSendConfirmation: true,
        date: nine,
        speciesId,
        speciesName: speciesId,
        patientId,
        patientName: 'Max',
      };
      return server.send(
        startPayment,
        {
          body: {
            payment_type: 'DEPOSIT',
            product_id: 'exam',
            source: 'client_booking',
            booking,
            booking_key: randomUUID(),
          },
        },
        { token: who.token },
      );
    };
    expect((await start('one', 'cat')).body).toMatchObject({ code: 'validation' });
    expect((await start('foreign', 'dog')).body).toMatchObject({ code: 'not_found' });
    expect((await start('one', 'dog')).status).toBe(200);
  });

  it('may have any name that the record has, a new one 30 characters (D-411)', async () => {
    const long = `Sir ${'Barks'.repeat(50)}`;
    await startWith(withPets(patient({ id: 'long', name: long })));
    const who = await jo(server);
    expect(
      (await bookAs(server, who, nine, { patientId: 'long', patientName: long })).items[0]!.metadata.patientId,
    ).toBe('long');
    expect((await bookAs(server, who, half, { patientName: long })).items[0]!.metadata.patientId).toBe('long');
    await expect(bookAs(server, who, chicago(wednesday, '10:00'), { patientName: `${long}x` })).rejects.toMatchObject({
      code: 'validation',
      body: { fields: { patientName: "Please limit your pet's name to 30 characters." } },
    });
    await expect(
      bookAs(server, who, chicago(wednesday, '10:00'), { patientName: 'x'.repeat(256) }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it("has no breed, color or sex of another species' lists", async () => {
    await startWith(withPets(max('one')));
    const who = await jo(server);
    await expect(
      bookAs(server, who, nine, {
        patientName: 'Coco',
        speciesId: 'cat',
        speciesName: 'Cat',
        breed: 'Pug',
        breed_id: 'pug',
      }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      bookAs(server, who, nine, { patientName: 'Coco', speciesId: 'cat', speciesName: 'Cat', patient_color_id: 'tan' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(
      (
        await bookAs(server, who, nine, {
          patientName: 'Coco',
          speciesId: 'cat',
          speciesName: 'Cat',
          breed: 'Persian',
          breed_id: 'persian',
        })
      ).status,
    ).toBe('ACCEPTED');
  });
});

describe('what an owner says beside the record (D-411)', () => {
  const lists: Overrides = {
    breeds: [
      { id: 'pug', species_id: 'dog', display_name: 'Pug' },
      { id: 'beagle', species_id: 'dog', display_name: 'Beagle' },
    ],
    patient_colors: [
      { id: 'tan', species_id: 'dog', name: 'Tan' },
      { id: 'black', species_id: 'dog', name: 'Black' },
    ],
    patient_sexes: [
      { id: 'm', species_id: 'dog', name: 'Male' },
      { id: 'f', species_id: 'dog', name: 'Female Spayed' },
    ],
    shop: { notify_email: 'desk@testvets.example', notify_phone: '+15125550199' },
  };
  const rex = (given: Partial<Parameters<typeof patient>[0]>): Overrides => ({
    ...lists,
    clients: [{ ...knownClient, patients: [patient({ id: 'rex', name: 'Rex', ...given })] }],
  });
  const said = {
    patientId: 'rex',
    patientName: 'Rex',
    sex: 'Female Spayed',
    patient_sex_id: 'f',
    birthdate: '2020-05-05',
    breed: 'Beagle',
    breed_id: 'beagle',
    patient_color_id: 'black',
  };
  const corrections = async (id: string) => (await stored(id)).details.pet_corrections;
  const record = async () =>
    (({ sex, patient_sex_id, birthdate, breed, breed_id, patient_color_id }) => ({
      sex,
      patient_sex_id,
      birthdate,
      breed,
      breed_id,
      patient_color_id,
    }))((await patients())[0]!);
  const notices = async () =>
    [...(await sentBy(server, { to: 'desk@testvets.example' })), ...(await sentBy(server, { to: '+15125550199' }))].map(
      ({ text }) => text,
    );

  it("reaches the clinic and is stored with the appointment, and the record stays the clinic's", async () => {
    const known = {
      sex: 'Male',
      patient_sex_id: 'm',
      birthdate: '2019-04-01',
      breed: 'Pug cross',
      breed_id: 'pug',
      patient_color_id: 'tan',
    };
    await startWith(rex(known));
    const booked = await bookAs(server, await jo(server), nine, {
      ...said,
      client_dob: '1990-05-05',
      has_wellness_plan: true,
    });
    expect(await corrections(booked.id)).toEqual([
      { fact: 'sex', said: 'Female Spayed', on_file: 'Male' },
      { fact: 'birthdate', said: '2020-05-05', on_file: '2019-04-01' },
      { fact: 'breed', said: 'Beagle', on_file: 'Pug cross' },
      { fact: 'color', said: 'Black', on_file: 'Tan' },
    ]);
    expect(await record()).toEqual(known);
    const lines = [
      "The owner says that the pet's sex is Female Spayed. Your record says Male.",
      "The owner says that the pet's date of birth is May 5, 2020. Your record says Apr 1, 2019.",
      "The owner says that the pet's breed is Beagle. Your record says Pug cross.",
      "The owner says that the pet's color is Black. Your record says Tan.",
      "The owner's date of birth: May 5, 1990.",
      'Active wellness plan, as the owner says: yes.',
    ];
    const told = await notices();
    expect(told).toHaveLength(2);
    for (const text of told) for (const line of lines) expect(text).toContain(line);

    const table = await appointmentTable(
      server.db,
      (await loadClinic(server.db, server.clinicId))!,
      server.clock.now(),
    );
    expect(table[0]).toMatch(/ID +SAID$/);
    for (const line of lines) expect(table[1]).toContain(line);
    const file = (await exportClinicFile(server.db, server.clinicId))!;
    expect(file.appointments?.[0]?.details).toMatchObject({
      client_dob: '1990-05-05',
      has_wellness_plan: true,
      pet_corrections: [{ fact: 'sex', said: 'Female Spayed', on_file: 'Male' }, {}, {}, {}],
    });
  });

  it('is nothing where it says the same in other words, and nothing of what was not asked', async () => {
    await startWith(
      rex({
        sex: 'female  SPAYED',
        birthdate: '2020-05-05',
        breed: 'Beagle X',
        breed_id: 'beagle',
        patient_color_id: 'black',
      }),
    );
    const who = await jo(server);
    expect(await corrections((await bookAs(server, who, nine, said)).id)).toBeUndefined();
    expect(
      await corrections(
        (
          await bookAs(server, who, half, {
            patientId: 'rex',
            patientName: 'Rex',
            sex: null,
            birthdate: null,
            breed: null,
          })
        ).id,
      ),
    ).toBeUndefined();
    for (const text of await notices()) expect(text).not.toMatch(/owner says|date of birth/);
    const table = await appointmentTable(
      server.db,
      (await loadClinic(server.db, server.clinicId))!,
      server.clock.now(),
    );
    expect(table[0]).toMatch(/ID$/);
  });

  it('completes a fact whole, never with a part of another answer', async () => {
    await startWith(rex({ sex: 'Male', breed: 'Pug' }));
    const booked = await bookAs(server, await jo(server), nine, said);
    expect(await record()).toEqual({
      sex: 'Male',
      patient_sex_id: null,
      birthdate: '2020-05-05',
      breed: 'Pug',
      breed_id: null,
      patient_color_id: 'black',
    });
    expect(await corrections(booked.id)).toEqual([
      { fact: 'sex', said: 'Female Spayed', on_file: 'Male' },
      { fact: 'breed', said: 'Beagle', on_file: 'Pug' },
    ]);
  });

  it('says no where the wellness plan was asked for and is none, and nothing where it was not asked', async () => {
    await startWith(lists);
    const who: Owner = await owner(server, 'new@example.com');
    await bookAs(server, who, nine, { has_wellness_plan: false });
    await bookAs(server, who, half, { has_wellness_plan: null });
    expect(
      (await sentBy(server, { to: 'desk@testvets.example' })).map(({ text }) =>
        text.includes('Active wellness plan, as the owner says: no.'),
      ),
    ).toEqual([true, false]);
  });
});
