/** Every number of the product's rules, one row each, with its unit. */

/** Lengths of time in milliseconds. A day is one of 24 hours: days of a calendar are counted by `domain/clinicTime`. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * How long a chosen time is held, milliseconds; the hold is urgent in its last `holdUrgentMs` and can be extended
 * once by `holdExtensionMs` (D-203).
 */
export const holdMs = 10 * MINUTE;
export const holdUrgentMs = 60 * SECOND;
export const holdExtensionMs = 10 * MINUTE;

/**
 * A payment keeps its appointment's time for this long at most, milliseconds (D-215). A link to pay that the clinic
 * made ends after `paymentLinkMs`.
 */
export const paymentMs = 30 * MINUTE;
export const paymentLinkMs = 30 * DAY;

/** A client is new while its record is at most this old, milliseconds (CTYPE-04). */
export const newClientWindowMs = 12 * HOUR;

/** Farthest bookable day, days from today, unless bookingMaxLeadTime (minutes) says otherwise (APPT-25). */
export const maxLeadDays = 28;

/**
 * How many upcoming appointments an owner may have at a time, unless the clinic says otherwise; `upcomingMostUnknown`
 * is for an owner whom the clinic does not know yet (D-404).
 */
export const upcomingMost = 10;
export const upcomingMostUnknown = 4;

/**
 * The search for open times (APPT-26, APPT-27, D-58): days of the first window and of later ones, and windows that
 * one call looks at. It ends `openTimesDaysAfterLead` days after the last bookable day, at most `openTimesLastDay`
 * days from today.
 */
export const openTimesDays = 4;
export const openTimesDaysPaging = 8;
export const openTimesMaxAttempts = 10;
export const openTimesDaysAfterLead = 30;
export const openTimesLastDay = 230;

/** Dates shown at a time, and added by Load more (APPT-13). */
export const datesAtATime = 5;
/** Start times lie on a grid of this many minutes unless bookingSlotInterval says otherwise (D-213). */
export const slotIntervalMinutes = 15;
/** The waitlist hint appears when the first opening is farther than this many days (WAIT-01). */
export const waitlistHintDays = 7;
export const providerListSize = 10000;
export const appointmentListSize = 1000;

/** Characters. */
export const nameMax = 255;
export const emailMax = 255;
export const usernameMax = 255;
export const petNameMax = 30;
export const noteMax = 500;
export const noteMin = 5;
/** A medication's description in the clinic's file, characters. */
export const medicationMax = 500;
/** A refill's note (D-118), characters. */
export const refillNoteMax = 500;
export const passwordMin = 8;
export const passwordMax = 255;
export const phoneDigits = 10;
export const phoneInputMax = 14;
export const phoneAccountMax = 15;
/**
 * Characters in a field that takes phone numbers of any country and whatever is typed after them; it is long enough
 * that no number is cut (D-403).
 */
export const phoneInternationalMax = 32;
export const defaultPhoneCode = '1';

/** A vaccination expires soon when at most this many days are left (D-10). */
export const vaccinationSoonDays = 30;

/** The earliest birth date that is accepted (D-79). */
export const earliestBirthDate = '1776-01-01';

/** Verification codes (VERIF-02, VERIF-05, FORGOT-03, D-204). */
export const codeDigits = 6;
export const codeMs = 10 * MINUTE;
export const codeAttempts = 5;
export const codeSendsPerIdentifierPerDay = 10;
export const resendMs = 5 * SECOND;
export const resetResendMs = 59 * SECOND;

/** How many passwords of one identifier may fail within the window of `passwordFailuresMs` milliseconds (D-204). */
export const passwordFailures = 10;
export const passwordFailuresMs = 15 * MINUTE;

/**
 * How long a sign-up waits in its session for the code that proves it, counted from its last code, milliseconds
 * (D-214, D-406).
 */
export const signUpMs = 10 * MINUTE;

/** The token for embedding partners is good for this long (D-37). */
export const externalTokenMs = 5 * MINUTE;

/**
 * A session lives for this long after its last new token, and gets a new one when it is used past half of that
 * (D-26).
 */
export const sessionMs = 180 * DAY;

/** A session at the desk ends when it is not used for this long, milliseconds (D-421). */
export const staffIdleMs = 12 * HOUR;
/** How long a browser's answer to a passkey's ceremony is awaited, milliseconds (D-421). */
export const passkeyCeremonyMs = 5 * MINUTE;
/** The number of passkeys that a person may have. */
export const passkeysMost = 20;
/**
 * For how long the previous token is accepted after a refresh, or for the same verification sent again: the reply
 * with the new token may be lost.
 */
export const previousTokenMs = 5 * MINUTE;

/** An owner is reminded this long before the start, and sent the link of a virtual visit (D-218), milliseconds. */
export const reminderMs = 24 * HOUR;
export const meetingLinkMs = 1 * HOUR;

/** Idempotency keys are kept this long (D-202). */
export const idempotencyMs = 90 * DAY;

/** A draft older than this is discarded, unless a payment was started (D-38). */
export const draftMs = 24 * HOUR;

/** Screen behaviour, milliseconds. */
export const toastMs = 2 * SECOND;
export const textUsShownMs = 3 * SECOND;
export const textUsFadeMs = 1.5 * SECOND;
export const thankYouRedirectMs = 3 * SECOND;
export const apiTimeoutMs = 120 * SECOND;
/** After this much silence of the server, before its reply or within it, the desk has no connection. */
export const deskSilenceMs = 12 * SECOND;

/** The probe that looks for a way back online: first wait and longest (D-01). */
export const probeFirstMs = 5 * SECOND;
export const probeLongestMs = 60 * SECOND;

/**
 * Queued requests (D-05): the first and the longest wait between tries, how often the page looks for due ones, and
 * the age from which the owner is asked whether to send one.
 */
export const outboxFirstMs = 5 * SECOND;
export const outboxLongestMs = 5 * MINUTE;
export const outboxEveryMs = 60 * SECOND;
export const outboxAskMs = 7 * DAY;
/** How long a sent request is shown with its receipt (D-304). */
export const outboxSentMs = 7 * DAY;

/** Layout, CSS pixels. */
export const scrollToTopAfter = 300;
export const locationScrollCue = 10;

/** Insurance (INS-09, INS-10). */
export const insuranceDefaultAge = 3;
export const insurancePlan = 'INJURY_AND_ILLNESS';
