/**
 * The booking's transition table: which step follows which, and why (docs/product.md, The booking's steps; D-24, D-28,
 * D-31 to D-33, D-40, D-48 to D-55).
 */

import { isBookingOff, type BookingSwitches } from '../shop/settings';
import { isLeave, samePosition, type Leave, type Position, type Redirect, type Step } from './steps';

/** The facts on which the next step depends; one selector makes them, and each action carries them. */
export type Facts = {
  /** Signed in with a verified identifier; a guest is not (D-18). */
  readonly signedIn: boolean;
  /** The signed-in owner's record is older than 12 hours (CTYPE-04). */
  readonly knownReturning: boolean;
  /** Whether this is a demo clinic that skips codes (D-28). */
  readonly skipOtp: boolean;
  /** The redirect query: a page of the portal, `other` for an unknown one, null for none (D-31). */
  readonly redirect: Redirect | 'other' | null;
  /** The page's address names a payment (D-40). */
  readonly paymentLink: boolean;
  readonly bookingDisabled: boolean;
  readonly newDisabled: boolean;
  readonly returningDisabled: boolean;
  readonly portalEnabled: boolean;
  /** Multi-location is on and there is not exactly one location (D-57). */
  readonly locationsApply: boolean;
  /** The clinic has a type and a clinician for this kind of client and location; true while unknown (D-53). */
  readonly hasAvailability: boolean;
  /** The draft holds a picked time. */
  readonly hasTime: boolean;
  /** A deposit is due and not paid yet (D-94). */
  readonly depositRequired: boolean;
  readonly insuranceOffered: boolean;
  /** The clinic has stored the appointment, so no time is held any more (DEP-10). */
  readonly appointmentSaved: boolean;
  /** The create call went out and its answer is not known: the clinic may have stored the appointment (D-97). */
  readonly createUnheard: boolean;
  /** A deposit was opened for this booking; the booking continues with it. */
  readonly depositBegun: boolean;
  /** A charge is running: nothing may interrupt it (D-51, D-61). */
  readonly charging: boolean;
  /** The signed-in owner has put another contact into the form, and its code is asked for (D-402). */
  readonly contactChanged: boolean;
};

/** What a step reports, named after what happened. */
export type FlowEvent =
  | 'new-chosen'
  | 'returning-chosen'
  /** The signed-in owner's record has been read. */
  | 'owner-known'
  | 'login-wanted'
  | 'sign-up-wanted'
  | 'forgot-wanted'
  /**
   * A code or a password was accepted (D-24). After the form it also means that everything the form leads to is stored.
   */
  | 'signed-in'
  | 'location-chosen'
  | 'availability-missing'
  | 'time-held'
  /** The step's form passed its checks, and what it stores is stored (INFO-18 to INFO-22). */
  | 'form-passed'
  /** The owner's contacts may not book at this clinic (D-16, D-17). */
  | 'form-refused'
  | 'keyword-matched'
  /**
   * A changed contact was verified, or the previous one is kept for now, and what the form leads to is stored (D-402).
   */
  | 'contact-settled'
  /** The form needs the owner again: a field was refused, or saving failed after the code. */
  | 'form-reopened'
  | 'slot-gone'
  /** The clinic takes the visit no more as it was chosen: what it offers has changed meanwhile, and is read anew (D-408). */
  | 'visit-refused'
  | 'hold-expired'
  /** Another tab has held another time, and the clinic keeps only the last one (D-203). */
  | 'hold-replaced'
  | 'deposit-settled'
  /** The owner's session has ended, and a new code was requested. */
  | 'session-lost'
  | 'insurance-settled'
  | 'went-back';

type Target = Position | Leave;
/** Decides where an event leads; null when it changes nothing. */
type Move = (facts: Facts, position: Position) => Target | null;

const at = (step: Exclude<Step, 'verification'>): Position => ({ step });
const to =
  (step: Exclude<Step, 'verification'>): Move =>
  () =>
    at(step);

const toAppointment = (facts: Facts): Position => at(facts.hasAvailability ? 'appointment' : 'no-availability');

/**
 * After client type and after a returning client's verification: location, appointment, or no availability (FLOW-04,
 * 05, 10).
 */
export const chooseChain = (facts: Facts): Position => (facts.locationsApply ? at('location') : toAppointment(facts));

const afterDeposit = (facts: Facts): Position => at(facts.insuranceOffered ? 'insurance' : 'success');

