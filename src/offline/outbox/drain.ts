import type { Input } from '../../contract/endpoint';
import { lossOf } from '../../domain/failure';
import { exchange, type Reply } from '../exchange';
import { loadSession, type StoredSession } from '../database/session';
import { isAboutPlace, queued, type Entry } from './entry';
import { capSaid, isOld, outcomeOf, waitAfter } from './rules';
import { allEntries, changeEntry, discard, forgetOldReceipts } from '../database/outboxStore';
import { serialQueue } from '../serialQueue';

export type Drain = {
  /** Prefix of the API. */
  base: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** A way back online: the waits that only the missing network set are over. */
  isBack?: boolean;
};

/**
 * What a drain met. `refused` is the session whose token the server no longer takes, and why (D-01); `untold` was sent where
 * the device had no room to keep that, so that nobody else will tell of it; `isLeft`: something can go later without a word
 * of its owner, who is signed in.
 */
export type Drained = {
  sent: number;
  hasNetwork: boolean;
  isLeft: boolean;
  refused: (StoredSession & { loss: 'ranOut' | 'ended' }) | null;
  untold: Entry[];
};

/** Sends what is due, the oldest first; one sender at a time on this device, whichever tab or worker (D-05). Never shows anything. */
export const drain = (given: Drain): Promise<Drained> => alone(() => run(given));

async function run({ base, now, isBack = false }: Drain): Promise<Drained> {
  const drained: Drained = { sent: 0, hasNetwork: true, isLeft: false, refused: null, untold: [] };
  await forgetOldReceipts(now());
  /** Owners with whom nothing more can be done now: later entries do not overtake earlier ones. */
  const stopped = new Set<string>();
  for (;;) {
    const entry = (await allEntries()).find(
      (each) =>
        each.state === 'waiting' && !isOld(each, now()) && !stopped.has(ownerKey(each)) && !stopped.has(kindKey(each)),
    );
    if (!entry) return drained;
    const session = await loadSession(entry.clinicId);
    if (!session || session.user.is_guest || session.user.id !== entry.userId) {
      stopped.add(ownerKey(entry));
      continue;
    }
    const isHeld = entry.held !== null && entry.held.until > now() && !(isBack && entry.held.by === 'network');
    const tried = isHeld ? 'mustWait' : await count(entry);
    if (tried === 'gone') continue;
    if (tried === 'mustWait') {
      drained.isLeft = true;
      stopped.add(isHeld && entry.held?.said !== undefined ? kindKey(entry) : ownerKey(entry));
      continue;
    }
    const reply = await send(tried, session, base);
    const outcome = outcomeOf(reply);
    const isKept = await settle(tried, reply, now()).then(
      () => true,
      () => false,
    );
    if (outcome === 'sent') drained.sent += 1;
    if (!isKept && outcome === 'sent') {
      // What is taken out needs no room.
      await discard(entry.id);
      drained.untold.push(entry);
    }
    if (outcome === 'noNetwork') return { ...drained, hasNetwork: false, isLeft: true };
    if (outcome === 'unsure' || (!isKept && outcome !== 'sent')) {
      drained.isLeft = true;
      stopped.add(isKept && capSaid(reply) !== undefined ? kindKey(entry) : ownerKey(entry));
    }
    if (outcome === 'signedOut' && (await loadSession(entry.clinicId))?.token === session.token) {
      drained.refused = { ...session, loss: 'error' in reply ? lossOf(reply.error) : 'ended' };
      stopped.add(ownerKey(entry));
    }
  }
}

/**
 * Counts a try before it is made. On a device that has become full nothing can be counted: a refill goes all the same, since
 * no other request ever changes what becomes of it; a waitlist's wish, whose opposite must know of the try, waits for room (D-04).
 */
async function count(entry: Entry): Promise<Entry | 'gone' | 'mustWait'> {
  try {
    return (await changeEntry(entry.id, (row) => ({ ...row, attempts: row.attempts + 1 }))) ?? 'gone';
  } catch {
    return isAboutPlace(entry) ? 'mustWait' : { ...entry, attempts: entry.attempts + 1 };
  }
}

const ownerKey = ({ clinicId, userId }: Entry): string => JSON.stringify([clinicId, userId]);

/** A cap stops its own kind of request, and no other: who has asked for all of a day's refills may still leave the waitlist (D-404). */
const kindKey = (entry: Entry): string => JSON.stringify([ownerKey(entry), queued[entry.kind].outbox]);

type Sent = Reply<{ id: string; created_at: string }>;

const send = (entry: Entry, { token }: StoredSession, base: string): Promise<Sent> => {
  const call = queued[entry.kind];
  return exchange(call, { body: entry.payload } as Input<typeof call>, {
    base,
    clinicId: entry.clinicId,
    token,
    key: entry.id,
  });
};

async function settle(entry: Entry, reply: Sent, now: number): Promise<void> {
  const outcome = outcomeOf(reply);
  await changeEntry(entry.id, (row) => {
    // Another sender has its receipt: where there are no locks two may try at once.
    if (row.state === 'sent') return row;
    if ('data' in reply)
      return { ...row, state: 'sent', held: null, receipt: { id: reply.data.id, created_at: reply.data.created_at } };
    if (outcome === 'refused') return { ...row, state: 'failed', held: null };
    if (outcome === 'signedOut') return { ...row, held: null };
    return {
      ...row,
      held: {
        until: now + waitAfter(row.attempts, reply.retryAfterMs),
        by: outcome === 'noNetwork' ? 'network' : 'server',
        said: capSaid(reply),
      },
    };
  });
}

/** Web Locks where there are any; else one at a time in this tab, and the keys keep two tabs from doing harm. */
const alone = <T>(task: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && 'locks' in navigator
    ? Promise.resolve(navigator.locks.request('outbox', task))
    : oneHere(task);

const oneHere = serialQueue();
