import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clientTypeView,
  entry,
  isWayOut,
  losesTime,
  questionBeforeBack,
  returningFlowAfter,
  skipsCode,
  transition,
  type Facts,
  type FlowEvent,
} from '../../../../src/domain/booking/flow';
import {
  clearsSavedBooking,
  isLeave,
  stepNumbers,
  steps,
  type Leave,
  type Position,
  type Step,
} from '../../../../src/domain/booking/steps';
import { trackingCode } from '../../../../src/domain/booking/tracking';

const plain: Facts = {
  signedIn: false,
  knownReturning: false,
  skipOtp: false,
  redirect: null,
  paymentLink: false,
  bookingDisabled: false,
  newDisabled: false,
  returningDisabled: false,
  portalEnabled: true,
  locationsApply: false,
  hasAvailability: true,
  hasTime: true,
  depositRequired: false,
  insuranceOffered: false,
  appointmentSaved: false,
  createUnheard: false,
  depositBegun: false,
  charging: false,
  contactChanged: false,
};
const facts = (given: Partial<Facts> = {}): Facts => ({ ...plain, ...given });

const events: FlowEvent[] = [
  'new-chosen',
  'returning-chosen',
  'owner-known',
  'login-wanted',
  'sign-up-wanted',
  'forgot-wanted',
  'signed-in',
  'location-chosen',
  'availability-missing',
  'time-held',
  'form-passed',
  'form-refused',
  'keyword-matched',
  'form-reopened',
  'slot-gone',
  'visit-refused',
  'hold-expired',
  'hold-replaced',
  'deposit-settled',
  'session-lost',
  'insurance-settled',
  'went-back',
];

/** 'verification:client-info' and the like, for tables that read. */
function place(text: string): Position {
  const [step, origin] = text.split(':');
  return (origin ? { step, origin } : { step }) as Position;
}
function say(target: Position | Leave): string {
  if (isLeave(target)) return `leave:${target.leave}`;
  return target.step === 'verification' ? `verification:${target.origin}` : target.step;
}

const anyBoolean = fc.boolean();
const anyFacts: fc.Arbitrary<Facts> = fc.record({
  signedIn: anyBoolean,
  knownReturning: anyBoolean,
  skipOtp: anyBoolean,
  redirect: fc.constantFrom('pets', 'appointments', 'account', 'other', null),
  paymentLink: anyBoolean,
  bookingDisabled: anyBoolean,
  newDisabled: anyBoolean,
  returningDisabled: anyBoolean,
  portalEnabled: anyBoolean,
  locationsApply: anyBoolean,
  hasAvailability: anyBoolean,
  hasTime: anyBoolean,
  depositRequired: anyBoolean,
  insuranceOffered: anyBoolean,
  appointmentSaved: anyBoolean,
  createUnheard: anyBoolean,
  depositBegun: anyBoolean,
  charging: anyBoolean,
  contactChanged: anyBoolean,
});
const positions: Position[] = steps.flatMap((step): Position[] =>
  step === 'verification'
    ? [place('verification:returning-info'), place('verification:client-info'), place('verification:sign-up')]
    : [{ step }],
);
const anyPosition = fc.constantFrom(...positions);
const anyEvent = fc.constantFrom(...events);

type Row = [rule: string, from: string, event: FlowEvent, to: string, given?: Partial<Facts>];