/** After the form: deposit, insurance, success (FLOW-07, 08, 11). */
export const finishChain = (facts: Facts): Position => (facts.depositRequired ? at('deposit') : afterDeposit(facts));

const pageAsked = ({ redirect }: Facts): Redirect | null => (redirect === 'other' ? null : redirect);

/**
 * Returns the page after a sign-in when nothing can be booked: the requested page, else My Pets, or the appointments if
 * the clinic has no pets portal (D-33).
 */
function pageWithoutBooking(facts: Facts): Redirect {
  const asked = pageAsked(facts) ?? 'pets';
  return asked === 'pets' && !facts.portalEnabled ? 'appointments' : asked;
}

/**
 * Decides what follows a returning client's sign-in: the requested page, else the booking (QUERY-03, D-24, D-33, D-54).
 */
function afterSignIn(facts: Facts): Target {
  if (isBookingOff(facts)) return { leave: pageWithoutBooking(facts) };
  const asked = pageAsked(facts);
  if (asked !== null) return { leave: asked };
  if (facts.returningDisabled) return at('client-type');
  return chooseChain(facts);
}

/**
 * Whether to skip the client-type question: a known returning client has no choice where new clients cannot book
 * (DISABLED-08).
 */
const skipsClientType = (facts: Facts): boolean =>
  facts.signedIn && facts.newDisabled && facts.knownReturning && !isBookingOff(facts);

/**
 * Whether a guest continues without a code from the lookup or the form: only at a demo clinic that skips codes, and
 * only to book. The portal always needs a code (D-28).
 */
export const skipsCode = (facts: Facts, step: 'returning-info' | 'client-info'): boolean =>
  facts.skipOtp && (step === 'client-info' || (pageAsked(facts) === null && !isBookingOff(facts)));

const afterForm: Move = (facts) =>
  (facts.signedIn ? !facts.contactChanged : skipsCode(facts, 'client-info'))
    ? finishChain(facts)
    : { step: 'verification', origin: 'client-info' };

const isFromForm = (position: Position): boolean =>
  position.step === 'verification' && position.origin === 'client-info';
const whenFromForm =
  (move: Move): Move =>
  (facts, position) =>
    isFromForm(position) ? move(facts, position) : null;

/** Keeps the deposit's step while a charge runs. A saved appointment has no hold that could end (D-61). */
const unlessCharging =
  (move: Move): Move =>
  (facts, position) =>
    facts.charging ? null : move(facts, position);

/** Moves from the deposit's step only while it is for an appointment that is yet to be stored. */
const untilSaved = (move: Move): Move =>
  unlessCharging((facts, position) => (facts.appointmentSaved || facts.paymentLink ? null : move(facts, position)));

/** Decides what follows a code: an interrupted deposit continues. */
const afterCode = (facts: Facts): Position => (facts.depositBegun ? at('deposit') : finishChain(facts));

/** Goes back to the first question, or leaves the page if that question would be skipped (DISABLED-08). */
const toStart: Move = (facts) => (skipsClientType(facts) ? { leave: 'back' } : at('client-type'));

/** To what the clinic offers by now; where that is nothing for this owner, to whom to call (D-53, D-54). */
const toOffer: Move = (facts) =>
  isBookingOff(facts) || (facts.knownReturning ? facts.returningDisabled : facts.newDisabled)
    ? at('no-availability')
    : toAppointment(facts);

const holdEnds = {
  'slot-gone': to('appointment'),
  'hold-expired': to('appointment'),
  'hold-replaced': to('appointment'),
  'visit-refused': toOffer,
} as const;

