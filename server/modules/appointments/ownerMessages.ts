import { zoneName } from '../../../src/domain/clinicTime';
import { DROPOFF, DROPOFF_SHORT } from '../../../src/domain/appointment/dropoff';
import { clockWords, dateClockWords } from '../../../src/domain/desk/clockWords';
import { wayOnAfter } from '../../../src/domain/desk/decline';
import { formatPhone } from '../../../src/domain/validation/phoneFormat';
import type { Clinic } from '../../calls/clinic';
import type { NewMessage } from '../../calls/messages';
import type { Line } from '../messages/render';
import { reachOf, toOwner } from '../messages/toOwner';
import type { Visit } from './visit';
import { MINUTE } from '../../../src/limits';

/**
 * Messages to an owner about an appointment (D-218): short, kind, with the clinic's name and a link into the portal.
 */

const when = (clinic: Clinic, at: Date): string => dateClockWords(at, clinic.shop.timezone);
export const whatOf = (visit: Visit): string =>
  `${visit.productName}${visit.providerName ? ` with ${visit.providerName}` : ''}`;
const phoneOf = (clinic: Clinic): string => formatPhone(clinic.shop.phoneNumber);
const pageOf = (visit: Visit): string => `appointments/${visit.id}`;
const linkTo = (clinic: Clinic, visit: Visit, publicUrl: string): string =>
  `${publicUrl}/${clinic.id}/${pageOf(visit)}`;
const start = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const about = (clinic: Clinic, visit: Visit): Line[] => [
  whatOf(visit),
  `For ${visit.patientName}`,
  `${when(clinic, visit.startsAt)} (${zoneName(clinic.shop.timezone, visit.startsAt)})`,
  ...(visit.isDropoff ? [start(DROPOFF_SHORT)] : []),
];

const apart = (sentence: string | null): Line[] => (sentence === null ? [] : ['', sentence]);
const spaced = (sentence: string | null): string => (sentence === null ? '' : ` ${sentence}`);

/** How the pet comes to the visit, where it is not by coming for the time that is booked. */
const howToCome = (visit: Visit): string =>
  visit.isVirtual ? "We'll text you a meeting link before your appointment." : visit.isDropoff ? DROPOFF : '';

const dropoff = (visit: Visit): string => (visit.isDropoff ? `, ${DROPOFF_SHORT}` : '');

/** Makes the message that the appointment is booked, accepted by the clinic, or that the request has arrived. */
export function confirmations(clinic: Clinic, visit: Visit, publicUrl: string): NewMessage[] {
  const link = linkTo(clinic, visit, publicUrl);
  const isRequest = visit.status === 'REQUESTED';
  const how = howToCome(visit);
  return toOwner(clinic, visit.client, visit.answers, {
    visitId: visit.id,
    kind: isRequest ? 'request_confirmation' : 'booking_confirmation',
    push: {
      says: isRequest ? 'Your appointment request has arrived.' : 'Your appointment is booked.',
      opens: pageOf(visit),
    },
    subject: isRequest ? `Your appointment request at ${clinic.shop.name}` : `Your appointment at ${clinic.shop.name}`,
    lines: [
      isRequest
        ? `Thank you! ${clinic.shop.name} has your request and will let you know when it has been accepted:`
        : `Thank you! ${start(visit.patientName)} is booked at ${clinic.shop.name}:`,
      '',
      ...about(clinic, visit),
      ...(how ? ['', how] : []),
      '',
      { words: 'See your appointment', link },
    ],
    short: isRequest
      ? `we have your request for ${visit.patientName}, ${whatOf(visit)}, ${when(clinic, visit.startsAt)}${dropoff(visit)}. We'll let you know when it has been accepted. ${link}`
      : `${visit.patientName} is booked for ${whatOf(visit)}, ${when(clinic, visit.startsAt)}.${how ? ` ${how}` : ''} ${link}`,
  });
}

