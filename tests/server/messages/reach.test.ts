import { describe, expect, test } from 'vitest';
import { cancelAppointment, CUSTOMER_SITE, rescheduleAppointment } from '../../../src/contract/appointments';
import { initCode, ROLE_CUSTOMER, signUp, updateProfile, verifyCode } from '../../../src/contract/auth';
import { clientByUser, findAndSyncClient, upsertClient } from '../../../src/contract/clients';
import { textUs } from '../../../src/contract/messages';
import { emailVaccinations, requestRefill } from '../../../src/contract/pets';
import { joinWaitlist, leaveWaitlist } from '../../../src/contract/waitlist';
import { acceptAppointment, declineAppointment } from '../../../server/modules/appointments/decide';
import { refundByOperator } from '../../../server/modules/appointments/refunds';
import { remindDue } from '../../../server/modules/appointments/reminders';
import { depositNotices } from '../../../server/modules/deposits/messages';
import { refundNotices, refundToldOf } from '../../../server/modules/deposits/refunds/messages';
import { findPayment } from '../../../server/modules/deposits/repository';
import { loadClinic } from '../../../server/modules/clinics/repository';
import { requestLines } from '../../../server/operator/requests';
import { client, knownClient, product } from '../../support/clinicFile';
import type { TestServer } from '../../support/server';
import {
  bookAs,
  bookingBody,
  chicago,
  manyClinics,
  MINUTE,
  owner,
  payDeposit,
  sentBy,
  upsertBody,
  wednesday,
  type Owner,
} from '../booking/support';

const HOUR = 60 * MINUTE;
const role = ROLE_CUSTOMER;
const publicUrl = 'http://localhost:8123';
let server: TestServer;
const open = manyClinics({ env: { PUBLIC_URL: publicUrl } });
const nine = chicago(wednesday, '09:00');
const eleven = chicago(wednesday, '11:00');
const desk = { notify_email: 'desk@testvets.example', notify_phone: '+15125550101' };

const start = async (isAutoAccept = true) =>
  (server = await open({
    shop: {
      ...desk,
      metadata: { isAutoAccept },
      feature_settings: {
        client_online_cancellation_enabled: true,
        client_online_reschedule_enabled: true,
        waitlist_ui_v1_enabled: true,
        pet_portal_medication_refills_enabled: true,
      },
    },
    products: [
      product({ id: 'exam', name: 'Exam', metadata: { waitlistEligible: true } }),
      product({ id: 'video', name: 'Video visit', is_telemedicine: true, meeting_url: 'https://meet.example/ada' }),
    ],
  }));

/** An owner with one contact that a code has proved, and one that is somebody else's and was only typed. */
const owners = [
  {
    who: 'proved an e-mail, typed a phone',
    proved: 'casey@example.com',
    typed: '+15125550177',
    given: { phone: '5125550177' },
  },
  {
    who: 'proved a phone, typed an e-mail',
    proved: '+15125550166',
    typed: 'stranger@example.com',
    given: { email: 'stranger@example.com' },
  },
] as const;