const table: Row[] = [
  ['FLOW-03', 'client-type', 'returning-chosen', 'returning-info'],
  ['FLOW-03', 'returning-info', 'form-passed', 'verification:returning-info'],
  ['FLOW-04', 'client-type', 'new-chosen', 'location', { locationsApply: true }],
  ['FLOW-04', 'client-type', 'new-chosen', 'appointment'],
  ['FLOW-04', 'location', 'location-chosen', 'appointment', { locationsApply: true }],
  ['FLOW-05', 'client-type', 'new-chosen', 'no-availability', { hasAvailability: false }],
  ['FLOW-05', 'location', 'location-chosen', 'no-availability', { hasAvailability: false, locationsApply: true }],
  ['FLOW-05', 'appointment', 'availability-missing', 'no-availability'],
  ['FLOW-05', 'location', 'availability-missing', 'no-availability'],
  ['FLOW-05', 'verification:returning-info', 'signed-in', 'no-availability', { hasAvailability: false }],
  ['FLOW-06', 'appointment', 'time-held', 'client-info'],
  [
    'FLOW-07',
    'client-info',
    'form-passed',
    'deposit',
    { signedIn: true, depositRequired: true, insuranceOffered: true },
  ],
  ['FLOW-07', 'client-info', 'form-passed', 'insurance', { signedIn: true, insuranceOffered: true }],
  ['FLOW-07', 'client-info', 'form-passed', 'success', { signedIn: true }],
  ['FLOW-08', 'client-info', 'form-passed', 'verification:client-info'],
  ['FLOW-08', 'verification:client-info', 'signed-in', 'deposit', { depositRequired: true, insuranceOffered: true }],
  ['FLOW-08', 'verification:client-info', 'signed-in', 'insurance', { insuranceOffered: true }],
  ['FLOW-08', 'verification:client-info', 'signed-in', 'success', { redirect: 'other' }],
  ['FLOW-09', 'client-type', 'returning-chosen', 'appointment', { signedIn: true }],
  ['FLOW-10', 'verification:returning-info', 'signed-in', 'location', { locationsApply: true }],
  ['FLOW-10', 'verification:returning-info', 'signed-in', 'appointment'],
  ['FLOW-11', 'deposit', 'deposit-settled', 'insurance', { insuranceOffered: true }],
  ['FLOW-11', 'deposit', 'deposit-settled', 'success'],
  ['FLOW-12', 'insurance', 'insurance-settled', 'success'],
  ['FLOW-13', 'client-info', 'went-back', 'appointment'],
  ['FLOW-14', 'returning-info', 'went-back', 'client-type'],
  ['FLOW-15', 'location', 'went-back', 'client-type'],
  ['FLOW-16', 'appointment', 'went-back', 'location', { locationsApply: true }],
  ['FLOW-16', 'appointment', 'went-back', 'client-type'],
  ['FLOW-17', 'insurance', 'went-back', 'success'],
  ['FLOW-18', 'verification:returning-info', 'went-back', 'returning-info'],
  ['FLOW-18', 'verification:client-info', 'went-back', 'client-info'],
  ['D-24', 'verification:sign-up', 'went-back', 'sign-up'],
  ['FLOW-19', 'login', 'went-back', 'client-type'],
  ['FLOW-19', 'sign-up', 'went-back', 'client-type'],
  ['FLOW-19', 'forgot-password', 'went-back', 'client-type'],
  ['FLOW-19', 'deposit', 'went-back', 'client-type'],
  ['FLOW-19', 'success', 'went-back', 'client-type'],
  ['FLOW-19', 'no-availability', 'went-back', 'client-type'],
  ['FLOW-20, D-51', 'client-type', 'went-back', 'leave:back'],
  ['CTYPE-07, D-32', 'client-type', 'returning-chosen', 'leave:pets', { signedIn: true, redirect: 'pets' }],
  ['QUERY-03', 'verification:returning-info', 'signed-in', 'leave:pets', { redirect: 'pets' }],
  ['QUERY-03', 'verification:returning-info', 'signed-in', 'leave:appointments', { redirect: 'appointments' }],
  ['D-31', 'verification:returning-info', 'signed-in', 'appointment', { redirect: 'other' }],
  ['D-48', 'client-info', 'keyword-matched', 'keyword-notice'],
  ['D-48', 'keyword-notice', 'went-back', 'client-info'],
  ['KEY-09', 'keyword-notice', 'form-passed', 'verification:client-info'],
  ['KEY-09', 'keyword-notice', 'form-passed', 'success', { signedIn: true }],
  ['D-402', 'client-info', 'form-passed', 'verification:client-info', { signedIn: true, contactChanged: true }],
  ['D-402', 'keyword-notice', 'form-passed', 'verification:client-info', { signedIn: true, contactChanged: true }],
  ['D-402', 'verification:client-info', 'contact-settled', 'success', { signedIn: true }],
  ['D-402', 'verification:client-info', 'contact-settled', 'deposit', { signedIn: true, depositRequired: true }],
  ['D-402', 'verification:returning-info', 'contact-settled', 'verification:returning-info'],
  ['D-21', 'keyword-notice', 'form-reopened', 'client-info'],
  ['D-16', 'returning-info', 'form-refused', 'no-availability'],
  ['INFO-18', 'client-info', 'form-refused', 'no-availability'],
  ['INFO-19', 'client-info', 'slot-gone', 'appointment'],
  ['D-203', 'verification:client-info', 'slot-gone', 'appointment'],
  ['D-408', 'client-info', 'visit-refused', 'appointment'],
  ['D-408', 'keyword-notice', 'visit-refused', 'appointment'],
  ['D-408', 'verification:client-info', 'visit-refused', 'appointment'],
  ['D-408', 'deposit', 'visit-refused', 'appointment'],
  ['D-408', 'deposit', 'visit-refused', 'deposit', { charging: true }],
  ['D-408', 'appointment', 'visit-refused', 'no-availability', { hasAvailability: false }],
  ['D-53', 'client-info', 'visit-refused', 'no-availability', { bookingDisabled: true }],
  ['D-53', 'client-info', 'visit-refused', 'no-availability', { newDisabled: true }],
  ['D-53', 'client-info', 'visit-refused', 'no-availability', { returningDisabled: true, knownReturning: true }],
  ['HOLD-09', 'client-info', 'hold-expired', 'appointment'],
  ['HOLD-09', 'keyword-notice', 'hold-expired', 'appointment'],
  ['HOLD-09', 'verification:client-info', 'hold-expired', 'appointment'],
  ['HOLD-09', 'deposit', 'hold-expired', 'appointment', { depositRequired: true }],
  ['D-61', 'deposit', 'hold-expired', 'deposit', { appointmentSaved: true }],
  ['D-61', 'deposit', 'hold-expired', 'deposit', { charging: true }],
  ['D-97', 'client-info', 'hold-expired', 'client-info', { createUnheard: true }],
  ['D-97', 'verification:client-info', 'hold-expired', 'verification:client-info', { createUnheard: true }],
  ['D-97', 'client-info', 'slot-gone', 'appointment', { createUnheard: true }],
  ['D-61', 'verification:returning-info', 'hold-expired', 'verification:returning-info'],
  ['D-203', 'client-info', 'hold-replaced', 'appointment'],
  ['D-203', 'keyword-notice', 'hold-replaced', 'appointment'],
  ['D-203', 'verification:client-info', 'hold-replaced', 'appointment'],
  ['D-203', 'verification:returning-info', 'hold-replaced', 'verification:returning-info'],
  ['D-203', 'deposit', 'hold-replaced', 'appointment', { depositRequired: true }],
  ['D-203', 'deposit', 'hold-replaced', 'deposit', { charging: true }],
  ['D-51', 'deposit', 'went-back', 'deposit', { charging: true }],
  ['D-40', 'deposit', 'went-back', 'leave:back', { paymentLink: true }],
  ['D-40', 'success', 'went-back', 'leave:back', { paymentLink: true }],
  ['D-40', 'deposit', 'deposit-settled', 'success', { paymentLink: true }],
  ['D-40', 'deposit', 'hold-expired', 'deposit', { paymentLink: true }],
  ['ERR-04', 'deposit', 'session-lost', 'verification:client-info', { depositRequired: true }],
  ['ERR-04', 'deposit', 'session-lost', 'verification:client-info', { charging: true }],
  ['D-40', 'deposit', 'session-lost', 'deposit', { paymentLink: true }],
  ['ERR-04', 'verification:client-info', 'signed-in', 'deposit', { depositBegun: true, insuranceOffered: true }],
  ['D-51', 'verification:client-info', 'went-back', 'client-type', { appointmentSaved: true }],
  ['D-28, VERIF-12', 'client-info', 'form-passed', 'success', { skipOtp: true }],
  ['D-28, VERIF-12', 'returning-info', 'form-passed', 'appointment', { skipOtp: true }],
  ['D-28', 'returning-info', 'form-passed', 'verification:returning-info', { skipOtp: true, redirect: 'pets' }],
  ['D-28, D-31', 'returning-info', 'form-passed', 'appointment', { skipOtp: true, redirect: 'other' }],
  [
    'D-28, D-33',
    'returning-info',
    'form-passed',
    'verification:returning-info',
    { skipOtp: true, bookingDisabled: true },
  ],
  ['D-28, D-54', 'returning-info', 'form-passed', 'client-type', { skipOtp: true, returningDisabled: true }],
  ['D-28, VERIF-12', 'client-info', 'form-passed', 'success', { skipOtp: true, redirect: 'pets' }],
  [
    'D-28, VERIF-12',
    'client-info',
    'form-passed',
    'deposit',
    { skipOtp: true, redirect: 'other', depositRequired: true },
  ],
  [
    'DISABLED-08',
    'appointment',
    'went-back',
    'leave:back',
    { newDisabled: true, signedIn: true, knownReturning: true },
  ],
  [
    'DISABLED-08',
    'appointment',
    'went-back',
    'location',
    { newDisabled: true, signedIn: true, knownReturning: true, locationsApply: true },
  ],
  [
    'DISABLED-08',
    'location',
    'went-back',
    'leave:back',
    { newDisabled: true, signedIn: true, knownReturning: true, locationsApply: true },
  ],
  [
    'DISABLED-08',
    'no-availability',
    'went-back',
    'leave:back',
    { newDisabled: true, signedIn: true, knownReturning: true },
  ],
  [
    'DISABLED-08, D-51',
    'success',
    'went-back',
    'client-type',
    { newDisabled: true, signedIn: true, knownReturning: true },
  ],
  ['D-24', 'returning-info', 'login-wanted', 'login'],
  ['D-24', 'login', 'sign-up-wanted', 'sign-up'],
  ['D-24', 'login', 'forgot-wanted', 'forgot-password'],
  ['D-24', 'sign-up', 'form-passed', 'verification:sign-up'],
  ['D-24', 'sign-up', 'login-wanted', 'login'],
  ['D-24', 'verification:sign-up', 'signed-in', 'appointment'],
  ['D-24', 'login', 'signed-in', 'leave:account', { redirect: 'account' }],
  ['D-24', 'login', 'signed-in', 'location', { locationsApply: true }],
  ['D-24', 'forgot-password', 'signed-in', 'appointment'],
  ['D-33', 'verification:returning-info', 'signed-in', 'leave:pets', { bookingDisabled: true, redirect: 'other' }],
  ['D-54', 'client-type', 'new-chosen', 'client-type', { newDisabled: true }],
  [
    'DISABLED-08',
    'client-type',
    'owner-known',
    'appointment',
    { newDisabled: true, signedIn: true, knownReturning: true },
  ],
  [
    'DISABLED-08',
    'client-type',
    'owner-known',
    'location',
    { newDisabled: true, signedIn: true, knownReturning: true, locationsApply: true },
  ],
  ['DISABLED-08', 'client-type', 'owner-known', 'client-type', { newDisabled: true, signedIn: true }],
  ['DISABLED-08', 'client-type', 'owner-known', 'client-type', { signedIn: true, knownReturning: true }],
  ['D-54', 'client-type', 'returning-chosen', 'client-type', { returningDisabled: true }],
  ['D-54', 'verification:returning-info', 'signed-in', 'client-type', { returningDisabled: true }],
  ['DISABLED-01', 'client-type', 'new-chosen', 'client-type', { bookingDisabled: true }],
];