/** Makes the message that its owner moved the appointment away from `before` (D-42). */
export function moveConfirmations(clinic: Clinic, visit: Visit, before: Date, publicUrl: string): NewMessage[] {
  const link = linkTo(clinic, visit, publicUrl);
  const isRequest = visit.status === 'REQUESTED';
  const how = howToCome(visit);
  return toOwner(clinic, visit.client, visit.answers, {
    visitId: visit.id,
    kind: 'reschedule_confirmation',
    push: {
      says: isRequest ? 'Your request for another time has arrived.' : 'Your appointment has a new time.',
      opens: pageOf(visit),
    },
    subject: isRequest
      ? `Your request for another time at ${clinic.shop.name}`
      : `Your new appointment time at ${clinic.shop.name}`,
    lines: [
      isRequest
        ? `Thank you! ${clinic.shop.name} has your request for another time and will let you know when it has been accepted:`
        : `Thank you! ${start(visit.patientName)}'s appointment at ${clinic.shop.name} has a new time:`,
      '',
      ...about(clinic, visit),
      `Instead of ${when(clinic, before)}`,
      ...(how ? ['', how] : []),
      '',
      { words: 'See your appointment', link },
    ],
    short: isRequest
      ? `we have your request to move ${visit.patientName} to ${when(clinic, visit.startsAt)}, ${whatOf(visit)}${dropoff(visit)}. We'll let you know when it has been accepted. ${link}`
      : `${visit.patientName} is now booked for ${whatOf(visit)}, ${when(clinic, visit.startsAt)}, instead of ${when(clinic, before)}.${spaced(how || null)} ${link}`,
  });
}

/**
 * Makes the message that its owner canceled the appointment; `deposit` is the sentence about a paid deposit (D-414).
 */
export function cancelConfirmations(
  clinic: Clinic,
  visit: Visit,
  publicUrl: string,
  deposit: string | null,
): NewMessage[] {
  const again = `${publicUrl}/${clinic.id}`;
  return toOwner(clinic, visit.client, visit.answers, {
    visitId: visit.id,
    kind: 'cancellation',
    push: { says: 'Your appointment is canceled.', opens: pageOf(visit) },
    subject: `Your appointment at ${clinic.shop.name} is canceled`,
    lines: [
      'Your appointment is canceled, as you asked:',
      '',
      ...about(clinic, visit),
      ...apart(deposit),
      '',
      { words: 'Book another time', link: again },
    ],
    short: `your appointment for ${visit.patientName} on ${when(clinic, visit.startsAt)} is canceled, as you asked.${spaced(deposit)} To book again: ${again}`,
  });
}

/** The way on from a decline, in a mail's lines and at a text's end; it never contradicts the reason. */
function wayOn(clinic: Clinic, reason: string | undefined, publicUrl: string): { lines: Line[]; short: string } {
  const again = `${publicUrl}/${clinic.id}`;
  const phone = phoneOf(clinic);
  const way = wayOnAfter(reason);
  if (way === 'rebook')
    return {
      lines: [{ words: 'Please choose another time', link: again }, 'Or call us, and we find one together.'],
      short: `Please choose another time: ${again} or call ${phone}.`,
    };
  const short = way === 'call' ? `If you have questions, call ${phone}.` : `Our number: ${phone}.`;
  return { lines: [short], short };
}

/** What a decline says: its reason as it was chosen and in sentences, the deposit's sentence, and whether the pet has died. */
type Declined = { reason: string | undefined; why: string | null; deposit: string | null; hasDied: boolean };

/**
 * Makes the message that the clinic declined the request or canceled the appointment; `why` is its reason in sentences
 * (D-424), `deposit` the sentence about a paid deposit (D-414).
 */
export function declines(
  clinic: Clinic,
  visit: Visit,
  wasRequest: boolean,
  publicUrl: string,
  { reason, why, deposit, hasDied }: Declined,
): NewMessage[] {
  // Nobody is asked to choose another time for a pet that has died.
  const on = wayOn(clinic, hasDied ? 'call_us' : reason, publicUrl);
  const sorry = wasRequest
    ? "we're sorry, we cannot accept your appointment request"
    : "we're sorry, we had to call off your appointment";
  return toOwner(clinic, visit.client, visit.answers, {
    visitId: visit.id,
    kind: 'decline',
    push: { says: 'There is news about your appointment.', opens: pageOf(visit) },
    subject: wasRequest
      ? `About your appointment request at ${clinic.shop.name}`
      : `Your appointment at ${clinic.shop.name} is called off`,
    lines: [`${start(sorry)}:`, '', ...about(clinic, visit), ...apart(why), ...apart(deposit), '', ...on.lines],
    short: `${sorry} for ${visit.patientName} on ${when(clinic, visit.startsAt)}.${spaced(why)}${spaced(deposit)} ${on.short}`,
  });
}

