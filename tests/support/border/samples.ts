import { createHash, randomUUID } from 'node:crypto';
import { CUSTOMER_SITE } from '../../../src/contract/appointments';
import { answerItem, inboxItem } from '../../../src/contract/desk/inbox';
import { initCode, initReset, ROLE_CUSTOMER as role, verifyReset } from '../../../src/contract/auth';
import { addPasskey, newPasskeyOptions, passkeyOptions } from '../../../src/contract/desk/passkeys';
import { sendStaffCode } from '../../../src/contract/desk/staff';
import { createHold } from '../../../src/contract/availability';
import { offerInsurance } from '../../../src/contract/insurance';
import { startPayment } from '../../../src/contract/payments';
import { listSessions } from '../../../src/contract/sessions';
import { bookingBody, holdBody, payDeposit, timesBody, wednesday } from '../../server/booking/support';
import { enter } from '../../server/payments/support';
import { Authenticator } from '../authenticator';
import { staffMember } from '../staff';
import { bookedBy, password, type Character, type Scene } from './scene';

/** The input of a call; `token` where it is not the owner's. */
export type Given = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  token?: string | null;
};
type Sample = (scene: Scene, who: Character) => Given | Promise<Given>;

let strangers = 0;
const stranger = (): string => `stranger${(strangers += 1)}@example.com`;
/** An admin of the scene's clinic who is signed in at its desk. */
const atDesk = ({ server }: Scene) => staffMember(server, { role: 'admin' });
/** What the call that adds a passkey sends, of an authenticator in software. */
async function madePasskey({ server }: Scene, token: string, device = authenticatorOf(server)) {
  const { ceremony_id, options } = await server.api(newPasskeyOptions, {}, { token });
  return { ceremony_id, answer: device.make(options), label: 'Chrome on Windows' };
}
const authenticatorOf = ({ services }: Scene['server']) => new Authenticator(services.config.publicUrl);
/** The same with a passkey. */
async function withPasskey(scene: Scene) {
  const { token } = await atDesk(scene);
  const device = authenticatorOf(scene.server);
  const body = await madePasskey(scene, token, device);
  const { id } = await scene.server.api(addPasskey, { body }, { token });
  return { token, device, id };
}
const guestOf = async ({ server }: Scene): Promise<string> => (await server.signInGuest()).token;
const named = (who: Character) => ({ email: who.email, phone: who.phone });

async function codeFor(scene: Scene): Promise<{ token: string; email: string; code: string }> {
  const [token, email] = [await guestOf(scene), stranger()];
  await scene.server.api(initCode, { body: { email, role } }, { token });
  return { token, email, code: await scene.server.codeSentTo(email) };
}

async function resetFor(scene: Scene): Promise<{ token: string; body: { username: string; code: string } }> {
  const [token, username] = [await guestOf(scene), 'max@example.com'];
  await scene.server.db.deleteFrom('counters').execute();
  await scene.server.api(initReset, { body: { username } }, { token });
  return { token, body: { username, code: await scene.server.codeSentTo(username) } };
}

async function heldBy(scene: Scene): Promise<{ token: string; id: string }> {
  const token = await guestOf(scene);
  const { id } = await scene.server.api(createHold, { body: holdBody(scene.nextStart()) }, { token });
  return { token, id };
}

const depositOf = (booking: ReturnType<typeof bookingBody>) =>
  ({
    payment_type: 'DEPOSIT',
    product_id: 'asked',
    source: 'client_booking',
    booking,
    booking_key: randomUUID(),
  }) as const;
const asked = (scene: Scene, who: Character) =>
  bookingBody(scene.nextStart(), {
    patientName: who.petName,
    products: [{ id: 'asked', anyone: true, providerId: 'ada', label: 'Asked' }],
  });

async function cardFor(scene: Scene, who: Character) {
  // Expires earlier payments without an appointment, since the server would use one of them.
  await scene.server.db
    .updateTable('payment_requests')
    .set({ status: 'expired' })
    .where('client_id', '=', who.clientId)
    .where('appointment_id', 'is', null)
    .execute();
  const payment = await scene.server.api(startPayment, { body: depositOf(asked(scene, who)) }, { token: who.token });
  await enter(scene.server, payment.client_secret);
  return payment;
}

const offerOf = (who: Character, name: string) => ({
  client_id: who.clientId,
  name,
  species: 'Dog',
  breed: 'Pug',
  age: 3,
  plan: 'INJURY_AND_ILLNESS',
  state: 'TX',
  zip: '78704',
  email: who.email,
});
let pets = 0;
async function quoteFor({ server }: Scene, who: Character) {
  const [quote] = await server.api(offerInsurance, { body: offerOf(who, `Pet ${(pets += 1)}`) }, { token: who.token });
  return quote!;
}