/** What each step's events lead to. An event that a step does not list changes nothing. */
const forward: Readonly<Record<Step, Partial<Record<FlowEvent, Move>>>> = {
  'client-type': {
    'new-chosen': (facts) => (isBookingOff(facts) || facts.newDisabled ? null : chooseChain(facts)),
    'returning-chosen': (facts) => {
      if (isBookingOff(facts) || facts.returningDisabled) return null;
      return facts.signedIn ? afterSignIn(facts) : at('returning-info');
    },
    'owner-known': (facts) => (skipsClientType(facts) ? chooseChain(facts) : null),
  },
  'returning-info': {
    'form-passed': (facts) =>
      skipsCode(facts, 'returning-info') ? afterSignIn(facts) : { step: 'verification', origin: 'returning-info' },
    'form-refused': to('no-availability'),
    'login-wanted': to('login'),
    'signed-in': afterSignIn,
  },
  location: {
    'location-chosen': toAppointment,
    'availability-missing': to('no-availability'),
  },
  appointment: {
    'time-held': to('client-info'),
    'availability-missing': to('no-availability'),
    'visit-refused': toOffer,
  },
  'client-info': {
    'form-passed': afterForm,
    'form-refused': to('no-availability'),
    'keyword-matched': to('keyword-notice'),
    ...holdEnds,
  },
  'keyword-notice': {
    'form-passed': afterForm,
    'form-refused': to('no-availability'),
    'form-reopened': to('client-info'),
    ...holdEnds,
  },
  verification: {
    'signed-in': (facts, position) => (isFromForm(position) ? afterCode(facts) : afterSignIn(facts)),
    'contact-settled': whenFromForm(afterCode),
    'form-refused': to('no-availability'),
    'form-reopened': whenFromForm(to('client-info')),
    'slot-gone': whenFromForm(to('appointment')),
    'hold-expired': whenFromForm(to('appointment')),
    'hold-replaced': whenFromForm(to('appointment')),
    'visit-refused': whenFromForm(toOffer),
  },
  login: {
    'signed-in': afterSignIn,
    'sign-up-wanted': to('sign-up'),
    'forgot-wanted': to('forgot-password'),
  },
  'sign-up': {
    'form-passed': () => ({ step: 'verification', origin: 'sign-up' }),
    'login-wanted': to('login'),
  },
  'forgot-password': {
    'signed-in': afterSignIn,
    'login-wanted': to('login'),
  },
  deposit: {
    'deposit-settled': afterDeposit,
    'session-lost': (facts) => (facts.paymentLink ? null : { step: 'verification', origin: 'client-info' }),
    'slot-gone': untilSaved(to('appointment')),
    'hold-expired': untilSaved(to('appointment')),
    'hold-replaced': untilSaved(to('appointment')),
    'visit-refused': untilSaved(toOffer),
  },
  insurance: { 'insurance-settled': to('success') },
  success: {},
  'no-availability': {},
};

/** Where going back leads from each step (FLOW-13 to FLOW-19, D-48, D-51). */
const back: Readonly<Record<Step, Move>> = {
  'client-type': () => ({ leave: 'back' }),
  'returning-info': to('client-type'),
  location: toStart,
  appointment: (facts, position) => (facts.locationsApply ? at('location') : toStart(facts, position)),
  'client-info': to('appointment'),
  'keyword-notice': to('client-info'),
  // Once the clinic has the request, its form cannot be opened again.
  verification: (facts, position) =>
    position.step !== 'verification' ? null : at(facts.appointmentSaved ? 'client-type' : position.origin),
  login: to('client-type'),
  'sign-up': to('client-type'),
  'forgot-password': to('client-type'),
  deposit: unlessCharging(to('client-type')),
  success: to('client-type'),
  'no-availability': toStart,
  insurance: to('success'),
};

/** Returns the next position, the identical one when the event changes nothing, or the way to leave the page. */
export function transition(position: Position, event: FlowEvent, facts: Facts): Position | Leave {
  const move = event === 'went-back' ? back[position.step] : forward[position.step][event];
  // A payment link has no steps behind it (D-40).
  if (event === 'went-back' && facts.paymentLink && !facts.charging) return { leave: 'back' };
  if (endsCountdown(event, facts)) return position;
  const target = move?.(facts, position) ?? position;
  return !isLeave(target) && samePosition(target, position) ? position : target;
}

/** Whether going back leaves the page, which the browser then does itself (FLOW-20, D-40). */
export const isWayOut = (position: Position, facts: Facts): boolean =>
  isLeave(transition(position, 'went-back', facts));

/** Why a picked time is lost. */
export type TimeLoss = 'slot-gone' | 'hold-expired' | 'hold-replaced' | 'visit-refused';

const isTimeLoss = (event: FlowEvent): event is TimeLoss =>
  event === 'slot-gone' || event === 'hold-expired' || event === 'hold-replaced' || event === 'visit-refused';

/** Whether an event removes the picked time; never from a stored appointment or during a charge (D-61). */
export const losesTime = (event: FlowEvent, facts: Facts): event is TimeLoss =>
  isTimeLoss(event) && !facts.appointmentSaved && !facts.charging && !endsCountdown(event, facts);

