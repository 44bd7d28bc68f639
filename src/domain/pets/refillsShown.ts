import { refillStates, type Refill } from '../../contract/pets';
import { DAY } from '../../limits';
import { ago } from '../ago';
import { answersBy, type Clock } from '../appointment/answer';

/** How far a state is: states only move forward (D-424). One that is not known here is a newer server's, so the furthest. */
function farOf(state: string): number {
  const at = (refillStates as readonly string[]).indexOf(state);
  return at === -1 ? refillStates.length : at;
}

/** Whether the first knows more of the same refill than the second. */
function isFurther(one: Refill, other: Refill): boolean {
  if (farOf(one.state) !== farOf(other.state)) return farOf(one.state) > farOf(other.state);
  return one.state_at > other.state_at;
}

/** The last instant of which a reply knows; '' for an empty one. */
const knowsUntil = (reply: readonly Refill[]): string =>
  reply.reduce((last, { state_at, created_at }) => [last, state_at, created_at].sort().at(-1)!, '');

const latestFirst = (one: Refill, other: Refill): number =>
  one.created_at === other.created_at ? (one.id < other.id ? -1 : 1) : one.created_at < other.created_at ? 1 : -1;

/**
 * The owner's refills by what the device knows and what a reply says, the latest first. No refill goes back, whichever of
 * the two is older (D-424). One that the reply does not name is gone, unless the reply is older than what is known of it.
 */
export function refillsKnown(known: readonly Refill[], reply: readonly Refill[]): Refill[] {
  const [before, until] = [new Map(known.map((each) => [each.id, each])), knowsUntil(reply)];
  const named = new Set(reply.map(({ id }) => id));
  return [
    ...reply.map((each) => {
      const earlier = before.get(each.id);
      return earlier && isFurther(earlier, each) ? earlier : each;
    }),
    ...known.filter(({ id, state_at }) => !named.has(id) && state_at > until),
  ].sort(latestFirst);
}

const words: Readonly<Record<string, string>> = {
  received: 'Received',
  approved: 'Approved',
  ready: 'Ready for pick-up',
  done: 'Picked up',
  declined: 'Declined',
};

export type RefillTone = 'good' | 'waiting' | 'bad' | 'quiet';

const tones: Readonly<Record<string, RefillTone>> = {
  received: 'waiting',
  approved: 'good',
  ready: 'good',
  done: 'quiet',
  declined: 'bad',
};

/** How a refill reads: 'Approved' with '2 hours ago', 'Declined' with its reason; a state that is not known is 'Answered'. */
export function refillLook(
  { state, state_at, reason }: Refill,
  now: Date,
): { tone: RefillTone; says: string; age: string; reason: string | null } {
  return {
    tone: tones[state] ?? 'good',
    says: words[state] ?? 'Answered',
    age: ago(new Date(state_at), now),
    reason: state === 'declined' ? reason : null,
  };
}

/** By when the clinic answers a refill that it has received; null for another one, and where it states no hours (D-424). */
export const refillAnswersBy = (refill: Pick<Refill, 'state' | 'answer_by'> | undefined, clock: Clock): string | null =>
  refill?.state === 'received' && refill.answer_by ? answersBy(refill.answer_by, clock) : null;

/** A refill's name in lists, as of its request in the outbox. */
export const refillName = ({ medication }: Refill): string => medication ?? 'Your note to the clinic';

/** How long a refill that is picked up or declined stays on the page, milliseconds. */
const settledMs = 14 * DAY;

/** Whether the clinic has answered it and the owner still wants to read that. */
export const isNews = ({ state, state_at }: Refill, now: Date): boolean =>
  state !== 'received' &&
  ((state !== 'done' && state !== 'declined') || now.getTime() - Date.parse(state_at) < settledMs);

/** What of a request in the outbox tells which refill it became. */
type Asked = { state: string; receipt: { id: string } | null; payload: object };

/** Whether the clinic has answered the refill of this receipt, so that its answer is shown in place of the request. */
export const takenOver = (refills: readonly Refill[], receipt: Asked['receipt']): boolean =>
  receipt !== null && refills.some(({ id, state }) => id === receipt.id && state !== 'received');

/** Whether a request has arrived of which the refills that are known do not tell yet, so that they are to be read anew. */
export const isUnlisted = (refills: readonly Refill[], asked: readonly Pick<Asked, 'receipt'>[]): boolean =>
  asked.some(({ receipt }) => receipt !== null && !refills.some(({ id }) => id === receipt.id));

/**
 * The refills that the clinic has received and not answered, but for those whose request this device shows: by its
 * receipt, or as one that may have arrived though its answer was lost.
 */
export const onlyReceived = (refills: readonly Refill[], asked: readonly Asked[]): Refill[] =>
  refills.filter(
    ({ id, state, medication_id }) =>
      state === 'received' &&
      !asked.some((each) =>
        each.state === 'sent'
          ? each.receipt?.id === id
          : 'medication_id' in each.payload && (each.payload.medication_id ?? null) === medication_id,
      ),
  );