/** A request of the character's, with a time that the clinic offers instead. */
async function offeredTo(scene: Scene, who: Character): Promise<{ id: string; timeId: string }> {
  const { db, clinicId, clock } = scene.server;
  const { id } = await bookedBy(scene, who);
  await db.updateTable('appointments').set({ status: 'REQUESTED' }).where('id', '=', id).execute();
  const [offerId, timeId] = [randomUUID(), randomUUID()];
  const at = new Date(scene.nextStart());
  await db
    .insertInto('offers')
    .values({
      clinic_id: clinicId,
      id: offerId,
      appointment_id: id,
      state: 'open',
      until: new Date(clock.now().getTime() + 3_600_000),
      created_at: clock.now(),
    })
    .execute();
  await db
    .insertInto('offered_times')
    .values({
      clinic_id: clinicId,
      id: timeId,
      offer_id: offerId,
      starts_at: at,
      ends_at: new Date(at.getTime() + 1_800_000),
      provider_id: 'ada',
      room_id: null,
      segments: JSON.stringify([{ at: at.toISOString(), providerId: 'ada', roomId: null }]),
    })
    .execute();
  return { id, timeId };
}

/** A request that waits at the desk, with the version of its line, for a member who is signed in there. */
async function waiting(scene: Scene, who: Character): Promise<{ id: string; version: string; token: string }> {
  const { server } = scene;
  const { token } = await staffMember(server, { role: 'admin' });
  const booked = await bookedBy(scene, who);
  await server.db.updateTable('appointments').set({ status: 'REQUESTED' }).where('id', '=', booked.id).execute();
  const id = `request-${booked.id}`;
  const { row } = await server.api(inboxItem, { params: { id } }, { token });
  return { id, version: row.version, token };
}

const profile = (who: Character) => ({ firstName: `${who.firstName} Miller` });
const ofDogs = { query: { species_id: 'dog' } };
const listed = async (scene: Scene, who: Character) => ({
  body: { client_id: who.clientId, appointment_id: (await bookedBy(scene, who)).id },
});
const ofPatient = (_: Scene, who: Character) => ({ query: { patient_id: who.patientId } });
function signUp(): Given {
  const phoneNumber = String(5125553000 + (strangers += 1));
  return {
    body: { username: `1;${phoneNumber}`, phoneCode: '1', phoneNumber, password, rememberMe: true, role },
    token: null,
  };
}
const signIn: Sample = (_, who) => ({ body: { username: who.email, password, rememberMe: true, role }, token: null });