/**
 * Whether an event ends the countdown and nothing else: the time that an unheard create call may have booked is not
 * said to have expired; only that call, sent again, can tell (D-97).
 */
export const endsCountdown = (event: FlowEvent, facts: Facts): boolean =>
  event === 'hold-expired' && facts.createUnheard && !facts.charging;

/**
 * Returns the question before going back; null where none is needed and during a charge, which cannot be left (D-51).
 */
export const questionBeforeBack = (position: Position, facts: Facts): string | null =>
  (position.step === 'deposit' || isFromForm(position)) &&
  facts.appointmentSaved &&
  facts.depositRequired &&
  !facts.paymentLink &&
  !facts.charging
    ? 'Your appointment request has been sent. Leave without paying the deposit?'
    : null;

/**
 * What the client-type step shows: both buttons, one of them, only the clinic's phone, or that booking is off (D-54).
 */
export type ClientTypeView = 'both' | 'new' | 'returning' | 'call' | 'disabled';

export function clientTypeView(facts: BookingSwitches & Pick<Facts, 'signedIn' | 'knownReturning'>): ClientTypeView {
  if (isBookingOff(facts)) return 'disabled';
  if (facts.newDisabled) return 'returning';
  if (!facts.returningDisabled) return 'both';
  return facts.signedIn && facts.knownReturning ? 'call' : 'new';
}

/**
 * The answer to the client-type question that an event gives: true for a returning client, false for a new one,
 * undefined where it gives none (CTYPE-05, CTYPE-06, DISABLED-08).
 */
export const answerOf = (event: FlowEvent | 'entered'): boolean | undefined =>
  event === 'new-chosen' ? false : event === 'returning-chosen' || event === 'owner-known' ? true : undefined;

/**
 * Returns the draft's returning-client flag after a move: set at client type, cleared on going back there (CTYPE-05,
 * 06, FLOW-14, 15). True for an owner who skips the question: sent to sign in or known to the clinic (QUERY-02,
 * DISABLED-08).
 */
export function returningFlowAfter(
  event: FlowEvent | 'entered',
  target: Position | Leave,
  flag: boolean | null,
): boolean | null {
  if (isLeave(target)) return flag;
  if (target.step === 'client-type') return null;
  if ((event === 'entered' && flag === null) || target.step === 'returning-info') return true;
  return answerOf(event) ?? flag;
}

/** Where a restored booking continues; null where it starts over (FLOW-21). */
function resumed(saved: Position, facts: Facts): Position | null {
  switch (saved.step) {
    case 'location':
      return facts.locationsApply ? saved : null;
    case 'appointment':
      return saved;
    case 'client-info':
    case 'keyword-notice':
      return facts.hasTime ? at('client-info') : at('appointment');
    case 'verification':
      if (saved.origin !== 'client-info') return facts.signedIn ? null : saved;
      if (!facts.hasTime) return at('appointment');
      if (!facts.signedIn || facts.contactChanged) return saved;
      return at(facts.depositBegun || facts.appointmentSaved ? 'deposit' : 'client-info');
    case 'deposit':
    case 'insurance':
      return saved;
    default:
      return null;
  }
}

/**
 * Where the page starts: a payment link, a forced sign-in, a resumed booking, or client type
 * (QUERY-02, D-32, D-33, D-40, D-54). `saved` is the restored position, if any.
 */
export function entry(facts: Facts, saved: Position | null = null): Position | Leave {
  if (facts.paymentLink) return at('deposit');
  const off = isBookingOff(facts);
  const isPageAsked = pageAsked(facts) !== null;
  if (facts.signedIn && isPageAsked) return afterSignIn(facts);
  // DISABLED-03, DISABLED-05: a signed-in owner gets the portal, where there is one, in place of the clinic's phone.
  if (facts.signedIn && off) return facts.portalEnabled ? { leave: 'pets' } : at('client-type');
  // Where nothing can be booked, all that an owner can do is sign in, and only if the address asks for it (D-33).
  if (off && facts.redirect === null) return at('client-type');

  const resume = saved && resumed(saved, facts);
  const isSigningIn = resume?.step === 'verification' && resume.origin !== 'client-info';
  if (resume && (isSigningIn || !(isPageAsked || off))) return resume;
  if (facts.redirect !== null) return facts.signedIn ? afterSignIn(facts) : at('returning-info');
  if (skipsClientType(facts)) return chooseChain(facts);
  return at('client-type');
}