type Done = { kind: string; toClinic?: boolean };
/** Every message that the server has for owners and of them, by what causes it; `kind` is the last one's to the owner or the clinic. */
const causes: { cause: string; isAutoAccept?: boolean; run: (who: Owner) => Promise<Done | Done[]> }[] = [
  {
    cause: 'a booking',
    run: async (who) => (
      await bookAs(server, who, nine),
      [{ kind: 'booking_confirmation' }, { kind: 'clinic_notice', toClinic: true }]
    ),
  },
  {
    cause: 'a request',
    isAutoAccept: false,
    run: async (who) => (
      await bookAs(server, who, nine),
      [{ kind: 'request_confirmation' }, { kind: 'clinic_notice', toClinic: true }]
    ),
  },
  {
    cause: 'an accepted request',
    isAutoAccept: false,
    run: async (who) => (
      await acceptAppointment(server.db, server.services, server.clinicId, (await bookAs(server, who, nine)).id),
      { kind: 'booking_confirmation' }
    ),
  },
  {
    cause: 'a declined request',
    isAutoAccept: false,
    run: async (who) => (
      await declineAppointment(server.db, server.services, server.clinicId, (await bookAs(server, who, nine)).id),
      { kind: 'decline' }
    ),
  },
  {
    cause: 'a visit called off',
    run: async (who) => (
      await declineAppointment(server.db, server.services, server.clinicId, (await bookAs(server, who, nine)).id),
      { kind: 'decline' }
    ),
  },
  {
    cause: 'a move',
    run: async (who) => {
      const { id } = await bookAs(server, who, nine);
      await server.api(
        rescheduleAppointment,
        { params: { id }, body: { dateTime: eleven, providerId: 'ada' } },
        { token: who.token },
      );
      return [{ kind: 'reschedule_confirmation' }, { kind: 'clinic_notice', toClinic: true }];
    },
  },
  {
    cause: 'a cancellation',
    run: async (who) => {
      await server.api(
        cancelAppointment,
        { body: { source: CUSTOMER_SITE, id: (await bookAs(server, who, nine)).id } },
        { token: who.token },
      );
      return [{ kind: 'cancellation' }, { kind: 'clinic_notice', toClinic: true }];
    },
  },
  {
    cause: 'a reminder',
    run: async (who) => {
      await bookAs(server, who, nine);
      server.clock.set(new Date(Date.parse(nine) - 23 * HOUR));
      await remindDue(server.services);
      return { kind: 'reminder' };
    },
  },
  {
    cause: 'a meeting link',
    run: async (who) => {
      await bookAs(server, who, nine, {
        products: [{ id: 'video', anyone: true, providerId: 'ada', label: 'Video visit' }],
      });
      server.clock.set(new Date(Date.parse(nine) - HOUR));
      await remindDue(server.services);
      return { kind: 'meeting_link' };
    },
  },
  {
    cause: 'a deposit refunded by the clinic',
    run: async (who) => {
      const booked = await bookAs(server, who, nine);
      await payDeposit(server, booked);
      await server.api(cancelAppointment, { body: { source: CUSTOMER_SITE, id: booked.id } }, { token: who.token });
      await refundByOperator(server.db, server.services, server.clinicId, booked.id);
      return { kind: 'refund' };
    },
  },
  {
    cause: 'a deposit whose time is gone, and its refund',
    run: async (who) => {
      const clinic = (await loadClinic(server.db, server.clinicId))!;
      const id = `${server.clinicId}-paid-alone-0123456789`;
      await server.db
        .insertInto('payment_requests')
        .values({
          clinic_id: server.clinicId,
          id,
          client_id: who.clientId,
          product_id: 'exam',
          amount_cents: 2500,
          status: 'complete',
          booking: JSON.stringify(bookingBody(nine)),
          created_at: server.clock.now(),
        })
        .execute();
      const payment = (await findPayment(server.db, server.clinicId, id))!;
      await server.services.messages.enqueueAll(server.db, [
        ...(await depositNotices(server.db, clinic, payment, 'paid', publicUrl)),
        ...(await depositNotices(server.db, clinic, payment, 'waits', publicUrl)),
        ...(await refundToldOf(server.db, clinic, payment, 'Your deposit goes back.')),
        ...(await refundNotices(server.db, clinic, payment, 'failed', null, publicUrl)),
        ...(await refundNotices(server.db, clinic, payment, 'arrived', null, publicUrl)),
      ]);
      return [
        { kind: 'deposit_waits' },
        { kind: 'refund' },
        ...['deposit_paid', 'deposit_waits', 'refund_failed', 'refund_arrived'].map((kind) => ({
          kind,
          toClinic: true,
        })),
      ];
    },
  },
  {
    cause: 'the waitlist',
    run: async (who) => {
      const { id } = await bookAs(server, who, nine);
      const body = { client_id: who.clientId, appointment_id: id };
      await server.api(joinWaitlist, { body }, { token: who.token });
      await server.api(leaveWaitlist, { body }, { token: who.token });
      return { kind: 'waitlist_notice', toClinic: true };
    },
  },
  {
    cause: 'a refill, and a history mailed elsewhere',
    run: async (who) => {
      await bookAs(server, who, nine);
      const record = (await server.api(clientByUser, { query: { user_id: who.userId } }, { token: who.token }))!;
      const patient_id = record.patients[0]!.id;
      await server.api(requestRefill, { body: { patient_id, note: 'Heartgard' } }, { token: who.token });
      await server.api(emailVaccinations, { body: { patient_id, email: 'kennel@example.com' } }, { token: who.token });
      expect((await sentBy(server, { kind: 'vaccination_history' })).map(({ to }) => to)).toEqual([
        'email kennel@example.com',
      ]);
      return { kind: 'refill_notice', toClinic: true };
    },
  },
  {
    cause: 'a text-us request',
    run: async (who) => {
      await server.api(textUs, { body: { phone_number: '5125550177' } }, { token: who.token });
      return { kind: 'text_us', toClinic: true };
    },
  },
];

