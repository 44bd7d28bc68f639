import {
  guestSignIn,
  initCode,
  refreshToken,
  ROLE_CUSTOMER,
  signIn,
  updateName,
  updateProfile,
  verifyCode,
} from '../../../../src/contract/auth';
import {
  cancelAppointment,
  createAppointment,
  CUSTOMER_SITE,
  enableReminders,
  rescheduleAppointment,
} from '../../../../src/contract/appointments';
import { answerItem, inbox } from '../../../../src/contract/desk/inbox';
import { newPasskeyOptions, passkeyOptions } from '../../../../src/contract/desk/passkeys';
import { renameMe, sendStaffCode } from '../../../../src/contract/desk/staff';
import { createHold } from '../../../../src/contract/availability';
import { upsertClient } from '../../../../src/contract/clients';
import { completeInsurance } from '../../../../src/contract/insurance';
import { textUs } from '../../../../src/contract/messages';
import { linkPayment, startPayment } from '../../../../src/contract/payments';
import { emailVaccinations, requestRefill } from '../../../../src/contract/pets';
import { addPush } from '../../../../src/contract/push';
import { recordBookingSession } from '../../../../src/contract/tracking';
import { joinWaitlist } from '../../../../src/contract/waitlist';
import type { CapName } from '../../../../server/calls/caps';
import { product } from '../../../support/clinicFile';
import type { Reply, TestServer } from '../../../support/server';
import { staffMember } from '../../../support/staff';
import { bookAs, bookingBody, chicago, crowd, holdBody, jo, owner, upsertBody, wednesday } from '../../booking/support';
import { depositClinic, startBody } from '../../payments/support';

/** A clinic at which everything can be done that a cap counts. */
export const busyClinic = depositClinic(
  {},
  {
    feature_settings: {
      client_online_cancellation_enabled: true,
      client_online_reschedule_enabled: true,
      waitlist_ui_v1_enabled: true,
      pet_portal_medication_refills_enabled: true,
    },
  },
);
busyClinic.products!.push(product({ id: 'talk', name: 'Talk', metadata: { waitlistEligible: true } }));

