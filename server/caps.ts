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
  codeSendsPerAddress: { max: 200, windowMs: DAY },
  codeSendsPerClinic: { max: 5_000, windowMs: DAY },
  codeSendsInTotal: { max: 50_000, windowMs: DAY },
  textRequestsPerAddress: { max: 50, windowMs: DAY },
  textRequestsPerPhone: { max: 5, windowMs: DAY },
  liveHoldsPerAddress: { max: 300, windowMs: HOUR },
} as const satisfies Record<string, Cap>;

export type Caps = Record<keyof typeof defaultCaps, Cap>;