describe('transition', () => {
  it.each(table)('%s: %s, %s -> %s', (_rule, from, event, to, given) => {
    expect(say(transition(place(from), event, facts(given)))).toBe(to);
  });

  it('changes nothing, not even the object, on an event the step does not list', () => {
    const listed = new Set(table.map(([, from, event]) => `${from} ${event}`));
    // Listed in the flow without a row above: the same rule seen from another origin.
    for (const extra of [
      'returning-info signed-in',
      'verification:returning-info form-refused',
      'verification:client-info form-refused',
      'verification:client-info form-reopened',
      'verification:sign-up form-refused',
      'keyword-notice form-refused',
      'keyword-notice slot-gone',
      'deposit slot-gone',
      'forgot-password login-wanted',
    ])
      listed.add(extra);
    fc.assert(
      fc.property(anyPosition, anyEvent, anyFacts, (position, event, given) => {
        fc.pre(!listed.has(`${say(position)} ${event}`));
        expect(transition(position, event, given)).toBe(position);
      }),
      { numRuns: 2000 },
    );
  });

  /** One step back as the page takes it: an owner who comes to the first question is taken on where it is none (listeners.ts). */
  function backFrom(here: Position, given: Facts): Position | Leave {
    const next = transition(here, 'went-back', given);
    const isRead = given.signedIn && (given.newDisabled || given.returningDisabled);
    return !isLeave(next) && next.step === 'client-type' && isRead ? transition(next, 'owner-known', given) : next;
  }
  function wayBack(start: Position, given: Facts): (Position | Leave)[] {
    const way: (Position | Leave)[] = [start];
    for (let here: Position | Leave = start; !isLeave(here) && way.length < 3 * steps.length; way.push(here))
      here = backFrom(here, given);
    return way;
  }

  it('leads out of the page when going back again and again, from everywhere and whatever the facts', () => {
    fc.assert(
      fc.property(anyPosition, anyFacts, (start, given) => {
        expect(wayBack(start, { ...given, charging: false }).at(-1)).toEqual({ leave: 'back' });
      }),
      { numRuns: 2000 },
    );
  });

  it('takes nobody back over a question that is none for them, which would give up what they chose (DISABLED-08)', () => {
    const chosen = ['location', 'appointment', 'client-info', 'keyword-notice'].map(place);
    fc.assert(
      fc.property(fc.constantFrom(...chosen), anyFacts, (start, given) => {
        const known = {
          ...given,
          signedIn: true,
          knownReturning: true,
          newDisabled: true,
          returningDisabled: false,
          bookingDisabled: false,
          charging: false,
        };
        expect(wayBack(start, known).map(say)).not.toContain('client-type');
      }),
    );
  });

  it('does nothing on a step back while a charge runs, however often (D-51)', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const deposit = place('deposit');
        const running = { ...given, charging: true };
        expect(transition(deposit, 'went-back', running)).toBe(deposit);
        expect(isWayOut(deposit, running)).toBe(false);
        expect(questionBeforeBack(deposit, running)).toBeNull();
      }),
    );
  });

  it('lets nobody into the portal without a code or a password (D-28)', () => {
    fc.assert(
      fc.property(anyPosition, anyEvent, anyFacts, (position, event, given) => {
        fc.pre(event !== 'signed-in');
        const next = transition(position, event, { ...given, signedIn: false });
        expect(isLeave(next) && next.leave !== 'back').toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('shows the code’s step behind lookup and form just where one is asked for, which is where one is sent (D-28)', () => {
    fc.assert(
      fc.property(fc.constantFrom('returning-info' as const, 'client-info' as const), anyFacts, (step, given) => {
        const guest = { ...given, signedIn: false };
        const next = transition(place(step), 'form-passed', guest);
        expect(!isLeave(next) && next.step === 'verification').toBe(!skipsCode(guest, step));
      }),
      { numRuns: 500 },
    );
  });

  it('takes the time away when its hold ends, at every step that is not stored and not being paid (D-61)', () => {
    fc.assert(
      fc.property(anyEvent, anyFacts, (event, given) => {
        const isEnd = ['hold-expired', 'hold-replaced', 'slot-gone', 'visit-refused'].includes(event);
        const isPerhapsBooked = event === 'hold-expired' && given.createUnheard;
        expect(losesTime(event, given)).toBe(isEnd && !given.appointmentSaved && !given.charging && !isPerhapsBooked);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves a payment link on one step back, unless a charge runs', () => {
    fc.assert(
      fc.property(anyPosition, anyFacts, (start, given) => {
        const left = transition(start, 'went-back', { ...given, paymentLink: true, charging: false });
        expect(left).toEqual({ leave: 'back' });
      }),
    );
  });

  it('reaches every step from an entry', () => {
    const kinds: Partial<Facts>[] = [
      {},
      { locationsApply: true },
      { hasAvailability: false },
      { signedIn: true, depositRequired: true, insuranceOffered: true },
      { depositRequired: true },
    ];
    const reached = new Set<Step>();
    for (const kind of kinds) {
      const waiting: (Position | Leave)[] = [entry(facts(kind))];
      const seen = new Set<string>();
      for (let here = waiting.pop(); here; here = waiting.pop()) {
        if (isLeave(here) || seen.has(say(here))) continue;
        seen.add(say(here));
        reached.add(here.step);
        for (const event of events) waiting.push(transition(here, event, facts(kind)));
      }
    }
    expect([...reached].sort()).toEqual([...steps].sort());
  });
});

describe('entry', () => {
  const rows: [rule: string, to: string, given: Partial<Facts>, saved?: string][] = [
    ['FLOW-01', 'client-type', {}],
    ['ROUTE-04, D-40', 'deposit', { paymentLink: true, bookingDisabled: true, redirect: 'pets' }],
    ['QUERY-02', 'returning-info', { redirect: 'pets' }],
    ['D-31', 'returning-info', { redirect: 'other' }],
    ['D-31', 'appointment', { redirect: 'other', signedIn: true }],
    ['D-32', 'leave:pets', { redirect: 'pets', signedIn: true }],
    [
      'D-32',
      'leave:appointments',
      { redirect: 'appointments', signedIn: true, bookingDisabled: true, portalEnabled: false },
    ],
    ['DISABLED-05', 'leave:pets', { bookingDisabled: true, signedIn: true }],
    ['DISABLED-03', 'client-type', { bookingDisabled: true }],
    ['DISABLED-03', 'client-type', { bookingDisabled: true, signedIn: true, portalEnabled: false }],
    ['D-33', 'returning-info', { bookingDisabled: true, redirect: 'pets' }],
    ['D-33', 'returning-info', { bookingDisabled: true, redirect: 'pets', portalEnabled: false }],
    ['D-54', 'leave:pets', { newDisabled: true, returningDisabled: true, signedIn: true }],
    ['DISABLED-08, D-54', 'appointment', { newDisabled: true, signedIn: true, knownReturning: true }],
    ['D-54', 'client-type', { newDisabled: true, signedIn: true }],
    ['D-54', 'client-type', { newDisabled: true }],
    ['D-54', 'returning-info', { returningDisabled: true, redirect: 'pets' }],
    ['D-38', 'client-info', {}, 'client-info'],
    ['D-38', 'client-info', {}, 'keyword-notice'],
    ['D-38', 'appointment', { hasTime: false }, 'client-info'],
    ['D-38', 'verification:client-info', {}, 'verification:client-info'],
    ['D-38', 'client-info', { signedIn: true }, 'verification:client-info'],
    ['D-38', 'verification:returning-info', { redirect: 'pets' }, 'verification:returning-info'],
    ['D-38', 'client-type', { signedIn: true }, 'verification:returning-info'],
    ['D-38', 'deposit', {}, 'deposit'],
    ['D-38', 'client-type', {}, 'location'],
    ['D-38', 'location', { locationsApply: true }, 'location'],
    ['QUERY-02', 'returning-info', { redirect: 'pets' }, 'client-info'],
    ['DISABLED-01', 'client-type', { bookingDisabled: true }, 'client-info'],
    ['D-33', 'verification:returning-info', { bookingDisabled: true, redirect: 'pets' }, 'verification:returning-info'],
    ['FLOW-21', 'client-type', {}, 'success'],
    ['FLOW-21', 'client-type', {}, 'login'],
  ];
  it.each(rows)('%s: %s', (_rule, to, given, saved) => {
    expect(say(entry(facts(given), saved ? place(saved) : null))).toBe(to);
  });
});

describe('around the table', () => {
  it('numbers the steps 1 to 13 in their order (FLOW-01)', () => {
    expect(Object.values(stepNumbers)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(Object.keys(stepNumbers)[9]).toBe('deposit');
    expect(steps).toHaveLength(14);
  });

  it('clears the saved booking at its steps (FLOW-21)', () => {
    expect(steps.filter((step) => clearsSavedBooking[step]).sort()).toEqual(
      ['client-type', 'forgot-password', 'login', 'no-availability', 'returning-info', 'sign-up', 'success'].sort(),
    );
  });

  it('tracks each step by its number, the notice as 14, a switched-off booking as 18 (D-49)', () => {
    expect(positions.map((position) => trackingCode(position, false))).toEqual([
      1, 2, 3, 4, 5, 6, 6, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    ]);
    expect(trackingCode(place('client-type'), true)).toBe(18);
  });

  it('sets and clears the returning-client flag (CTYPE-05, CTYPE-06, FLOW-14, FLOW-15)', () => {
    expect(returningFlowAfter('new-chosen', place('appointment'), null)).toBe(false);
    expect(returningFlowAfter('returning-chosen', place('appointment'), null)).toBe(true);
    expect(returningFlowAfter('entered', place('returning-info'), null)).toBe(true);
    expect(returningFlowAfter('entered', place('appointment'), null), 'sent here to sign in').toBe(true);
    expect(returningFlowAfter('entered', place('appointment'), false), 'a resumed new client').toBe(false);
    expect(returningFlowAfter('owner-known', place('appointment'), null)).toBe(true);
    expect(returningFlowAfter('went-back', place('client-type'), true)).toBeNull();
    expect(returningFlowAfter('went-back', place('appointment'), false)).toBe(false);
  });

  it('offers at client type what is open (D-54)', () => {
    expect(clientTypeView(facts())).toBe('both');
    expect(clientTypeView(facts({ newDisabled: true }))).toBe('returning');
    expect(clientTypeView(facts({ returningDisabled: true }))).toBe('new');
    expect(clientTypeView(facts({ returningDisabled: true, signedIn: true, knownReturning: true }))).toBe('call');
    expect(clientTypeView(facts({ returningDisabled: true, newDisabled: true }))).toBe('disabled');
    expect(clientTypeView(facts({ bookingDisabled: true }))).toBe('disabled');
  });

  it('asks before leaving an unpaid deposit with a saved request (D-51)', () => {
    expect(questionBeforeBack(place('deposit'), facts({ appointmentSaved: true, depositRequired: true }))).toBe(
      'Your appointment request has been sent. Leave without paying the deposit?',
    );
    expect(
      questionBeforeBack(place('verification:client-info'), facts({ appointmentSaved: true, depositRequired: true })),
    ).not.toBeNull();
    expect(questionBeforeBack(place('deposit'), facts({ depositRequired: true }))).toBeNull();
    expect(
      questionBeforeBack(place('deposit'), facts({ appointmentSaved: true, depositRequired: true, charging: true })),
      'while a charge runs',
    ).toBeNull();
    expect(
      questionBeforeBack(place('client-info'), facts({ appointmentSaved: true, depositRequired: true })),
    ).toBeNull();
  });
});

/** Every combination of booking, portal and redirect: where the page opens signed out, where signing in then leads, where it opens signed in. */
describe('booking and portal switched on and off (D-33, D-54, DISABLED-03 to DISABLED-05, QUERY-02, QUERY-03)', () => {
  type Ways = [signedOut: string, afterSignIn: string, signedIn: string];
  const ask = 'returning-info';
  const rows: [booking: boolean, portal: boolean, redirect: Facts['redirect'], ways: Ways][] = [
    [true, true, null, ['client-type', 'appointment', 'client-type']],
    [true, true, 'pets', [ask, 'leave:pets', 'leave:pets']],
    [true, true, 'appointments', [ask, 'leave:appointments', 'leave:appointments']],
    [true, true, 'account', [ask, 'leave:account', 'leave:account']],
    [true, true, 'other', [ask, 'appointment', 'appointment']],
    [true, false, null, ['client-type', 'appointment', 'client-type']],
    [true, false, 'pets', [ask, 'leave:pets', 'leave:pets']],
    [true, false, 'appointments', [ask, 'leave:appointments', 'leave:appointments']],
    [true, false, 'account', [ask, 'leave:account', 'leave:account']],
    [true, false, 'other', [ask, 'appointment', 'appointment']],
    [false, true, null, ['client-type', 'leave:pets', 'leave:pets']],
    [false, true, 'pets', [ask, 'leave:pets', 'leave:pets']],
    [false, true, 'appointments', [ask, 'leave:appointments', 'leave:appointments']],
    [false, true, 'account', [ask, 'leave:account', 'leave:account']],
    [false, true, 'other', [ask, 'leave:pets', 'leave:pets']],
    // Without booking and portal the clinic's phone is the page, and Login leads to what there still is.
    [false, false, null, ['client-type', 'leave:appointments', 'client-type']],
    [false, false, 'pets', [ask, 'leave:appointments', 'leave:appointments']],
    [false, false, 'appointments', [ask, 'leave:appointments', 'leave:appointments']],
    [false, false, 'account', [ask, 'leave:account', 'leave:account']],
    [false, false, 'other', [ask, 'leave:appointments', 'client-type']],
  ];
  const off = [{ bookingDisabled: true }, { newDisabled: true, returningDisabled: true }];
  it.each(rows)('booking %s, portal %s, redirect %s', (booking, portalEnabled, redirect, ways) => {
    for (const switches of booking ? [{}] : off) {
      const given = { portalEnabled, redirect, ...switches };
      const [out, after] = [
        entry(facts(given)),
        transition(place('verification:returning-info'), 'signed-in', facts({ ...given, signedIn: true })),
      ];
      expect([out, after, entry(facts({ ...given, signedIn: true }))].map(say)).toEqual(ways);
    }
  });
});
