import * as appointments from '../../src/contract/appointments';
import * as auth from '../../src/contract/auth';
import { endSignedOut } from '../../src/contract/signedOut';
import * as availability from '../../src/contract/availability';
import * as clients from '../../src/contract/clients';
import type { Endpoint } from '../../src/contract/endpoint';
import * as inbox from '../../src/contract/desk/inbox';
import * as insurance from '../../src/contract/insurance';
import * as messages from '../../src/contract/messages';
import * as payments from '../../src/contract/payments';
import * as pets from '../../src/contract/pets';
import * as passkeys from '../../src/contract/desk/passkeys';
import * as push from '../../src/contract/push';
import * as sessions from '../../src/contract/sessions';
import * as staff from '../../src/contract/desk/staff';
import * as tracking from '../../src/contract/tracking';
import * as waitlist from '../../src/contract/waitlist';
import * as limits from '../../src/limits';
import { DAY, HOUR } from '../../src/limits';

/** A limit: `max` times within `windowMs` milliseconds, or `max` at the same time where `windowMs` is null. */
export type Cap = { max: number; windowMs: number | null };

/**
 * What a cap counts by. An owner is a user of one clinic, a person somebody who works at clinics; a recipient is an
 * e-mail address or a phone.
 */
export type CapPer =
  | 'code'
  | 'identifier'
  | 'recipient'
  | 'session'
  | 'owner'
  | 'person'
  | 'address'
  | 'clinic'
  | 'everybody';

/** A row of the table of caps (D-204, D-404). */
export type CapRow = Cap & {
  /** What is counted, as shown in docs/caps.md. */
  counts: string;
  per: CapPer;
  /** Caps that protect a person count over all clinics. */
  over: 'one clinic' | 'all clinics';
  /**
   * The part of `max` reserved for devices on which the owner has signed in before, so that strangers cannot use it up
   * (D-405).
   */
  setAside?: number;
  /** The calls that the cap limits. */
  calls: readonly Endpoint[];
  /**
   * Whether every one of these calls is counted as it is made: by session, owner or address, else by the subject that
   * its route names. Where false, the call's module does the counting.
   */
  isEachCall?: true;
  /** The first sentence of the 429 message; the clinic's contact is appended to it. */
  says?: string;
  /** What happens instead of a 429. */
  instead?: string;
};

const codes = [auth.initCode, auth.initReset];
const passwords = [auth.signUp, auth.jwtRegister, auth.signIn, auth.jwtLogin];
const noMoreCodes = 'No more codes can be sent today.';

/**
 * All caps (D-204, D-404). A test checks that `docs/caps.md` lists the same ones. Caps by address are generous, since a
 * mobile network puts thousands of owners behind one address.
 */