/** A time that the clinic offers instead. */
export type OfferedTime = { at: Date; clinician: string | null };

/** Makes the message that the clinic offers other times for a request, until an instant (D-425). */
export function offers(
  clinic: Clinic,
  visit: Visit,
  { times, until }: { times: readonly OfferedTime[]; until: Date },
  publicUrl: string,
): NewMessage[] {
  const link = linkTo(clinic, visit, publicUrl);
  const listed = times.map(({ at, clinician }) => `${when(clinic, at)}${clinician ? ` with ${clinician}` : ''}`);
  const isOne = times.length === 1;
  return toOwner(clinic, visit.client, visit.answers, {
    visitId: visit.id,
    kind: 'offer',
    push: {
      says: isOne ? 'The clinic offers you another time.' : 'The clinic offers you other times.',
      opens: pageOf(visit),
    },
    remindsOf: visit.id,
    expiresAt: until,
    subject: isOne ? `Another time at ${clinic.shop.name}` : `Other times at ${clinic.shop.name}`,
    lines: [
      `We cannot see ${visit.patientName} at the time that you asked for, ${when(clinic, visit.startsAt)}. We can offer:`,
      '',
      ...listed,
      '',
      `We hold ${isOne ? 'it' : 'them'} for you until ${when(clinic, until)}.`,
      '',
      { words: isOne ? 'Take it' : 'Pick one', link },
    ],
    short: `we cannot see ${visit.patientName} on ${when(clinic, visit.startsAt)}. We can offer ${listed.join(' or ')}, held until ${when(clinic, until)}. Pick one: ${link}`,
  });
}

/** 'your appointment on Tue Dec 1 stays.', of one that the clinic has not accepted yet 'your request for …'. */
const staysWords = (clinic: Clinic, visit: Visit): string =>
  `your ${visit.status === 'REQUESTED' ? 'request for' : 'appointment on'} ${when(clinic, visit.startsAt)} stays.`;

/**
 * Makes the message that nothing is free any more of what was offered for the appointment (D-425): `isInstead` of the
 * time that was asked for, else earlier.
 */
export function offersGone(clinic: Clinic, visit: Visit, isInstead: boolean, publicUrl: string): NewMessage[] {
  const link = linkTo(clinic, visit, publicUrl);
  const what = isInstead ? 'what we offered' : 'the earlier time that we offered';
  const gone = `we're sorry, ${what} for ${visit.patientName} is not free any more.`;
  const on = isInstead ? 'We still have your request, and answer it anew.' : start(staysWords(clinic, visit));
  return toOwner(clinic, visit.client, visit.answers, {
    visitId: visit.id,
    kind: 'offer_gone',
    push: { says: 'There is news about your appointment.', opens: pageOf(visit) },
    subject: isInstead
      ? `About your appointment request at ${clinic.shop.name}`
      : `An earlier time at ${clinic.shop.name}`,
    lines: [`${start(gone)} ${on}`, '', ...about(clinic, visit), '', { words: 'See your appointment', link }],
    short: `${gone} ${on} ${link}`,
  });
}

/** Makes the message that a time has become free for whom would like to come earlier, until an instant (D-425). */
export function earlierOffers(
  clinic: Clinic,
  visit: Visit,
  { times, until }: { times: readonly OfferedTime[]; until: Date },
  publicUrl: string,
): NewMessage[] {
  const link = linkTo(clinic, visit, publicUrl);
  const listed = times.map(({ at, clinician }) => `${when(clinic, at)}${clinician ? ` with ${clinician}` : ''}`);
  const isOne = times.length === 1;
  return toOwner(clinic, visit.client, visit.answers, {
    visitId: visit.id,
    kind: 'offer',
    push: { says: 'An earlier time has become free.', opens: pageOf(visit) },
    remindsOf: visit.id,
    expiresAt: until,
    subject: `An earlier time at ${clinic.shop.name}`,
    lines: [
      `You would like an earlier time for ${visit.patientName} than ${when(clinic, visit.startsAt)}. We can offer:`,
      '',
      ...listed,
      '',
      `We hold ${isOne ? 'it' : 'them'} for you until ${when(clinic, until)}. Until you pick, ${staysWords(clinic, visit)}`,
      '',
      { words: isOne ? 'Take it' : 'Pick one', link },
    ],
    short: `an earlier time for ${visit.patientName}: ${listed.join(' or ')}, held until ${when(clinic, until)}. Until you pick, ${staysWords(clinic, visit)} Pick it: ${link}`,
  });
}