describe('messages go to proven contacts only (D-401)', () => {
  test.each(owners.flatMap((one) => causes.map((row) => ({ ...one, ...row }))))(
    '$who: $cause',
    async ({ proved, typed, given, isAutoAccept, run }) => {
      await start(isAutoAccept);
      const who = await owner(server, proved, given);
      for (const { kind, toClinic } of [await run(who)].flat()) {
        const sent = await sentBy(server, { kind });
        if (!toClinic) {
          expect(
            sent.map(({ to }) => to).filter((to) => to.endsWith(proved)),
            kind,
          ).not.toEqual([]);
          continue;
        }
        const [mail, text] = sent
          .filter(({ to }) => to.endsWith(desk.notify_email) || to.endsWith(desk.notify_phone))
          .slice(-2);
        expect(mail!.text, kind).toContain(`${kind === 'text_us' ? '+15125550177' : typed} (not confirmed)`);
        if (kind !== 'text_us') expect(mail!.text, kind).not.toContain(`${proved} (not confirmed)`);
        expect(text!.text.includes('not confirmed'), 'in short a phone alone is worth a word').toBe(
          kind === 'text_us' || typed.startsWith('+'),
        );
      }
      expect(await sentBy(server, { to: typed })).toEqual([]);
    },
  );

  test('nothing but the code goes to what was typed, whatever call typed it', async () => {
    await start();
    const typed = { email: 'stranger@example.com', phone: '5125550177' };
    const anywhere = async () => [
      ...(await sentBy(server, { to: typed.email })),
      ...(await sentBy(server, { to: typed.phone })),
    ];
    const guest = await server.signInGuest();
    await server.api(
      signUp,
      {
        body: {
          email: typed.email,
          username: `1;${typed.phone}`,
          password: 'biscuit-and-juniper',
          phoneCode: '1',
          phoneNumber: typed.phone,
          role,
        },
      },
      { token: guest.token },
    );
    await server.api(initCode, { body: { email: typed.email, role } }, { token: guest.token });
    const { token, user } = await server.signIn('casey@example.com');
    await server.api(
      updateProfile,
      { body: { email: typed.email, phoneNumber: typed.phone, phoneCode: '1' } },
      { token },
    );
    const record = await server.api(upsertClient, { body: upsertBody(typed) }, { token });
    await server.api(findAndSyncClient, { body: { id: record.id, user_id: user.id, search: typed.phone } }, { token });
    await server.api(textUs, { body: { phone_number: typed.phone } }, { token });
    const { id } = await bookAs(server, { token }, nine);
    await server.api(cancelAppointment, { body: { source: CUSTOMER_SITE, id: id } }, { token });
    expect(await anywhere()).toEqual([]);
    expect(
      (
        await server.db
          .selectFrom('messages')
          .select('kind')
          .where('clinic_id', '=', server.clinicId)
          .where('recipient', '=', typed.email)
          .execute()
      ).map(({ kind }) => kind),
    ).toEqual(['code']);
  });

  test("the clinic's own contacts are proven, and so is one as soon as its code was right", async () => {
    await start();
    const jo = await owner(server, knownClient.phone, { first_name: 'Jo', last_name: 'Miller' });
    await bookAs(server, jo, nine);
    expect((await sentBy(server, { kind: 'booking_confirmation' })).map(({ to }) => to)).toEqual([
      `sms ${knownClient.phone}`,
      `email ${knownClient.email}`,
    ]);

    const casey = await owner(server, 'casey@example.com', { phone: '5125550177' });
    await server.api(updateProfile, { body: { phoneNumber: '5125550177', phoneCode: '1' } }, { token: casey.token });
    await server.api(initCode, { body: { phoneNumber: '5125550177', phoneCode: '1', role } }, { token: casey.token });
    const { token } = await server.api(
      verifyCode,
      { body: { phoneNumber: '5125550177', phoneCode: '1', code: await server.codeSentTo('+15125550177'), role } },
      { token: casey.token },
    );
    await bookAs(server, { token }, eleven);
    expect(await sentBy(server, { kind: 'booking_confirmation', to: '+15125550177' })).toHaveLength(1);
    expect((await sentBy(server, { kind: 'clinic_notice' })).at(-2)!.text).not.toContain('not confirmed');
  });
});