export const capTable = {
  codeSendsPerIdentifier: {
    counts: 'Codes sent',
    per: 'identifier',
    over: 'all clinics',
    max: limits.codeSendsPerIdentifierPerDay,
    setAside: 3,
    windowMs: DAY,
    calls: codes,
    says: noMoreCodes,
  },
  codeSendsPerAddress: {
    counts: 'Codes asked for',
    per: 'address',
    over: 'all clinics',
    max: 200,
    windowMs: DAY,
    calls: codes,
    says: noMoreCodes,
  },
  codeSendsPerClinic: {
    counts: 'Codes sent',
    per: 'clinic',
    over: 'one clinic',
    max: 5_000,
    windowMs: DAY,
    calls: codes,
    says: noMoreCodes,
  },
  codeSendsInTotal: {
    counts: 'Codes sent',
    per: 'everybody',
    over: 'all clinics',
    max: 50_000,
    windowMs: DAY,
    calls: codes,
    says: noMoreCodes,
  },
  codeTriesPerCode: {
    counts: 'Wrong tries',
    per: 'code',
    over: 'one clinic',
    max: limits.codeAttempts,
    windowMs: limits.codeMs,
    calls: [auth.verifyCode, auth.verifyReset],
    instead: '400 VerificationMaximumExceeded, to the right code too',
  },
  codeTriesPerSession: {
    counts: 'Tries of codes',
    per: 'session',
    over: 'one clinic',
    max: 60,
    windowMs: HOUR,
    calls: [auth.verifyCode, auth.verifyReset],
    isEachCall: true,
  },

  guestSessionsPerAddress: {
    counts: 'Guest sessions opened',
    per: 'address',
    over: 'one clinic',
    max: 1000,
    windowMs: HOUR,
    calls: [auth.guestSignIn, auth.signUp, auth.jwtRegister],
  },
  refreshesPerSession: {
    counts: 'Renewals of a session',
    per: 'session',
    over: 'one clinic',
    max: 120,
    windowMs: HOUR,
    calls: [auth.refreshToken],
    isEachCall: true,
  },
  pushSubscriptionsPerSession: {
    counts: 'Subscriptions to push',
    per: 'session',
    over: 'one clinic',
    max: 60,
    windowMs: HOUR,
    calls: [push.addPush],
    isEachCall: true,
  },
  /** Each costs a hash. */
  passwordsPerAddress: {
    counts: 'Passwords set or tried',
    per: 'address',
    over: 'one clinic',
    max: 1000,
    windowMs: HOUR,
    calls: [...passwords, auth.finishReset],
  },
  passwordFailuresPerIdentifier: {
    counts: 'Wrong passwords',
    per: 'identifier',
    over: 'one clinic',
    max: limits.passwordFailures,
    setAside: 5,
    windowMs: limits.passwordFailuresMs,
    calls: [auth.signIn, auth.jwtLogin],
  },

  profileChangesPerOwner: {
    counts: 'Changes of the profile',
    per: 'owner',
    over: 'one clinic',
    max: 60,
    windowMs: HOUR,
    calls: [auth.updateName, auth.updateProfile, auth.updateCustomer],
    isEachCall: true,
  },
  /** Each answer tells whether a contact is taken. */
  contactChangesPerOwner: {
    counts: 'Changes of e-mail or phone',
    per: 'owner',
    over: 'one clinic',
    max: 20,
    windowMs: DAY,
    calls: [auth.updateProfile, auth.updateCustomer],
    says: 'No more contacts can be changed online today.',
  },
  recordChangesPerOwner: {
    counts: 'Changes of the client record',
    per: 'owner',
    over: 'one clinic',
    max: 60,
    windowMs: HOUR,
    calls: [clients.upsertClient, clients.findAndSyncClient],
    isEachCall: true,
  },

  holdWritesPerSession: {
    counts: 'Times held or kept longer',
    per: 'session',
    over: 'one clinic',
    max: 60,
    windowMs: HOUR,
    calls: [availability.createHold, availability.extendHold],
    says: 'You have chosen a time very often.',
  },
  liveHoldsPerAddress: {
    counts: 'Times held',
    per: 'address',
    over: 'one clinic',
    max: 40,
    windowMs: null,
    calls: [availability.createHold],
    says: 'Too many times are being held from your network.',
  },

  upcomingPerOwner: {
    counts: 'Upcoming appointments; the clinic may set another number',
    per: 'owner',
    over: 'one clinic',
    max: limits.upcomingMost,
    windowMs: null,
    calls: [appointments.createAppointment, payments.startPayment],
    says: 'You have as many upcoming appointments as can be booked online.',
  },
  upcomingPerNewOwner: {
    counts: 'The same of an owner whom the clinic does not know yet; the clinic may set another number',
    per: 'owner',
    over: 'one clinic',
    max: limits.upcomingMostUnknown,
    windowMs: null,
    calls: [appointments.createAppointment, payments.startPayment],
    says: 'You have as many upcoming appointments as can be booked online.',
  },
  bookingsPerOwner: {
    counts: 'Appointments booked or requested',
    per: 'owner',
    over: 'one clinic',
    max: 20,
    windowMs: DAY,
    calls: [appointments.createAppointment, payments.startPayment],
    says: 'No more appointments can be booked online today.',
  },
  movesPerOwner: {
    counts: 'Appointments moved',
    per: 'owner',
    over: 'one clinic',
    max: 20,
    windowMs: DAY,
    calls: [appointments.rescheduleAppointment],
    says: 'No more appointments can be moved online today.',
  },
  cancellationsPerOwner: {
    counts: 'Appointments canceled',
    per: 'owner',
    over: 'one clinic',
    max: 20,
    windowMs: DAY,
    calls: [appointments.cancelAppointment],
    says: 'No more appointments can be canceled online today.',
  },
  appointmentSettingsPerOwner: {
    counts: 'Reminders switched, paid requests accepted',
    per: 'owner',
    over: 'one clinic',
    max: 60,
    windowMs: HOUR,
    calls: [appointments.acceptRequest, appointments.enableReminders],
    isEachCall: true,
  },
  waitlistChangesPerOwner: {
    counts: 'Places on the waitlist taken or given up',
    per: 'owner',
    over: 'one clinic',
    max: 20,
    windowMs: DAY,
    calls: [waitlist.joinWaitlist, waitlist.leaveWaitlist],
    says: 'No more waitlist changes can be made online today.',
  },

  refillsPerOwner: {
    counts: 'Refills asked for',
    per: 'owner',
    over: 'one clinic',
    max: 20,
    windowMs: DAY,
    calls: [pets.requestRefill],
    isEachCall: true,
    says: 'No more refills can be asked for online today.',
  },
  historyMailsPerOwner: {
    counts: 'Histories e-mailed',
    per: 'owner',
    over: 'one clinic',
    max: 10,
    windowMs: DAY,
    calls: [pets.emailVaccinations],
    isEachCall: true,
    says: 'No more histories can be e-mailed today.',
  },
  historyMailsPerAddress: {
    counts: 'Histories e-mailed',
    per: 'address',
    over: 'one clinic',
    max: 100,
    windowMs: DAY,
    calls: [pets.emailVaccinations],
    isEachCall: true,
    says: 'No more histories can be e-mailed today.',
  },
  historyMailsPerRecipient: {
    counts: 'Histories e-mailed',
    per: 'recipient',
    over: 'all clinics',
    max: 10,
    windowMs: DAY,
    calls: [pets.emailVaccinations],
    isEachCall: true,
    says: 'No more histories can be e-mailed there today.',
  },

  paymentsPerOwner: {
    counts: 'Deposits opened',
    per: 'owner',
    over: 'one clinic',
    max: 40,
    windowMs: HOUR,
    calls: [payments.startPayment],
    isEachCall: true,
  },
  chargesPerOwner: {
    counts: 'Cards charged, payments tied to appointments',
    per: 'owner',
    over: 'one clinic',
    max: 120,
    windowMs: HOUR,
    calls: [payments.chargePaymentMethod, payments.linkPayment],
    isEachCall: true,
  },
  insurancePerOwner: {
    counts: 'Insurance offered, bought or paid',
    per: 'owner',
    over: 'one clinic',
    max: 120,
    windowMs: HOUR,
    calls: [insurance.offerInsurance, insurance.buyInsurance, insurance.completeInsurance],
    isEachCall: true,
  },

  textRequestsPerAddress: {
    counts: 'Wishes to be texted',
    per: 'address',
    over: 'one clinic',
    max: 50,
    windowMs: DAY,
    calls: [messages.textUs],
    isEachCall: true,
    says: 'No more texts can be asked for today.',
  },
  textRequestsPerPhone: {
    counts: 'Wishes to be texted',
    per: 'recipient',
    over: 'all clinics',
    max: 5,
    windowMs: DAY,
    calls: [messages.textUs],
    isEachCall: true,
    says: 'No more texts can be asked for today.',
  },
  visitsPerAddress: {
    counts: 'Visits of the booking page noted',
    per: 'address',
    over: 'one clinic',
    max: 2000,
    windowMs: HOUR,
    calls: [tracking.recordBookingSession],
  },
  visitNotesPerSession: {
    counts: 'Notes of how far a visit came',
    per: 'session',
    over: 'one clinic',
    max: 600,
    windowMs: HOUR,
    calls: [tracking.recordBookingSession],
    isEachCall: true,
  },

  staffCodesPerEmail: {
    counts: 'Codes for the desk asked for',
    per: 'recipient',
    over: 'all clinics',
    max: 30,
    windowMs: DAY,
    calls: [staff.sendStaffCode],
    isEachCall: true,
    says: noMoreCodes,
  },
  staffSignInsPerAddress: {
    counts: 'Codes for the desk asked for and tried',
    per: 'address',
    over: 'all clinics',
    max: 300,
    windowMs: HOUR,
    calls: [staff.sendStaffCode, staff.staffSignIn],
    isEachCall: true,
  },
  staffChangesPerPerson: {
    counts: 'Changes of names, members and sessions at the desk',
    per: 'person',
    over: 'all clinics',
    max: 200,
    windowMs: HOUR,
    calls: [staff.renameMe, staff.inviteMember, staff.changeMember, staff.removeMember, staff.endMemberSessions],
    isEachCall: true,
  },
  staffAnswersPerPerson: {
    counts: 'Answers given at the desk',
    per: 'person',
    over: 'all clinics',
    max: 1200,
    windowMs: HOUR,
    calls: [inbox.answerItem],
    isEachCall: true,
  },
  staffPasskeySignInsPerAddress: {
    counts: 'Sign-ins by passkey begun or tried',
    per: 'address',
    over: 'all clinics',
    max: 600,
    windowMs: HOUR,
    calls: [passkeys.passkeyOptions, passkeys.passkeySignIn],
    isEachCall: true,
  },
  staffPasskeysPerPerson: {
    counts: 'Passkeys begun or added',
    per: 'person',
    over: 'all clinics',
    max: 60,
    windowMs: HOUR,
    calls: [passkeys.newPasskeyOptions, passkeys.addPasskey],
    isEachCall: true,
  },
  answerLinkMissesPerAddress: {
    counts: 'Answer links opened that were never given out',
    per: 'address',
    over: 'all clinics',
    max: 60,
    windowMs: HOUR,
    calls: [],
    instead: 'A page says so, with 429, for every answer link',
  },
  messagesPerRecipient: {
    counts: 'Messages of any kind to an owner, of which as many as codes may be sent are set aside for codes',
    per: 'recipient',
    over: 'all clinics',
    max: 30,
    windowMs: DAY,
    calls: [],
    instead:
      'What caused the message is done; the message is not sent, and `npm run clinic -- messages` lists it for the operator, who may send it with `--retry`',
  },
  noticesPerOwner: {
    counts: "The clinic's notices of one owner, sent at once",
    per: 'owner',
    over: 'one clinic',
    max: 4,
    windowMs: HOUR,
    calls: [],
    instead: 'From the fifth on they wait until the hour is over, and leave as one that lists them in their order',
  },
} as const satisfies Record<string, CapRow>;