/** For each call of the contract a valid input, made for an owner of the scene. A new call needs a line here. */
export const samples: Readonly<Record<string, Sample>> = {
  guestSignIn: () => ({ token: null }),
  initCode: async (scene) => ({ body: { email: stranger(), role }, token: await guestOf(scene) }),
  verifyCode: async (scene) => {
    const { token, email, code } = await codeFor(scene);
    return { body: { email, code, firstName: 'Ann Park', role }, token };
  },
  getProfile: () => ({}),
  updateName: (_, who) => ({ params: { id: who.userId }, body: profile(who) }),
  checkAvailability: (_, who) => ({ body: named(who) }),
  checkAccess: (_, who) => ({ body: named(who) }),
  refreshToken: async (scene) => ({ token: await guestOf(scene) }),
  logout: async (scene) => ({ token: await guestOf(scene) }),
  endSignedOut: async (scene) => ({
    body: {
      token_hash: createHash('sha256')
        .update(await guestOf(scene))
        .digest('base64url'),
    },
  }),
  listSessions: () => ({}),
  endOwnSession: async ({ server }, who) => {
    const { token } = await server.signIn(who.email);
    const sessions = await server.api(listSessions, {}, { token });
    return { params: { id: sessions.find((one) => one.is_current)!.id } };
  },
  // Ends all sessions of its caller, so it gets a session of its own.
  endOwnSessions: async ({ server }) => ({ token: (await server.signIn(stranger())).token }),
  sendStaffCode: () => ({ token: null, body: { email: stranger() } }),
  staffSignIn: async (scene) => {
    const { email } = await atDesk(scene);
    await scene.server.db.deleteFrom('counters').execute();
    await scene.server.api(sendStaffCode, { body: { email } });
    return { token: null, body: { email, code: await scene.server.codeSentTo(email) } };
  },
  me: async (scene) => ({ token: (await atDesk(scene)).token }),
  renameMe: async (scene) => ({ token: (await atDesk(scene)).token, body: { name: 'Ana Ruiz' } }),
  listStaffSessions: async (scene) => ({ token: (await atDesk(scene)).token }),
  endStaffSession: async (scene) => ({ token: (await atDesk(scene)).token, params: { id: 'current' } }),
  listMembers: async (scene) => ({ token: (await atDesk(scene)).token }),
  inviteMember: async (scene) => ({ token: (await atDesk(scene)).token, body: { email: stranger(), role: 'staff' } }),
  changeMember: async (scene) => ({
    token: (await atDesk(scene)).token,
    params: { personId: (await atDesk(scene)).personId },
    body: { role: 'staff', provider_id: null },
  }),
  removeMember: async (scene) => ({
    token: (await atDesk(scene)).token,
    params: { personId: (await atDesk(scene)).personId },
  }),
  listMemberSessions: async (scene) => ({
    token: (await atDesk(scene)).token,
    params: { personId: (await atDesk(scene)).personId },
  }),
  endMemberSessions: async (scene) => ({
    token: (await atDesk(scene)).token,
    params: { personId: (await atDesk(scene)).personId },
  }),
  listAudit: async (scene) => ({ token: (await atDesk(scene)).token }),
  passkeyOptions: () => ({ token: null }),
  passkeySignIn: async (scene) => {
    const { device } = await withPasskey(scene);
    const { ceremony_id, options } = await scene.server.api(passkeyOptions, {});
    return { token: null, body: { ceremony_id, answer: device.use(options) } };
  },
  listPasskeys: async (scene) => ({ token: (await withPasskey(scene)).token }),
  newPasskeyOptions: async (scene) => ({ token: (await atDesk(scene)).token }),
  addPasskey: async (scene) => {
    const { token } = await atDesk(scene);
    return { token, body: await madePasskey(scene, token) };
  },
  removePasskey: async (scene) => {
    const { token, id } = await withPasskey(scene);
    return { token, params: { id } };
  },
  pushKey: () => ({}),
  addPush: () => ({
    body: {
      endpoint: `https://push.example.net/send/${randomUUID()}`,
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    },
  }),
  removePush: () => ({}),
  pushShown: () => ({ token: null, body: { receipt: randomUUID() } }),
  signUp,
  jwtRegister: signUp,
  signIn,
  jwtLogin: signIn,
  initReset: async (scene) => ({ body: { username: stranger() }, token: await guestOf(scene) }),
  verifyReset: resetFor,
  finishReset: async (scene) => {
    const { token, body } = await resetFor(scene);
    const verified = await scene.server.api(verifyReset, { body }, { token });
    return { body: { token: verified.token, password: `${password} ${strangers}` }, token };
  },
  updateProfile: (_, who) => ({ body: { ...profile(who), metadata: { dateOfBirth: 3, monthOfBirth: 7 } } }),
  updateCustomer: (_, who) => ({ params: { id: who.userId }, body: { ...profile(who), role } }),
  externalSessionToken: () => ({}),
  getShop: ({ server }) => ({ params: { id: server.clinicId } }),
  listTimezones: () => ({}),
  listSpecies: () => ({}),
  listProducts: () => ({}),
  listProviders: () => ({}),
  listLocations: () => ({}),
  listKeywordActions: () => ({}),
  listBreeds: () => ofDogs,
  listPatientColors: () => ofDogs,
  listPatientSexes: () => ofDogs,
  openTimes: () => ({ body: timesBody({ date: wednesday }) }),
  createHold: async (scene) => ({ body: holdBody(scene.nextStart()), token: await guestOf(scene) }),
  extendHold: async (scene) => {
    const { token, id } = await heldBy(scene);
    await scene.server.db
      .updateTable('holds')
      .set({ expires_at: new Date(scene.server.clock.now().getTime() + 30_000) })
      .where('id', '=', id)
      .execute();
    return { params: { id }, token };
  },
  checkTimeSlot: ({ nextStart }) => ({
    body: { provider_id: 'ada', start_time: nextStart(), duration: 30, appointment_type_id: 'exam' },
  }),
  createAppointment: ({ nextStart }, who) => ({ body: bookingBody(nextStart(), { patientName: who.petName }) }),
  listAppointments: (_, who) => ({ query: { user_id: who.userId, type: 'upcoming', size: '1000' } }),
  inbox: async (scene) => ({ token: (await staffMember(scene.server)).token }),
  inboxItem: async (scene, who) => {
    const { id, token } = await waiting(scene, who);
    return { params: { id }, token };
  },
  previewAnswer: async (scene, who) => {
    const { id, version, token } = await waiting(scene, who);
    return { params: { id }, body: { name: 'accept', version }, token };
  },
  answerItem: async (scene, who) => {
    const { id, version, token } = await waiting(scene, who);
    return { params: { id }, body: { name: 'accept', version }, token };
  },
  undoAnswer: async (scene, who) => {
    const { id, version, token } = await waiting(scene, who);
    const { answer } = await scene.server.api(
      answerItem,
      { params: { id }, body: { name: 'accept', version } },
      { token },
    );
    return { params: { id: answer.id }, token };
  },
  openings: async (scene, who) => {
    const { id, token } = await waiting(scene, who);
    return { params: { id }, token };
  },
  setPresence: async (scene, who) => {
    const { id, token } = await waiting(scene, who);
    return { params: { id }, body: { state: 'reading' }, token };
  },
  pickTime: async (scene, who) => {
    const { id, timeId } = await offeredTo(scene, who);
    return { params: { id }, body: { time_id: timeId } };
  },
  getAppointment: async (scene, who) => ({ params: { id: (await bookedBy(scene, who)).id } }),
  cancelAppointment: async (scene, who) => ({ body: { id: (await bookedBy(scene, who)).id, source: CUSTOMER_SITE } }),
  rescheduleAppointment: async (scene, who) => ({
    params: { id: (await bookedBy(scene, who)).id },
    body: { dateTime: scene.nextStart(), providerId: 'ben' },
  }),
  acceptRequest: async (scene, who) => {
    const request = await bookedBy(scene, who, 'asked');
    await payDeposit(scene.server, request);
    return { params: { id: request.id }, query: { enableReminders: 'true' } };
  },
  enableReminders: async (scene, who) => {
    const { id } = await bookedBy(scene, who);
    return { params: { id }, body: { id, enableReminders: true } };
  },
  clientByUser: (_, who) => ({ query: { user_id: who.userId } }),
  upsertClient: (_, who) => ({
    body: {
      user_id: who.userId,
      first_name: who.firstName,
      last_name: 'Miller',
      city: 'Austin',
      source: 'verification',
    },
  }),
  findAndSyncClient: (_, who) => ({ body: { id: who.clientId, user_id: who.userId, search: who.phone } }),
  getCustomer: (_, who) => ({ params: { userId: who.userId, id: who.clientId } }),
  listVaccinations: ofPatient,
  listMedications: ofPatient,
  emailVaccinations: (_, who) => ({ body: { email: who.email, patient_id: who.patientId } }),
  requestRefill: (_, who) => ({
    body: { patient_id: who.patientId, medication_id: who.medicationId, note: 'two of them' },
  }),
  listRefills: () => ({}),
  joinWaitlist: listed,
  leaveWaitlist: listed,
  startPayment: (scene, who) => ({ body: depositOf(asked(scene, who)) }),
  chargePaymentMethod: async (scene, who) => {
    const { id, client_secret } = await cardFor(scene, who);
    return { body: { payment_request_id: id, client_secret } };
  },
  linkPayment: async (scene, who) => {
    const { id: appointment_id } = await bookedBy(scene, who, 'asked');
    const id = randomUUID();
    await scene.server.db
      .insertInto('payment_requests')
      .values({
        clinic_id: scene.server.clinicId,
        id,
        client_id: who.clientId,
        user_id: who.userId,
        appointment_id: null,
        product_id: 'asked',
        amount_cents: 2500,
        status: 'complete',
        created_at: scene.server.clock.now(),
      })
      .execute();
    return { params: { id }, body: { id, appointment_id } };
  },
  getPayment: async (scene, who) => ({ params: { paymentId: (await cardFor(scene, who)).id } }),
  // A short name, since sqlmap takes the most that a longer one leaves room for as the number of columns and tries each.
  offerInsurance: (_, who) => ({ body: offerOf(who, 'Bo') }),
  buyInsurance: async (scene, who) => {
    const quote = await quoteFor(scene, who);
    const { id } = await bookedBy(scene, who);
    return {
      body: {
        amount: quote.subscription_premium.payment_amount,
        quote_id: quote.quote_id,
        client_id: who.clientId,
        appointment_id: id,
      },
    };
  },
  completeInsurance: async (scene, who) => ({ body: { quote_id: (await quoteFor(scene, who)).quote_id } }),
  findInsuranceQuote: (_, who) => ({ params: { client_id: who.clientId }, query: { name: who.petName } }),
  getInsurerClientId: () => ({}),
  textUs: async (scene) => ({ body: { phone_number: '5125550177' }, token: await guestOf(scene) }),
  listTextRequests: async (scene) => ({ token: await guestOf(scene) }),
  recordBookingSession: async (scene) => ({
    body: { session_id: randomUUID(), last_recorded_step: 3, device_platform: 'mobile', device_display_width: 390 },
    token: await guestOf(scene),
  }),
};
