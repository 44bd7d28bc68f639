import { DAY, HOUR, idempotencyMs } from '../../src/limits';

/** How long things are kept. Housekeeping deletes by it, and docs/operations.md is held to it by a test. */

type Kept = {
  what: string;
  table: string;
  /** From when the time counts. */
  since: string;
  /** For how long, milliseconds. */
  ms: number;
};

const rows = {
  replies: {
    what: 'Replies of writes, so that a repetition finds the first',
    table: 'idempotency_keys',
    since: 'they were given',
    ms: idempotencyMs,
  },
  holds: { what: 'Held times that were not booked', table: 'holds', since: 'they ran out', ms: HOUR },
  codes: { what: "Owners' codes, as hashes", table: 'codes', since: 'they ran out', ms: DAY },
  signUps: {
    what: 'Passwords of sign-ups that wait for a code, as hashes',
    table: 'sign_ups',
    since: 'they ran out',
    ms: 0,
  },
  guestSessions: { what: 'Sessions of guests', table: 'sessions', since: 'they ran out', ms: 7 * DAY },
  guests: { what: 'Guests without a session and a record', table: 'users', since: 'they came', ms: 7 * DAY },
  endedSessions: { what: 'Sessions that were ended', table: 'sessions', since: 'they were ended', ms: 7 * DAY },
  expiredSessions: {
    what: "Owners' sessions that ran out, so that the device is told why",
    table: 'sessions',
    since: 'they ran out',
    ms: 400 * DAY,
  },
  pushSubscriptions: {
    what: "Where a session's browser takes push messages",
    table: 'push_subscriptions',
    since: 'the session ended or ran out',
    ms: 0,
  },
  devices: {
    what: 'Browsers that owners signed in with, as hashes',
    table: 'devices',
    since: 'they were last used',
    ms: 400 * DAY,
  },
  counters: {
    what: 'Counters of caps, by hashes of contacts and addresses',
    table: 'counters',
    since: 'their count began',
    ms: 2 * DAY,
  },
  messages: {
    what: 'Messages, delivered or not; a file goes with its delivery',
    table: 'messages',
    since: 'they were written',
    ms: 90 * DAY,
  },
  failedFiles: {
    what: 'Messages with a file that were given up',
    table: 'messages',
    since: 'they were given up',
    ms: 7 * DAY,
  },
  answerLinks: {
    what: 'Links by which the clinic answers requests, as hashes',
    table: 'answer_links',
    since: 'they ended by age',
    ms: 30 * DAY,
  },
  textRequests: { what: 'Text-us requests', table: 'text_requests', since: 'they were made', ms: 90 * DAY },
  paymentEvents: {
    what: "Ids of the card provider's events",
    table: 'payment_events',
    since: 'they came',
    ms: 90 * DAY,
  },
  visits: {
    what: 'How far visits of the booking page came',
    table: 'booking_sessions',
    since: 'their last step',
    ms: 400 * DAY,
  },
  presence: {
    what: 'Who was at an item of the desk',
    table: 'desk_presence',
    since: 'the last sign of them',
    ms: HOUR,
  },
  staffCodes: { what: 'Codes of staff, as hashes', table: 'staff_codes', since: 'they ran out', ms: DAY },
  staffSessions: { what: 'Sessions of staff', table: 'staff_sessions', since: 'they were last used', ms: 7 * DAY },
  ceremonies: {
    what: 'What browsers were asked to prove by a passkey',
    table: 'passkey_ceremonies',
    since: 'they ran out',
    ms: 0,
  },
};
export type KeptName = keyof typeof rows;
export const kept: Readonly<Record<KeptName, Kept>> = rows;

/** What the portal never deletes by age, by table, and what ends it where something does. */
export const notByAge: Readonly<Record<string, string>> = {
  clinics: 'never',
  catalogue: 'never',
  clinic_files: 'never',
  users: 'owners: never',
  clients: 'never',
  patients: 'never',
  vaccinations: 'never; withdrawn ones are shown nowhere',
  medications: 'never; withdrawn ones are shown nowhere',
  access_blocks: 'never',
  appointments: 'never',
  claims: 'with their hold, appointment or offered time',
  offers: 'never',
  offered_times: 'never',
  payment_requests: 'never',
  refunds: 'never',
  insurance_quotes: 'never',
  sandbox_intents: 'never; in demo mode only',
  refills: 'never',
  waitlisters: 'as the owner leaves the waitlist',
  people: 'never',
  memberships: 'never',
  passkeys: 'as the person removes them',
  desk_answers: 'never',
  audit_lines: 'never',
  jobs: 'never; one row a job',
};
