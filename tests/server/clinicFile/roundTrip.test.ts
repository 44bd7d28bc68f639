import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  cancelAppointment,
  createAppointment,
  CUSTOMER_SITE,
  enableReminders,
  rescheduleAppointment,
} from '../../../src/contract/appointments';
import { ROLE_CUSTOMER as role, updateCustomer, updateProfile } from '../../../src/contract/auth';
import { upsertClient } from '../../../src/contract/clients';
import { confirmDemoCard } from '../../../src/contract/demoCards';
import type { Endpoint } from '../../../src/contract/endpoint';
import { chargePaymentMethod, linkPayment, startPayment } from '../../../src/contract/payments';
import { requestRefill } from '../../../src/contract/pets';
import { joinWaitlist, leaveWaitlist } from '../../../src/contract/waitlist';
import { acceptAppointment, declineAppointment } from '../../../server/modules/appointments/decide';
import { exportClinicFile } from '../../../server/modules/clinicFile/export';
import { importClinicFile } from '../../../server/modules/clinicFile/import';
import { fileLines } from '../../../server/modules/clinicFile/file/order';
import { ask } from '../../support/border/ask';
import { freshDatabase, type FreshDatabase } from '../../support/database';
import { everything, makeScene, type Scene } from '../../support/border/scene';
import { bookingBody } from '../booking/support';

const { ROUND_TRIPS, ROUND_TRIP_SEED: seed } = process.env;
const runs = Number(ROUND_TRIPS ?? 8);
let scene: Scene;
let empty: FreshDatabase;
beforeAll(async () => {
  scene = await makeScene();
  empty = await freshDatabase();
});
afterAll(async () => {
  await empty.close();
  await scene.close();
});

/** Any text that a field of that many characters takes, and its limits. */
const text = (max: number) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: max }),
      fc.string({ unit: 'grapheme', maxLength: max }),
      fc.constantFrom(
        '',
        ' ',
        '\u0007',
        '\u200b',
        '\u00a0',
        '\u0085',
        '\u2028',
        '\ufeff',
        '\u007f\u009f',
        'a\u0007b',
        '\u202eabc',
        'İ',
        'ß',
        '😀',
        'e\u0301',
        '٣',
        '\n',
        '\r\n',
        '\t',
        '"',
        '\\',
        '{}',
        'x'.repeat(max),
        'é'.repeat(max),
        '😀'.repeat(Math.floor(max / 2)),
        '\ufffe',
      ),
    )
    .map((one) => one.slice(0, max).replace(/\p{Cs}|\0/gu, ''));
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined, freq: 1 });
const named = (max: number) =>
  fc.oneof(fc.constantFrom('Rex', 'Casey', 'Ann Mary'), text(Math.min(max, 30)), text(max));
