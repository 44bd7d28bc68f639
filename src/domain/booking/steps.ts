/** The numbers of the booking's steps (FLOW-01). They are labels only: the flow decides the order (D-50). */
export const stepNumbers = {
  'client-type': 1,
  'returning-info': 2,
  location: 3,
  appointment: 4,
  'client-info': 5,
  verification: 6,
  login: 7,
  'sign-up': 8,
  'forgot-password': 9,
  deposit: 10,
  success: 11,
  'no-availability': 12,
  insurance: 13,
} as const;

export type NumberedStep = keyof typeof stepNumbers;

/** A step of the booking. The keyword notice is a state of step 5 without a number of its own (FLOW-02, D-48). */
export type Step = NumberedStep | 'keyword-notice';

export const steps: readonly Step[] = [...(Object.keys(stepNumbers) as NumberedStep[]), 'keyword-notice'];

/**
 * The step that asked for a code. Going back from verification returns to it, and it decides what follows verification
 * (FLOW-18, D-24).
 */
export type Origin = 'returning-info' | 'client-info' | 'sign-up';

/** Where the owner is in the booking. */
export type Position =
  | { readonly step: Exclude<Step, 'verification'> }
  | { readonly step: 'verification'; readonly origin: Origin };

/** Portal pages that a redirect query may name (D-31). */
export const redirects = ['pets', 'appointments', 'account'] as const;
export type Redirect = (typeof redirects)[number];

/** A way to leave the booking page: to a portal page, or with the browser's own Back. */
export type Leave = { readonly leave: Redirect } | { readonly leave: 'back' };

export const isLeave = (target: Position | Leave): target is Leave => 'leave' in target;

export const samePosition = (a: Position, b: Position): boolean =>
  a.step === b.step && (a.step !== 'verification' || b.step !== 'verification' || a.origin === b.origin);

/** Steps that clear the saved booking when entered (FLOW-21). */
export const clearsSavedBooking: Readonly<Record<Step, boolean>> = {
  'client-type': true,
  'returning-info': true,
  location: false,
  appointment: false,
  'client-info': false,
  'keyword-notice': false,
  verification: false,
  login: true,
  'sign-up': true,
  'forgot-password': true,
  deposit: false,
  success: true,
  'no-availability': true,
  insurance: false,
};
