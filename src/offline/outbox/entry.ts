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
/** A request whose call says `outbox: 'last'`: of those about one place on a waitlist only the latest counts. */
export type PlaceKind = 'joinWaitlist' | 'leaveWaitlist';

/** What an owner wants of the clinic. `about` is for the sentences that name it. */
export type Wish = {
  [K in Kind]: { kind: K; payload: NonNullable<Input<(typeof queued)[K]>['body']>; about: About };
}[Kind];

const About = type({ petName: nullable(string()), medication: nullable(string()) });
export type About = Infer<typeof About>;

/** A request on its way: an intent, never a token (D-04). */
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
  /** When the owner said again that it should go (D-05). */
  confirmedAt: nullable(instant()),
  /** Counted before a try, so that a try that never came back is known. */
  attempts: integer(),
  state: enums(['waiting', 'failed', 'sent']),
  /** Not before this moment, milliseconds since 1970; a way back online ends the network's waits, not the server's. `said`: a cap is reached, in the clinic's words (D-404). */
  held: nullable(type({ until: number(), by: enums(['network', 'server']), said: optional(string()) })),
  receipt: nullable(Receipt),
  /** Whether the owner has been told that it was sent. */
  isAnnounced: boolean(),
});
export type Entry = Omit<Infer<typeof EntryRow>, 'kind' | 'payload' | 'about'> & Wish;

/** A wish as it is first written down; `now` in milliseconds since 1970. */
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

/** Whether a request is about a place on a waitlist, of which the last word counts. */
export const isAboutPlace = <W extends Wish>(wish: W): wish is Extract<W, { kind: PlaceKind }> =>
  queued[wish.kind].outbox === 'last';

/** Whether a row is an entry whose body is what its call takes. */
export const isEntry = (row: unknown): row is Entry =>
  is(row, EntryRow) &&
  (row.kind === 'requestRefill' ? is(row.payload, requestRefill.body) : is(row.payload, queued[row.kind].body));