/** The n-th of a clinician's half hours, all after one another. */
export const slot = (n: number): string => {
  const days = [wednesday, '2026-11-26', '2026-11-27', '2026-11-30'];
  const minute = 9 * 60 + (n % 16) * 30;
  return chicago(
    days[Math.floor(n / 16)]!,
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${minute % 60 === 0 ? '00' : '30'}`,
  );
};

/** A member of staff of the clinic, by the token. */
const asStaff =
  (make: (token: string) => Doing): Scenario =>
  async (server) =>
    make((await staffMember(server, { role: 'admin' })).token);

export const talk = (n: number) =>
  bookingBody(slot(n), { products: [{ id: 'talk', anyone: true, providerId: 'ada', label: 'Talk' }] });

/** Something that a cap counts, ready to be done: `n` tells one time from the other. `status` is what it is answered while it may be done. */
export type Doing = { status: number; go(server: TestServer, n: number): Promise<Reply> };
export type Scenario = (server: TestServer) => Promise<Doing>;

const answered = (status: number, go: Doing['go']): Doing => ({ status, go });
const fine = (go: Doing['go']): Doing => answered(200, go);
const role = ROLE_CUSTOMER;
const tenDigits = (n: number): string => String(5125557000 + n);

const asGuest =
  (make: (token: string) => Doing): Scenario =>
  async (server) =>
    make((await server.signInGuest()).token);
const asJo =
  (make: (who: Awaited<ReturnType<typeof jo>>) => Doing | Promise<Doing>): Scenario =>
  async (server) =>
    make(await jo(server));

const codeTo = (phone: (n: number) => string) =>
  asGuest((token) =>
    fine((server, n) => server.send(initCode, { body: { phoneNumber: phone(n), phoneCode: '1', role } }, { token })),
  );
const triedCode = asGuest((token) =>
  answered(401, (server) =>
    server.send(verifyCode, { body: { phoneNumber: '5125557000', code: '123456', role } }, { token }),
  ),
);
const triedPassword =
  (name: (n: number) => string): Scenario =>
  async () =>
    answered(401, (server, n) =>
      server.send(signIn, { body: { username: name(n), password: 'not this one', rememberMe: true, role } }),
    );
const mailTo = (address: (n: number) => string) =>
  asJo((who) =>
    fine((server, n) =>
      server.send(emailVaccinations, { body: { patient_id: 'patient-rex', email: address(n) } }, { token: who.token }),
    ),
  );
const textTo = (phone: (n: number) => string) =>
  asGuest((token) => fine((server, n) => server.send(textUs, { body: { phone_number: phone(n) } }, { token })));
const visit = (id: (n: number) => string) =>
  asGuest((token) =>
    fine((server, n) =>
      server.send(recordBookingSession, { body: { session_id: id(n), last_recorded_step: 1 } }, { token }),
    ),
  );
const books = (who: { token: string }) =>
  fine((server, n) => server.send(createAppointment, { body: talk(n) }, { token: who.token }));

/** Jo with eight appointments, for what is done with one after the other. */
const visitsOf =
  (make: (who: Awaited<ReturnType<typeof jo>>, ids: string[]) => Doing): Scenario =>
  async (server) => {
    const who = await jo(server);
    const visits = await crowd(8, (n) => bookAs(server, who, slot(n), talk(n)));
    return make(
      who,
      visits.map(({ id }) => id),
    );
  };

/** How each row is reached that answers 429. A new row needs a way here before this compiles. */
export const scenarios: Record<
  Exclude<CapName, 'codeTriesPerCode' | 'answerLinkMissesPerAddress' | 'messagesPerRecipient' | 'noticesPerOwner'>,
  Scenario
> = {
  codeSendsPerIdentifier: codeTo(() => '5125557000'),
  codeSendsPerAddress: codeTo(tenDigits),
  codeSendsPerClinic: codeTo(tenDigits),
  codeSendsInTotal: codeTo(tenDigits),
  codeTriesPerSession: triedCode,
  guestSessionsPerAddress: async () => fine((server) => server.send(guestSignIn, {})),
  refreshesPerSession: asGuest((token) => fine((server) => server.send(refreshToken, {}, { token }))),
  pushSubscriptionsPerSession: asJo((who) =>
    fine((server, n) =>
      server.send(
        addPush,
        {
          body: {
            endpoint: `https://push.example.net/send/${n}`,
            keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
          },
        },
        { token: who.token },
      ),
    ),
  ),
  staffCodesPerEmail: async () =>
    fine((server) => server.send(sendStaffCode, { body: { email: 'ana@clinic.example' } })),
  staffSignInsPerAddress: async () =>
    fine((server, n) => server.send(sendStaffCode, { body: { email: `ana${n}@clinic.example` } })),
  staffPasskeySignInsPerAddress: async () => fine((server) => server.send(passkeyOptions, {})),
  staffPasskeysPerPerson: asStaff((token) => fine((server) => server.send(newPasskeyOptions, {}, { token }))),
  staffChangesPerPerson: asStaff((token) =>
    fine((server, n) => server.send(renameMe, { body: { name: `Ana ${'abcdefghijkl'[n]}` } }, { token })),
  ),
  staffAnswersPerPerson: async (server) => {
    const { token } = await staffMember(server);
    await crowd(8, async (n) => {
      const { token: guest } = await server.signInGuest();
      await server.api(textUs, { body: { phone_number: tenDigits(n) } }, { token: guest });
    });
    const { rows } = await server.api(inbox, { query: {} }, { token });
    return fine((at, n) => {
      const { id, version } = rows![n]!;
      return at.send(answerItem, { params: { id }, body: { name: 'answered', version } }, { token });
    });
  },
  passwordsPerAddress: triedPassword((n) => `nobody-${n}@example.com`),
  passwordFailuresPerIdentifier: triedPassword(() => 'nobody@example.com'),
  profileChangesPerOwner: asJo((who) =>
    fine((server, n) =>
      server.send(updateName, { params: { id: who.userId }, body: { firstName: `Jo ${n}` } }, { token: who.token }),
    ),
  ),
  contactChangesPerOwner: asJo((who) =>
    fine((server, n) => server.send(updateProfile, { body: { email: `new-${n}@example.com` } }, { token: who.token })),
  ),
  recordChangesPerOwner: async (server) => {
    const { token } = await server.signIn('+15125550111');
    return fine((at) =>
      at.send(upsertClient, { body: upsertBody({ first_name: 'Jo', last_name: 'Miller' }) }, { token }),
    );
  },
  holdWritesPerSession: asGuest((token) =>
    fine((server, n) =>
      server.send(createHold, { body: holdBody(slot(n), { appointment_type_id: 'talk' }) }, { token }),
    ),
  ),
  liveHoldsPerAddress: async () =>
    fine(async (server, n) => {
      const { token } = await server.signInGuest();
      return server.send(createHold, { body: holdBody(slot(n), { appointment_type_id: 'talk' }) }, { token });
    }),
  upcomingPerOwner: asJo(books),
  upcomingPerNewOwner: async (server) => books(await owner(server, 'stranger@example.com')),
  bookingsPerOwner: asJo(books),
  movesPerOwner: visitsOf((who, [id]) =>
    fine((server, n) =>
      server.send(
        rescheduleAppointment,
        { params: { id: id! }, body: { dateTime: slot(16 + n), providerId: 'ada' } },
        { token: who.token },
      ),
    ),
  ),
  cancellationsPerOwner: visitsOf((who, ids) =>
    fine((server, n) =>
      server.send(cancelAppointment, { body: { id: ids[n]!, source: CUSTOMER_SITE } }, { token: who.token }),
    ),
  ),
  appointmentSettingsPerOwner: visitsOf((who, [id]) =>
    fine((server) =>
      server.send(
        enableReminders,
        { params: { id: id! }, body: { id: id!, enableReminders: true } },
        { token: who.token },
      ),
    ),
  ),
  waitlistChangesPerOwner: visitsOf((who, ids) =>
    fine((server, n) =>
      server.send(joinWaitlist, { body: { client_id: who.clientId, appointment_id: ids[n]! } }, { token: who.token }),
    ),
  ),
  refillsPerOwner: asJo((who) =>
    fine((server, n) =>
      server.send(requestRefill, { body: { patient_id: 'patient-rex', note: `drops ${n}` } }, { token: who.token }),
    ),
  ),
  historyMailsPerOwner: mailTo((n) => `vet-${n}@example.com`),
  historyMailsPerAddress: mailTo((n) => `vet-${n}@example.com`),
  historyMailsPerRecipient: mailTo(() => 'vet@example.com'),
  paymentsPerOwner: asJo((who) =>
    fine((server) => server.send(startPayment, { body: startBody() }, { token: who.token })),
  ),
  chargesPerOwner: asJo((who) =>
    answered(404, (server, n) =>
      server.send(
        linkPayment,
        { params: { id: `none-${n}` }, body: { id: `none-${n}`, appointment_id: 'none' } },
        { token: who.token },
      ),
    ),
  ),
  insurancePerOwner: asJo((who) =>
    answered(404, (server) => server.send(completeInsurance, { body: { quote_id: 'none' } }, { token: who.token })),
  ),
  textRequestsPerAddress: textTo(tenDigits),
  textRequestsPerPhone: textTo(() => '5125557000'),
  visitsPerAddress: visit((n) => `visit-${n}`),
  visitNotesPerSession: visit(() => 'visit'),
};