const date = fc.oneof(
  fc
    .date({ min: new Date('1776-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
    .map((one) => one.toISOString().slice(0, 10)),
  fc.constantFrom('1775-12-31', '1776-01-01', '2026-11-20', '2024-02-29', '2030-01-01'),
);
const mail = fc.oneof(
  fc.nat(99).map((one) => `owner${one}@example.com`),
  fc.emailAddress(),
  text(250).map((one) => `${one}@example.com`.slice(-255)),
  fc.constantFrom('İ@example.com', `${'İ'.repeat(240)}@example.com`, 'a@b.cd', '"a b"@example.com', 'é@exämple.com'),
);
const phone = fc.oneof(
  fc.nat(99).map((one) => String(5125550200 + one)),
  fc.stringMatching(/^[2-9]\d{9}$/),
  fc.stringMatching(/^\+?[0-9 ().-]{8,17}$/),
  fc.constantFrom('+012345678901', '+1 512 555 0143', '00491701234567', '٠١٢٣٤٥٦٧٨٩'),
);

const bookings = fc.record({
  type: fc.constantFrom('exam', 'exam', 'dropped', 'asked', 'secret', 'long'),
  given: fc.record(
    {
      patientName: named(40),
      note: maybe(text(1000)),
      sex: maybe(text(64)),
      breed: maybe(text(255)),
      breed_id: maybe(fc.constant('pug')),
      patient_color_id: maybe(fc.constant('tan')),
      birthdate: maybe(date),
      client_dob: maybe(date),
      referral_source: maybe(text(255)),
      has_wellness_plan: maybe(fc.boolean()),
      specific_doctor_requested: maybe(fc.boolean()),
      location_id: maybe(fc.constant('north')),
      confirmed_keyword_action: maybe(text(128)),
      isReminderSMS: fc.boolean(),
      isSendConfirmation: fc.boolean(),
      speciesName: text(255),
    },
    { requiredKeys: ['patientName', 'isReminderSMS', 'isSendConfirmation', 'speciesName'] },
  ),
});

const steps = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('tell' as const),
      body: fc.record({
        first_name: named(255),
        last_name: named(255),
        email: maybe(mail),
        phone: maybe(phone),
        address1: maybe(text(255)),
        address2: maybe(text(255)),
        city: maybe(text(255)),
        state: maybe(text(255)),
        country: maybe(text(255)),
        zip: maybe(text(32)),
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('profile' as const),
      body: fc.record({
        firstName: maybe(named(255)),
        email: maybe(mail),
        phoneNumber: maybe(phone),
        avatar: maybe(fc.webUrl()),
        metadata: maybe(
          fc.record({
            dateOfBirth: fc.option(fc.integer({ min: 1, max: 31 })),
            monthOfBirth: fc.option(fc.integer({ min: 1, max: 12 })),
          }),
        ),
      }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('book' as const), booking: bookings }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('refill' as const), medication: fc.boolean(), note: text(500) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'cancel' as const,
        'move' as const,
        'remind' as const,
        'join' as const,
        'leave' as const,
        'accept' as const,
        'decline' as const,
        'deposit' as const,
        'link' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay' as const), booking: bookings }) },
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

type Owner = { token: string; userId: string; clientId: string | null; last: string | null };

/** Who does it: an owner whom the clinic knows, one whom it does not know, and one by phone. */
const identifiers = ['jo@example.com', 'new@example.com', '+15125550188'];

type Make = (
  endpoint: Endpoint,
  body: object,
  token: string,
  params?: Record<string, unknown>,
) => Promise<{ id: string } | null>;

/** Pays a deposit with a card, from its start on. */
async function pay(clinicId: string, make: Make, token: string, what: object): Promise<void> {
  const payment = (await make(
    startPayment,
    { payment_type: 'DEPOSIT', product_id: 'asked', source: 'client_booking', ...what },
    token,
  )) as { id: string; client_secret: string | null } | null;
  if (!payment?.client_secret) return;
  const card = { client_secret: payment.client_secret, card_number: '4242 4242 4242 4242', exp: '12/30', cvc: '123' };
  await scene.server.api(confirmDemoCard, { body: card }, { clinicId, headers: { host: 'localhost:8123' } });
  await make(chargePaymentMethod, { payment_request_id: payment.id }, token);
}

async function run(clinicId: string, script: readonly [number, Step][]): Promise<number> {
  const { server } = scene;
  const owners = new Map<number, Owner>();
  let taken = 0;
  const make: Make = async (endpoint, body, token, params) => {
    const answer = await ask(
      server,
      endpoint,
      { body: JSON.parse(JSON.stringify(body)) as Record<string, unknown>, ...(params && { params }) },
      token,
      { clinicId },
    );
    expect([endpoint.name, answer.status < 500 || answer.text]).toEqual([endpoint.name, true]);
    taken += answer.status === 200 ? 1 : 0;
    return answer.status === 200 ? (answer.body?.data as { id: string }) : null;
  };
  for (const [who, step] of script) {
    if (!owners.has(who)) {
      const { token, user } = await server.signIn(identifiers[who]!, { clinicId });
      owners.set(who, { token, userId: user.id, clientId: null, last: null });
    }
    const owner = owners.get(who)!;
    const { token } = owner;
    const bodyOf = ({ type, given }: { type: string; given: object }) =>
      bookingBody(scene.nextStart(), {
        ...given,
        isDropoff: type === 'dropped',
        products: [{ id: type === 'dropped' ? 'exam' : type, anyone: true, providerId: 'ada', label: 'A visit' }],
        product_token: 'open-sesame',
      });
    const ofLast = { client_id: owner.clientId ?? 'none', appointment_id: owner.last ?? 'none' };
    switch (step.do) {
      case 'tell': {
        const record = await make(
          upsertClient,
          { user_id: owner.userId, source: 'client_info_collection', ...step.body },
          token,
        );
        owner.clientId = record?.id ?? owner.clientId;
        break;
      }
      case 'profile':
        await make(updateProfile, step.body, token);
        await make(updateCustomer, { ...step.body, role }, token, { id: owner.userId });
        break;
      case 'book':
        owner.last = (await make(createAppointment, bodyOf(step.booking), token))?.id ?? owner.last;
        break;
      case 'pay':
        await pay(clinicId, make, token, {
          booking: bodyOf({ ...step.booking, type: 'asked' }),
          booking_key: randomUUID(),
        });
        break;
      case 'deposit':
        await pay(clinicId, make, token, { appointment_id: owner.last });
        break;
      case 'refill':
        await make(
          requestRefill,
          { patient_id: 'patient-rex', ...(step.medication && { medication_id: 'medication-rex' }), note: step.note },
          token,
        );
        break;
      case 'cancel':
        await make(cancelAppointment, { id: owner.last ?? 'none', source: CUSTOMER_SITE }, token);
        break;
      case 'move':
        await make(rescheduleAppointment, { dateTime: scene.nextStart(), providerId: 'ada' }, token, {
          id: owner.last ?? 'none',
        });
        break;
      case 'remind':
        await make(enableReminders, { id: owner.last ?? 'none', enableReminders: true }, token, {
          id: owner.last ?? 'none',
        });
        break;
      case 'join':
        await make(joinWaitlist, ofLast, token);
        break;
      case 'leave':
        await make(leaveWaitlist, ofLast, token);
        break;
      case 'link':
        await make(linkPayment, { id: 'none', appointment_id: ofLast.appointment_id }, token, { id: 'none' });
        break;
      case 'accept':
      case 'decline':
        if (owner.last)
          await (step.do === 'accept' ? acceptAppointment : declineAppointment)(
            server.db,
            server.services,
            clinicId,
            owner.last,
          ).catch(() => undefined);
        break;
    }
  }
  return taken;
}

const textOf = async (db: FreshDatabase['db'], clinicId: string) =>
  [...fileLines((await exportClinicFile(db, clinicId))!)].join('\n');

it(
  'what owners may type, an export says, and an empty server takes it: the same export comes from there',
  async () => {
    let clinics = 0;
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: identifiers.length - 1 }), steps), {
          minLength: 12,
          maxLength: 30,
          size: 'max',
        }),
        async (script) => {
          const clinicId = `round-${(clinics += 1)}`;
          const now = scene.server.clock.now();
          await importClinicFile(scene.server.db, everything(clinicId), { now, demoMode: true });
          taken += await run(clinicId, script);
          const exported = await textOf(scene.server.db, clinicId);
          const imported = await importClinicFile(empty.db, JSON.parse(exported), { now, demoMode: true });
          expect(imported).toMatchObject({ changed: true, conflicts: [], ignored: [] });
          expect(await textOf(empty.db, clinicId)).toBe(exported);
        },
      ),
      { numRuns: runs, endOnFailure: true, ...(seed !== undefined && { seed: Number(seed) }) },
    );
    console.log(`${taken} calls taken in ${runs} clinics`);
    expect(taken, 'calls that were taken').toBeGreaterThan(runs * 4);
  },
  60_000 + runs * 1_000,
);
