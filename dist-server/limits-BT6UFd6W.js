// src/limits.ts
/** Every number of the product's rules, one row each, with its unit. */
/** Lengths of time in milliseconds. A day is one of 24 hours: days of a calendar are counted by `domain/clinicTime`. */
var SECOND = 1e3;
var MINUTE = 60 * SECOND;
var HOUR = 60 * MINUTE;
var DAY = 24 * HOUR;
var limits = {
  /**
   * How long a chosen time is held, milliseconds; the hold is urgent in its last `holdUrgentMs` and can be extended
   * once by `holdExtensionMs` (D-203).
   */
  holdMs: 10 * MINUTE,
  holdUrgentMs: 60 * SECOND,
  holdExtensionMs: 10 * MINUTE,
  /**
   * A payment keeps its appointment's time for this long at most, milliseconds (D-215). A link to pay that the clinic
   * made ends after `paymentLinkMs`.
   */
  paymentMs: 30 * MINUTE,
  paymentLinkMs: 30 * DAY,
  /** A client is new while its record is at most this old, milliseconds (CTYPE-04). */
  newClientWindowMs: 12 * HOUR,
  /** Farthest bookable day, days from today, unless bookingMaxLeadTime (minutes) says otherwise (APPT-25). */
  maxLeadDays: 28,
  /**
   * How many upcoming appointments an owner may have at a time, unless the clinic says otherwise; `upcomingMostUnknown`
   * is for an owner whom the clinic does not know yet (D-404).
   */
  upcomingMost: 10,
  upcomingMostUnknown: 4,
  /**
   * The search for open times (APPT-26, APPT-27, D-58): days of the first window and of later ones, and windows that
   * one call looks at. It ends `openTimesDaysAfterLead` days after the last bookable day, at most `openTimesLastDay`
   * days from today.
   */
  openTimesDays: 4,
  openTimesDaysPaging: 8,
  openTimesMaxAttempts: 10,
  openTimesDaysAfterLead: 30,
  openTimesLastDay: 230,
  /** Dates shown at a time, and added by Load more (APPT-13). */
  datesAtATime: 5,
  /** Time buttons a row (APPT-15). */
  timesPerRow: 3,
  /** Start times lie on a grid of this many minutes unless bookingSlotInterval says otherwise (D-213). */
  slotIntervalMinutes: 15,
  /** The waitlist hint appears when the first opening is farther than this many days (WAIT-01). */
  waitlistHintDays: 7,
  providerListSize: 1e4,
  appointmentListSize: 1e3,
  /** Characters. */
  nameMax: 255,
  emailMax: 255,
  usernameMax: 255,
  petNameMax: 30,
  noteMax: 500,
  noteMin: 5,
  /** A refill's note (D-118), characters. */
  refillNoteMax: 500,
  passwordMin: 8,
  passwordMax: 255,
  phoneDigits: 10,
  phoneInputMax: 14,
  phoneAccountMax: 15,
  /**
   * Characters in a field that takes phone numbers of any country and whatever is typed after them; it is long enough
   * that no number is cut (D-403).
   */
  phoneInternationalMax: 32,
  defaultPhoneCode: '1',
  /** A vaccination expires soon when at most this many days are left (D-10). */
  vaccinationSoonDays: 30,
  /** The earliest birth date that is accepted (D-79). */
  earliestBirthDate: '1776-01-01',
  /** Verification codes (VERIF-02, VERIF-05, FORGOT-03, D-204). */
  codeDigits: 6,
  codeMs: 10 * MINUTE,
  codeAttempts: 5,
  codeSendsPerIdentifierPerDay: 10,
  resendMs: 5 * SECOND,
  resetResendMs: 59 * SECOND,
  /** How many passwords of one identifier may fail within the window of `passwordFailuresMs` milliseconds (D-204). */
  passwordFailures: 10,
  passwordFailuresMs: 15 * MINUTE,
  /**
   * How long a sign-up waits in its session for the code that proves it, counted from its last code, milliseconds
   * (D-214, D-406).
   */
  signUpMs: 10 * MINUTE,
  /** The token for embedding partners is good for this long (D-37). */
  externalTokenMs: 5 * MINUTE,
  /**
   * A session lives for this long after its last new token, and gets a new one when it is used past half of that
   * (D-26).
   */
  sessionMs: 180 * DAY,
  /**
   * For how long the previous token is accepted after a refresh, or for the same verification sent again: the reply
   * with the new token may be lost.
   */
  previousTokenMs: 5 * MINUTE,
  /** An owner is reminded this long before the start, and sent the link of a virtual visit (D-218), milliseconds. */
  reminderMs: 24 * HOUR,
  meetingLinkMs: HOUR,
  /** Idempotency keys are kept this long (D-202). */
  idempotencyMs: 90 * DAY,
  /** A draft older than this is discarded, unless a payment was started (D-38). */
  draftMs: 24 * HOUR,
  /** Screen behaviour, milliseconds. */
  toastMs: 2 * SECOND,
  textUsShownMs: 3 * SECOND,
  textUsFadeMs: 1.5 * SECOND,
  thankYouRedirectMs: 3 * SECOND,
  apiTimeoutMs: 120 * SECOND,
  /** The probe that looks for a way back online: first wait and longest (D-01). */
  probeFirstMs: 5 * SECOND,
  probeLongestMs: 60 * SECOND,
  /**
   * Queued requests (D-05): the first and the longest wait between tries, how often the page looks for due ones, and
   * the age from which the owner is asked whether to send one.
   */
  outboxFirstMs: 5 * SECOND,
  outboxLongestMs: 5 * MINUTE,
  outboxEveryMs: 60 * SECOND,
  outboxAskMs: 7 * DAY,
  /** How long a sent request is shown with its receipt (D-304). */
  outboxSentMs: 7 * DAY,
  /** Layout, CSS pixels. */
  mobileMax: 991,
  extraSmallMax: 576,
  threeColumnsMin: 1200,
  scrollToTopAfter: 300,
  locationScrollCue: 10,
  /** Insurance (INS-09, INS-10). */
  insuranceDefaultAge: 3,
  insurancePlan: 'INJURY_AND_ILLNESS',
};
export { limits as a, SECOND as i, HOUR as n, MINUTE as r, DAY as t };