describe('a claim goes when the true owner verifies (D-401)', () => {
  const stored = (id: string) =>
    server.db
      .selectFrom('clients')
      .select(['email', 'phone', 'metadata'])
      .where('clinic_id', '=', server.clinicId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test("a typed contact leaves the stranger's record, a waiting one waits no longer, and what was proved stays", async () => {
    server = await open({
      clients: [knownClient, client({ id: 'client-kit', email: 'kit@example.com', phone: '+15125550188' })],
    });
    const claims = await owner(server, 'mallory@example.com', {
      first_name: 'Jo',
      last_name: 'Park',
      phone: '5125550177',
    });
    const waits = await owner(server, 'kit@example.com', { phone: '5125550177', email: 'other@example.com' });
    expect(await stored(claims.clientId)).toMatchObject({ phone: '+15125550177', metadata: { unverified: ['phone'] } });
    expect((await stored(waits.clientId)).metadata).toEqual({
      pending: { phone: '+15125550177', email: 'other@example.com' },
    });

    await owner(server, '+15125550177', { first_name: 'Jo', last_name: 'Park' });
    expect(await stored(claims.clientId)).toEqual({ email: 'mallory@example.com', phone: null, metadata: {} });
    expect(await stored(waits.clientId)).toEqual({
      email: 'kit@example.com',
      phone: '+15125550188',
      metadata: { pending: { email: 'other@example.com' } },
    });
  });

  test('also one that was made after the first verification, at the next', async () => {
    await start();
    await owner(server, '+15125550177', { first_name: 'Jo', last_name: 'Park' });
    const claims = await owner(server, 'mallory@example.com', {
      first_name: 'Jo',
      last_name: 'Park',
      phone: '5125550177',
    });
    await server.signIn('+15125550177');
    expect((await stored(claims.clientId)).phone).toBeNull();
  });

  test("the clinic's own contact in another record stays: two owners may share a phone", async () => {
    server = await open({
      clients: [
        client({ id: 'al', first_name: 'Al', email: 'al@example.com', phone: '+15125550155' }),
        client({ id: 'bea', first_name: 'Bea', last_name: 'Fox', phone: '+15125550155' }),
      ],
    });
    await server.signIn('+15125550155', { firstName: 'Bea Fox' });
    expect(await stored('al')).toMatchObject({ phone: '+15125550155', metadata: {} });
    expect(await stored('bea')).toMatchObject({ phone: '+15125550155', metadata: {} });
  });
});

test("the operator's lists say of a typed contact that it is not confirmed, too (D-401)", async () => {
  await start(false);
  const claims = await owner(server, 'mallory@example.com', {
    first_name: 'Jo',
    last_name: 'Miller',
    phone: knownClient.phone.slice(2),
  });
  const jo = await owner(server, knownClient.phone, { first_name: 'Jo', last_name: 'Miller' });
  await server.db
    .updateTable('clients')
    .set({ phone: knownClient.phone, metadata: JSON.stringify({ unverified: ['phone'] }) })
    .where('clinic_id', '=', server.clinicId)
    .where('id', '=', claims.clientId)
    .execute();
  await bookAs(server, claims, nine);
  await bookAs(server, jo, eleven);
  const lines = await requestLines(server.db, (await loadClinic(server.db, server.clinicId))!, server.clock.now());
  expect(
    lines.filter((line) => line.includes('Jo Miller')).map((line) => /\+\d+( \(not confirmed\))?/.exec(line)?.[0]),
  ).toEqual([`${knownClient.phone} (not confirmed)`, knownClient.phone]);
});

describe('names in messages (D-401)', () => {
  test("neither an owner's nor a pet's name carries a link, to whomever it goes", async () => {
    await start();
    const evil = 'Win at https://evil.example now\r\nBcc: all@evil.example';
    const who = await owner(server, 'casey@example.com', { first_name: evil, last_name: 'call 512-555-0199' });
    await bookAs(server, who, nine, { patientName: 'evil.example/x\n5125550199'.slice(0, 30) });
    const record = (await server.api(clientByUser, { query: { user_id: who.userId } }, { token: who.token }))!;
    const patient_id = record.patients[0]!.id;
    await server.api(
      requestRefill,
      { body: { patient_id, note: 'See https://notes.example, 2-3x <b>daily</b>' } },
      { token: who.token },
    );
    await server.api(emailVaccinations, { body: { patient_id, email: 'kennel@example.com' } }, { token: who.token });
    const sent = await sentBy(server);
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(
      new Set(['booking_confirmation', 'clinic_notice', 'refill_notice', 'vaccination_history']),
    );
    for (const message of sent) {
      for (const part of [message.subject, message.text, message.html])
        expect(part ?? '', message.kind).not.toMatch(/evil|555-?0199/);
      expect(message.subject ?? '').not.toMatch(/[\r\n]/);
    }
    const refill = sent.find(({ kind, to }) => kind === 'refill_notice' && to.startsWith('email'))!;
    expect(refill.text, "a note stays the owner's own words").toContain('See https://notes.example, 2-3x <b>daily</b>');
    expect(refill.html).toContain('&lt;b&gt;daily&lt;/b&gt;');
    expect(sent.find(({ to }) => to.endsWith('casey@example.com'))!.text).toMatch(/^Hello Win at now Bcc:,/);
  });
});
