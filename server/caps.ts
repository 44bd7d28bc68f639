/** How often something may happen: `max` times within `windowMs` milliseconds. */
export type Cap = { max: number; windowMs: number };

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/**
 * The server's caps (D-204). Those by address are wide: a phone network puts thousands of owners behind one address.
 * The cap of sends per identifier stands in limits.ts, since the specification names it.
 */
export const defaultCaps = {
  guestSessionsPerAddress: { max: 1000, windowMs: HOUR },
  /** Sign-ups, sign-ins and new passwords: each costs a hash. */
  passwordsPerAddress: { max: 1000, windowMs: HOUR },
  /** An owner's own changes of e-mail or phone; each answer tells whether a contact is taken. */
  contactChangesPerUser: { max: 20, windowMs: DAY },
  codeSendsPerAddress: { max: 200, windowMs: DAY },
  codeSendsPerClinic: { max: 5_000, windowMs: DAY },
  codeSendsInTotal: { max: 50_000, windowMs: DAY },
  textRequestsPerAddress: { max: 50, windowMs: DAY },
  textRequestsPerPhone: { max: 5, windowMs: DAY },
  paymentsPerUser: { max: 40, windowMs: HOUR },
  liveHoldsPerAddress: { max: 300, windowMs: HOUR },
  historyMailsPerUser: { max: 10, windowMs: DAY },
  historyMailsPerAddress: { max: 100, windowMs: DAY },
  historyMailsPerRecipient: { max: 10, windowMs: DAY },
  visitsPerAddress: { max: 2000, windowMs: HOUR },
} as const satisfies Record<string, Cap>;

export type Caps = Record<keyof typeof defaultCaps, Cap>;