/** Makes the message that the clinic took the appointment off its waitlist; the appointment stays. */
export function offWaitlist(clinic: Clinic, visit: Visit, hadOffer: boolean, publicUrl: string): NewMessage[] {
  const off = hadOffer
    ? `the earlier time for ${visit.patientName} is not held for you any longer, and we have taken you off the waitlist.`
    : `we have no earlier time for ${visit.patientName}, and have taken you off the waitlist.`;
  return toOwner(clinic, visit.client, visit.answers, {
    visitId: visit.id,
    kind: 'waitlist',
    push: { says: 'There is news about your appointment.', opens: pageOf(visit) },
    subject: `Your place on the waitlist at ${clinic.shop.name}`,
    lines: [
      `${start(off)} Your ${visit.status === 'REQUESTED' ? 'request' : 'appointment'} stays:`,
      '',
      ...about(clinic, visit),
      '',
      { words: 'See your appointment', link: linkTo(clinic, visit, publicUrl) },
    ],
    short: `${off} ${start(staysWords(clinic, visit))} ${linkTo(clinic, visit, publicUrl)}`,
  });
}

/** Makes the message that the deposit is refunded, where the owner is told nothing else (D-414). */
export const refundTold = (clinic: Clinic, visit: Visit, deposit: string): NewMessage[] =>
  toOwner(clinic, visit.client, visit.answers, {
    visitId: visit.id,
    kind: 'refund',
    push: { says: 'There is news about your deposit.', opens: pageOf(visit) },
    subject: `Your deposit at ${clinic.shop.name}`,
    lines: [deposit, '', ...about(clinic, visit)],
    short: `${deposit.charAt(0).toLowerCase()}${deposit.slice(1)} It was for ${visit.patientName} on ${when(clinic, visit.startsAt)}.`,
  });

/** Makes the reminder of the day before (D-218). */
export function reminders(clinic: Clinic, visit: Visit, publicUrl: string): NewMessage[] {
  const link = linkTo(clinic, visit, publicUrl);
  const how = howToCome(visit);
  return toOwner(clinic, visit.client, visit.reminders, {
    visitId: visit.id,
    kind: 'reminder',
    push: { says: 'A reminder of your appointment.', opens: pageOf(visit) },
    remindsOf: visit.id,
    expiresAt: visit.startsAt,
    subject: `Reminder: ${visit.patientName} at ${clinic.shop.name}, ${when(clinic, visit.startsAt)}`,
    lines: [
      `We look forward to seeing ${visit.patientName}:`,
      '',
      ...about(clinic, visit),
      ...(how ? ['', how] : []),
      '',
      { words: 'See or change your appointment', link },
    ],
    short: `reminder: ${visit.patientName} has ${whatOf(visit)} on ${when(clinic, visit.startsAt)}.${how ? ` ${how}` : ''} See or change it: ${link} or call ${phoneOf(clinic)}.`,
  });
}

/**
 * Makes the text message with a virtual visit's link, shortly before it (D-218); the owner agreed to it by booking
 * (D-87).
 */
export function meetingLinks(clinic: Clinic, visit: Visit): NewMessage[] {
  if (visit.meetingUrl === null) return [];
  const ways = { sms: true, email: visit.reminders.email || reachOf(visit.client).phone === null };
  const at = clockWords(visit.startsAt, clinic.shop.timezone);
  return toOwner(clinic, visit.client, ways, {
    visitId: visit.id,
    kind: 'meeting_link',
    remindsOf: visit.id,
    // An owner who is a little late still needs the link.
    expiresAt: new Date(visit.startsAt.getTime() + 15 * MINUTE),
    subject: `Your meeting link for ${visit.patientName}, ${at}`,
    lines: [
      `${start(visit.patientName)}'s virtual visit begins at ${at}:`,
      '',
      ...about(clinic, visit),
      '',
      { words: 'Join the meeting', link: visit.meetingUrl },
    ],
    short: `${visit.patientName}'s virtual visit begins at ${at}. Join here: ${visit.meetingUrl}`,
  });
}
