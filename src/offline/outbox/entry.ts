import {
  boolean,
  enums,
  integer,
  is,
  nullable,
  number,
  optional,
  string,
  type,
  unknown,
  type Infer,
} from 'superstruct';
import type { Input } from '../../contract/endpoint';
import { requestRefill } from '../../contract/pets';
import { joinWaitlist, leaveWaitlist } from '../../contract/waitlist';
import { Receipt, instant } from '../../contract/wire';

/** The calls that the contract lets wait for a network, by name; no other is ever queued (D-03). */
export const queued = { requestRefill, joinWaitlist, leaveWaitlist } as const;
export type Kind = keyof typeof queued;
/** The calls with `outbox: 'last'`: of several requests about one place on a waitlist only the latest counts. */
export type PlaceKind = 'joinWaitlist' | 'leaveWaitlist';

/** What an owner wants from the clinic. `about` holds the names that texts show. */
export type Wish = {
  [K in Kind]: { kind: K; payload: NonNullable<Input<(typeof queued)[K]>['body']>; about: About };
}[Kind];

const About = type({ petName: nullable(string()), medication: nullable(string()) });
export type About = Infer<typeof About>;

/** The struct of a saved request. It never contains a token (D-04). */
const EntryRow = type({
  /** A uuid, and the request's Idempotency-Key. */
  id: string(),
  /** Rises with every entry of this device; the oldest is sent first. */
  order: integer(),
  kind: enums(Object.keys(queued) as Kind[]),
  clinicId: string(),
  userId: string(),
  payload: unknown(),
  about: About,
  createdAt: instant(),
  /** When the owner confirmed that an old or refused request should be sent (D-05). */
  confirmedAt: nullable(instant()),
  /** The number of tries, counted before each, so that a try without an answer is counted too. */
  attempts: integer(),
  state: enums(['waiting', 'failed', 'sent']),
  /**
   * Holds the entry until a moment, milliseconds since 1970. A returning network ends waits by `network`, not those by
   * `server`. `said`: the clinic's sentence that a cap is reached (D-404).
   */
  held: nullable(type({ until: number(), by: enums(['network', 'server']), said: optional(string()) })),
  receipt: nullable(Receipt),
  /** Whether the owner has been told that it was sent. */
  isAnnounced: boolean(),
});
export type Entry = Omit<Infer<typeof EntryRow>, 'kind' | 'payload' | 'about'> & Wish;

/** Makes the entry of a new wish; `now` in milliseconds since 1970. */
export const newEntry = (
  wish: Wish,
  whose: Pick<Entry, 'clinicId' | 'userId'>,
  id: string,
  order: number,
  now: number,
): Entry => ({
  ...wish,
  ...whose,
  id,
  order,
  createdAt: new Date(now).toISOString(),
  confirmedAt: null,
  attempts: 0,
  state: 'waiting',
  held: null,
  receipt: null,
  isAnnounced: false,
});

/** Whether a request is about a place on a waitlist, where only the latest counts. */
export const isAboutPlace = <W extends Wish>(wish: W): wish is Extract<W, { kind: PlaceKind }> =>
  queued[wish.kind].outbox === 'last';

/** Whether a database row is a valid entry with a body that its call accepts. */
export const isEntry = (row: unknown): row is Entry =>
  is(row, EntryRow) &&
  (row.kind === 'requestRefill' ? is(row.payload, requestRefill.body) : is(row.payload, queued[row.kind].body));