export type CapName = keyof typeof capTable;

/** Calls other than GET that need no cap, each with the reason. */
export const uncapped: readonly { call: Endpoint; because: string }[] = [
  { call: availability.openTimes, because: 'reads alone' },
  { call: availability.checkTimeSlot, because: 'reads alone' },
  { call: auth.checkAvailability, because: 'reads alone' },
  { call: auth.checkAccess, because: 'reads alone' },
  { call: auth.logout, because: 'ends the session, which happens once' },
  { call: endSignedOut, because: 'ends a session, which happens once' },
  { call: sessions.endOwnSession, because: 'ends a session, which happens once' },
  { call: sessions.endOwnSessions, because: 'ends the session that asks, too' },
  { call: staff.endStaffSession, because: 'ends a session, which happens once' },
  { call: push.removePush, because: 'removes what the session has one of' },
  { call: passkeys.removePasskey, because: 'removes a passkey, which happens once' },
  { call: push.pushShown, because: 'counts once for each push' },
  { call: inbox.undoAnswer, because: 'takes back what was answered, once' },
  { call: inbox.previewAnswer, because: 'reads alone' },
  { call: inbox.setPresence, because: 'writes a row that each person has one of for an item' },
  { call: appointments.pickTime, because: 'picks what the clinic offers, once for each offer' },
];

export type Caps = Readonly<Record<CapName, CapRow>>;

export const capNames = Object.keys(capTable) as readonly CapName[];

/** Returns the table with every limit multiplied and some rows overridden, for tests. */
export const capsWith = (figures: Partial<Record<CapName, Cap>> = {}, times = 1): Caps =>
  Object.fromEntries(
    capNames.map((name) => [name, { ...capTable[name], max: capTable[name].max * times, ...figures[name] }]),
  ) as unknown as Caps;

/** Returns the caps that count every call of this kind as it is made. */
export const capsOfEachCall = (call: Endpoint): readonly CapName[] =>
  capNames.filter((name) => {
    const row: CapRow = capTable[name];
    return row.isEachCall === true && row.calls.some((one) => one.name === call.name);
  });
